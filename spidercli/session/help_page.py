"""What a player may type, told to the player."""

from __future__ import annotations

from spidercli.session.words import Words


def help_page(words: Words) -> list[tuple[str, str]]:
    """Return what to type and what it does, in the order of use."""
    _ = words.gettext
    return [
        ("3 7", _("move the longest group that fits from column 3 to column 7")),
        ("3 7 2", _("move two cards")),
        ("3", _("send column 3's group to the best column: same suit, other suit, empty")),
        ("d", _("deal a row")),
        ("u, u 5", _("undo one action, or five")),
        ("r, r 5", _("redo")),
        ("t 3", _("show where the groups of column 3 may go")),
        ("h", _("a hint from what you see")),
        ("s", _("ask the solver: can this still be won, and how? It sees all cards")),
        ("table", _("show the table again; Enter does too")),
        ("log", _("list the moves so far")),
        ("code", _("the game code, to play this deal again")),
        ("auto", _("automatic placement: a move that does not fit goes to the best column")),
        ("restart", _("begin this game again")),
        ("new, new CODE", _("begin another game; this one is kept")),
        ("save FILE", _("save the game to a file; load FILE takes it up")),
        ("stats", _("games, wins and streaks")),
        ("rules", _("the rules of this game")),
        ("q", _("leave; the game is kept, spider play --resume takes it up")),
        ("3 7, 4 7, d", _("several on one line")),
    ]


def legend(words: Words) -> list[str]:
    """Return the most needed commands, each with its letter, shortest first to be cut off last."""
    _ = words.gettext
    return [
        _("3 7 move"),
        _("d deal"),
        _("u undo"),
        _("h hint"),
        _("? help"),
        _("q quit"),
    ]
