"""What the tests of the forms share: a position as text, and the error that a text gives."""

from __future__ import annotations

import pytest

from solver.errors import DealError
from solver.rules.formats import read_position

SPIDERETTE = """\
c1: 5S
c2: (6S) 3S
c3: (AS) (TS) 6S
c4: (8S) (9S) (AS) 9S
c5: (AS) (5S) (2S) (3S) AS
c6: (JS) (2S) (7S) (4S) (2S) 5S
c7: (9S) (3S) (3S) (7S) (KS) (TS) QS
stock: 8S 9S 4S 2S 7S KS 4S KS 5S JS QS QS TS 6S 8S QS 8S 7S 4S KS TS 6S JS JS
runs: 0
"""


def fault(text: str, **options) -> str:
    """Return the message of the error that reading ``text`` gives; it is one short line."""
    with pytest.raises(DealError) as refused:
        read_position(text, **options)
    message = str(refused.value)
    assert message.startswith(f"line {refused.value.line}: ") or refused.value.line is None
    assert "\n" not in message
    assert len(message) < 300
    return message
