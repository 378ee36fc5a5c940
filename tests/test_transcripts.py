"""Whole games at a terminal, word for word as they were when someone last read them.

A transcript begins with the command after ``$`` and holds what stood on the terminal; lines
after the prompt are what was typed. ``python tests/test_transcripts.py`` plays what is typed in
each file again and writes down what comes; read the difference before it is committed.
"""

from __future__ import annotations

import re
import shlex
import sys
import tempfile
from pathlib import Path

import pytest

from solver.engine.fair import warm_up_fair

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

TRANSCRIPTS = Path(__file__).parent / "data" / "transcripts"
COMMAND = "$ spider "


def played_again(transcript: str, data_dir: Path) -> str:
    """Run the command of a transcript, type its lines, and return the new transcript."""
    from terminal import PROMPT, Terminal

    warm_up_fair()  # what compiles for a hint would be told of in the transcript
    command, *rest = transcript.splitlines()
    typed = [line.removeprefix(PROMPT) for line in rest if line.startswith(PROMPT)]
    args = shlex.split(command.removeprefix(COMMAND))
    with Terminal(*args, data_dir=data_dir, lines=100, TERM="dumb") as at:
        for line in typed:
            at.wait_for_prompt()
            at.send(line + "\r")
        at.leave("")
    text = at.raw.decode().replace("\r", "")
    return f"{command}\n{text}"


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_game_goes_as_it_is_written(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert played_again(text, tmp_path) == text


def test_there_are_transcripts_of_what_matters() -> None:
    """A win at 1 suit, a stuck Spiderette, and undo over a removed run."""
    texts = [path.read_text(encoding="utf-8") for path in TRANSCRIPTS.glob("*.txt")]
    for sign in ("The game is won in", "No move is left", r"A run of .*leaves(.|\n)*taken back"):
        assert any(re.search(sign, text) for text in texts), sign


if __name__ == "__main__":
    for each in sorted(TRANSCRIPTS.glob("*.txt")):
        with tempfile.TemporaryDirectory() as folder:
            new = played_again(each.read_text(encoding="utf-8"), Path(folder))
        each.write_text(new, encoding="utf-8")
