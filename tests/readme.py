"""The README's parts that are made: every command's help. Run it to write them anew."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
HELP = Path(__file__).parent / "data" / "help"
COMMANDS = (
    "play",
    "stats",
    "solve",
    "analyze",
    "watch",
    "verify",
    "report",
    "show",
    "validate",
    "replay",
)
BEGIN, END = "<!-- help of every command: python tests/readme.py -->\n", "<!-- end of help -->\n"


def help_section() -> str:
    """Return the section that shows every command's help."""
    blocks = []
    for command in COMMANDS:
        text = (HELP / f"{command}.txt").read_text("utf-8").rstrip()
        blocks.append(
            f"<details><summary>spider {command}</summary>\n\n```\n{text}\n```\n\n</details>\n"
        )
    return BEGIN + "\n" + "\n".join(blocks) + "\n" + END


def with_help(text: str) -> str:
    """Return a README with its help section made anew."""
    before, rest = text.split(BEGIN)
    return before + help_section() + rest.split(END)[1]


def examples(text: str) -> list[list[str]]:
    """Return the arguments of every ``spider`` command line in the README's code blocks."""
    found = []
    for line in re.findall(r"^(?:\$ |    |)(\S*spider .*|python3 -m venv .*)$", text, re.MULTILINE):
        for part in line.split("&&"):
            words = shlex.split(part, comments=True)
            if words[0].rpartition("/")[2] == "spider" and words[1] in COMMANDS:
                found.append(words[1:])
    return found


if __name__ == "__main__":
    README.write_text(with_help(README.read_text("utf-8")), "utf-8")
