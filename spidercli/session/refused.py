"""How a command says that it was not carried out."""

from __future__ import annotations


class RefusedError(Exception):
    """A command that changes nothing; ``str()`` says in one line why, and what else to type."""
