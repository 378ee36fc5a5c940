"""The memory of a fair player: the states that it looks at, and the plans that it finds."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.engine.hashing import Keys
from solver.engine.jit import kernel
from solver.engine.layout import CARD_CODES, STRIDE, Bytes, Ints
from solver.engine.moves import new_scan
from solver.engine.net_inputs import INPUTS, NOTES
from solver.engine.net_value import SCRATCH

# What is known of each state looked at, by column of `states`.
PARENT: Final = 0
MOVE: Final = 1  # the packed move that leads to it
EVENT: Final = 2  # the first state on the way that turned a card or completed a run; 0: none
DEPTH: Final = 3
WORTH: Final = 4  # how good it is as an end of a plan, lower is better
STATE_FIELDS: Final = 5

# And of each state met, by column of `met`.
FROM: Final = 0
BY: Final = 1
NEXT: Final = 2  # the state met before it with the same priority
NEWS: Final = 3  # whether the move turns a card or completes a run
MET_FIELDS: Final = 4

# Counters.
STATES: Final = 0
MET: Final = 1
BEST: Final = 2  # the best state after an event; 0: none
BEST_DEAL: Final = 3  # the best state to deal from before any event; -1: none
WIN: Final = 4  # a state without any card; 0: none
NODES: Final = 5  # states met in all, over all decisions
COUNTERS: Final = 6

LEVELS: Final = 1 << 14
ROOT_LEVEL: Final = 1 << 13
LONGEST_PLAN: Final = 100
MET_BY_STATE: Final = 6
"""The most states met for each looked at; where there are more the last are left out."""
FEWEST_SLOTS: Final = 1 << 10
MOST_PLANS: Final = 32
"""The most plans that are kept; a better one takes the place of the worst."""


class Plans(NamedTuple):
    """Plans that compete, the first ``found[0]`` of each array.

    ``moves`` holds their packed moves, ``lengths`` the numbers of these, ``worths`` how good
    they are, lower is better, and ``rows`` what is seen at their ends: up to the first event.
    """

    moves: Ints
    lengths: Ints
    worths: Ints
    rows: Bytes
    found: Ints


def new_plans() -> Plans:
    """Return the memory for plans."""
    return Plans(
        np.zeros((MOST_PLANS, LONGEST_PLAN + 1), np.int64),
        np.zeros(MOST_PLANS, np.int64),
        np.zeros(MOST_PLANS, np.int64),
        np.zeros((MOST_PLANS, STRIDE), np.uint8),
        np.zeros(1, np.int64),
    )


class FairWorkspace(NamedTuple):
    """The memory of one fair player.

    ``rows`` holds the states looked at, ``words`` the same memory as 64-bit words, ``states``
    and ``met`` what is known of those looked at and of those met. ``heads`` gives for each
    priority the state met last. ``plan`` takes the decision: packed moves. ``unseen`` counts
    the cards not seen, by card, ``unseen_ranks`` by rank and all under rank 0. ``best_ends``
    gives for each state that is an event the best end that it leads to. ``inputs``, ``notes``
    and ``work`` are what a network reads and works in.
    """

    rows: Bytes
    words: Keys
    states: Ints
    met: npt.NDArray[np.int32]
    heads: npt.NDArray[np.int32]
    table: Keys
    plan: Ints
    unseen: Ints
    unseen_ranks: Ints
    scan: Ints
    keys: Keys
    counters: Ints
    plans: Plans
    best_ends: Ints
    inputs: Ints
    notes: Ints
    work: Ints


def new_fair_workspace(max_states: int) -> FairWorkspace:
    """Return the memory for decisions that look at up to ``max_states`` states."""
    rows = np.zeros((max_states + 1, STRIDE), np.uint8)
    slots = slots_for(max_states)
    return FairWorkspace(
        rows,
        rows.view(np.uint64),
        np.zeros((max_states + 1, STATE_FIELDS), np.int64),
        np.zeros((slots // 4 * 3, MET_FIELDS), np.int32),
        np.zeros(LEVELS, np.int32),
        np.zeros(slots, np.uint64),
        np.zeros(LONGEST_PLAN + 1, np.int64),
        np.zeros(CARD_CODES, np.int64),
        np.zeros(16, np.int64),
        *new_scan(),
        np.zeros(COUNTERS, np.int64),
        new_plans(),
        np.zeros(max_states + 1, np.int64),
        np.zeros(INPUTS, np.int64),
        np.zeros(NOTES, np.int64),
        np.zeros(SCRATCH, np.int64),
    )


def slots_for(max_states: int) -> int:
    """Return the size of the table of keys for a look at up to ``max_states`` states."""
    return int(table_slots(max_states))


@kernel
def table_slots(max_states: int) -> Any:
    """Return the slots for a look: few, since all are cleared before and should stay near."""
    slots = FEWEST_SLOTS
    while slots * 3 < MET_BY_STATE * 4 * max_states:
        slots *= 2
    return slots
