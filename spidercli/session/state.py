"""One state of a game for programs: what a player sees, and no more."""

from __future__ import annotations

from typing import Any

from solver.rules.cards import card_name
from solver.rules.move import move_text
from spidercli.session.session import Reply, Session


def state_record(session: Session, reply: Reply) -> dict[str, Any]:
    """Return what a player sees after a line, the answer to it, and the moves that are legal.

    ``moves`` is the counter (R10). ``code`` is None where the deal has none. Cards are named
    from the bottom; face-down ones, and the stock, are only counted.
    """
    named, game = session.named, session.game
    position = game.position
    return {
        "ok": reply.ok,
        "messages": reply.lines,
        "name": named.name,
        "code": named.name if named.has_code else None,
        "variant": named.variant.name,
        "score": game.score,
        "moves": game.counter,
        "runs": position.runs,
        "runs_to_remove": named.variant.run_count,
        "stock": len(position.stock),
        "rows_left": position.rows_left,
        "columns": [
            {"face_down": down, "face_up": [card_name(card) for card in position.face_up(i)]}
            for i, down in enumerate(position.face_down)
        ],
        "won": game.is_won,
        "undo": game.undo_count,
        "redo": len(game.undone),
        "legal_moves": [move_text(move) for move in position.legal_moves()],
    }
