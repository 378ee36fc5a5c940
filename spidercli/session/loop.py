"""The input and output around a session: a terminal, a pipe, or a program that plays."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from spidercli.output import json_text
from spidercli.session.lines import read_lines, typed_lines
from spidercli.session.screen import Look, frame, plain_name, told
from spidercli.session.session import Reply, Session
from spidercli.session.state import state_record


def play_at_terminal(
    session: Session, look: Look, greeting: list[str], history: Path | None, *, repaint: bool
) -> None:
    """Play with a person at a terminal until they leave.

    With ``repaint`` each table takes the place of the one before it; else it is printed below.

    :raises KeyboardInterrupt: after Ctrl-C and a word of farewell.
    """
    _show(session, greeting, look, repaint=repaint)
    try:
        for line in typed_lines(history):
            reply = session.answer(line)
            if reply.leave:
                break
            if reply.table:
                _show(session, reply.lines, look, repaint=repaint)
            else:
                write(told(reply.lines, fitted(look, repaint=repaint)), look)
    except KeyboardInterrupt:
        write(["", *told([farewell(session)], fitted(look, repaint=repaint))], look)
        raise
    write(told([farewell(session)], fitted(look, repaint=repaint)), look)


def _show(session: Session, lines: list[str], look: Look, *, repaint: bool) -> None:
    if repaint:
        click.clear()
    write([frame(session, lines, fitted(look, repaint=repaint), with_legend=True)], look)


def fitted(look: Look, *, repaint: bool) -> Look:
    """Return the look for the size that the terminal has now.

    With ``repaint`` a table has to fit its height; else it may scroll away.
    """
    size = shutil.get_terminal_size()
    return replace(look, width=size.columns, height=size.lines if repaint else None)


def play_from_stream(session: Session, look: Look, greeting: list[str]) -> None:
    """Play the lines of standard input; its end ends the game with a summary."""
    write([frame(session, greeting, look, with_legend=False)], look)
    for line in read_lines(sys.stdin.buffer):
        reply = session.answer(line)
        if reply.leave:
            break
        if reply.table:
            write(["", frame(session, reply.lines, look, with_legend=False)], look)
        else:
            write(told(reply.lines, look), look)
    write([farewell(session)], look)


def play_for_program(session: Session) -> None:
    """Write a state as a line of JSON at the start and after each line of standard input."""
    _write_state(session, Reply())
    for line in read_lines(sys.stdin.buffer):
        reply = session.answer(line)
        _write_state(session, reply)
        if reply.leave:
            return


def _write_state(session: Session, reply: Reply) -> None:
    click.echo(json_text(state_record(session, reply)))


def farewell(session: Session) -> str:
    """Sum up the game as it stands."""
    game = session.game
    facts = {
        "name": plain_name(session.named.name),
        "score": game.score,
        "moves": game.counter,
        "runs": f"{game.position.runs}/{session.named.variant.run_count}",
    }
    _ = session.words.gettext
    if game.is_won:
        return _("{name}: won, score {score}, moves {moves}.").format(**facts)
    text = _("{name}: not won yet, score {score}, moves {moves}, runs {runs}.").format(**facts)
    if session.is_kept:
        text += " " + _("spider play --resume goes on with it.")
    return text


def write(lines: Iterable[str], look: Look) -> None:
    """Write lines to standard output, in the letters and colours of a look."""
    text = "\n".join(lines)
    if look.ascii:
        text = text.encode("ascii", "backslashreplace").decode()
    click.echo(text, color=look.color)
