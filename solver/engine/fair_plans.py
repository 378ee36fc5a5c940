"""The plans that a fair player finds: it looks around, looks again, and says what each is worth.

A look scores the ends of plans; the networks then value the best end of each event, since they
know better but have only learnt such ends. Where there are none, it goes by scores.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from solver.engine.fair_search import look_around, look_in_layers, write_path
from solver.engine.fair_weights import ALL_MOVES
from solver.engine.fair_workspace import (
    BEST,
    BEST_DEAL,
    DEPTH,
    EVENT,
    MOST_PLANS,
    STATES,
    WIN,
    WORTH,
    FairWorkspace,
    Plans,
)
from solver.engine.jit import kernel
from solver.engine.layout import DEAL, POLYNOMIALS, STRIDE, Ints
from solver.engine.net_value import odds_of

DEEPER: Final = 4
"""How many times as many positions are looked at where there seems to be nothing to do."""
LAYERS: Final = 50
"""How many full layers a look in layers is made of."""
LATE_ROWS: Final = 2
"""So many rows left, or fewer, is late: there a look misses much, and looking again pays."""
EARLY_SHARE: Final = 8
"""A player that looks again looks at so many times fewer states before."""
MARGIN: Final = 400
"""By how much an event may score worse than the best of its look, and still be a plan."""
MOVE_COST: Final = 12
"""What a move makes a plan worse that the networks value, in 1/1024 of log-odds."""
CERTAIN_WIN: Final = -(1 << 40)
"""What a plan is worth that wins."""


class Guide(NamedTuple):
    """What a fair player goes by: see :mod:`solver.engine.fair_families`.

    ``orders`` are the tables of the orders of looks, ``filling`` those for the search of a
    position to deal from, ``nets`` the networks that value plans, or ``NO_NETS``. ``columns``
    and ``relaxed`` are of the variant that is played.
    """

    orders: Ints
    filling: Ints
    nets: Ints
    columns: int
    relaxed: bool


class Effort(NamedTuple):
    """How far a fair player looks: see :func:`effort_of`.

    A look takes in up to ``states`` states, or ``deep_states`` where these show nothing to do;
    ``looks_again`` adds the looks of :func:`look_again` late in the game.
    """

    states: int
    deep_states: int
    looks_again: bool


def effort_of(states: int, looks_again: bool = False) -> Effort:
    """Return the effort of a player whose looks take in ``states`` states as a rule."""
    return Effort(states, DEEPER * states, looks_again)


@kernel
def find_plans(ws: FairWorkspace, guide: Guide, rows_left: int, effort: Effort) -> Any:
    """Write to ``ws.plans`` what can be done in the state of row 0; return the best one's place.

    Each ends with the first card that turns up or the first complete run, or with a deal; one
    that wins is alone. -1 says that nothing is left to do. A player that looks again late in the
    game, where the first look has not seen all, spares states before.
    """
    counters, plans = ws.counters, ws.plans
    plans.found[0] = 0
    late = rows_left <= LATE_ROWS
    if effort.looks_again and not late:
        effort = share_of(effort)
    more = look_for_plans(ws, guide, rows_left, effort)
    gather_plans(ws, guide, rows_left)
    if effort.looks_again and late and more and counters[WIN] == 0:
        look_again(ws, guide, rows_left, effort.states)
    if plans.found[0] == 0:
        look_by(ws, guide.filling, guide, rows_left, effort.states)
        gather_plans(ws, guide, rows_left)
        if plans.found[0] == 0:
            gather_deal(ws, guide, rows_left)
    return best_plan(plans)


@kernel
def share_of(effort: Effort) -> Effort:
    """Return the effort that is made early by a player that looks again late."""
    states = max(1, effort.states // EARLY_SHARE)
    return Effort(states, max(1, effort.deep_states // EARLY_SHARE), effort.looks_again)


@kernel
def look_by(ws: FairWorkspace, tables: Any, guide: Guide, rows_left: int, max_states: int) -> None:
    """Look around in the order of some tables."""
    look_around(ws, tables, guide.columns, guide.relaxed, rows_left, max_states)


@kernel
def look_for_plans(ws: FairWorkspace, guide: Guide, rows_left: int, effort: Effort) -> Any:
    """Look around, and deeper where that shows no card to turn up, no run to complete and no win.

    Return whether there may be more to see.
    """
    counters = ws.counters
    look_by(ws, guide.orders[0], guide, rows_left, effort.states)
    if counters[BEST] == 0 and counters[WIN] == 0 and counters[STATES] > effort.states:
        look_by(ws, guide.orders[0], guide, rows_left, effort.deep_states)
        return counters[STATES] > effort.deep_states
    return counters[STATES] > effort.states


@kernel
def look_again(ws: FairWorkspace, guide: Guide, rows_left: int, max_states: int) -> None:
    """Look in layers, and by further orders if there are any, for more plans."""
    for look in range(1, 2 * guide.orders.shape[0]):
        tables = guide.orders[look >> 1]
        in_layers = look & 1 != 0
        if tables[ALL_MOVES] != 0 and not in_layers:
            continue  # best first, so many moves lead nowhere
        if in_layers:
            width = max(1, max_states // LAYERS)
            look_in_layers(ws, tables, guide.columns, guide.relaxed, rows_left, max_states, width)
        else:
            look_by(ws, tables, guide, rows_left, max_states)
        gather_plans(ws, guide, rows_left)
        if ws.counters[WIN] != 0:
            return


@kernel
def gather_plans(ws: FairWorkspace, guide: Guide, rows_left: int) -> None:
    """Add a plan for each good event among the states of the last look, or the win alone."""
    counters, states, best_ends = ws.counters, ws.states, ws.best_ends
    if counters[WIN] != 0:
        ws.plans.found[0] = 0
        add_plan(ws, counters[WIN], CERTAIN_WIN)
        return
    if counters[BEST] == 0:
        return
    for at in range(counters[STATES]):
        best_ends[at] = 0
    for at in range(1, counters[STATES]):
        event = states[at, EVENT]
        if event != 0:
            end = best_ends[event]
            if end == 0 or states[at, WORTH] < states[end, WORTH]:
                best_ends[event] = at
    # The best by score comes first: of plans that are worth the same the first is taken.
    first = states[counters[BEST], EVENT]
    add_event(ws, first, guide, rows_left)
    worst = states[counters[BEST], WORTH] + MARGIN
    for event in range(1, counters[STATES]):
        end = best_ends[event]
        if end != 0 and event != first and states[end, WORTH] <= worst:
            add_event(ws, event, guide, rows_left)


@kernel
def add_event(ws: FairWorkspace, event: int, guide: Guide, rows_left: int) -> None:
    """Add the plan that leads to an event, worth what its best end is worth."""
    end = ws.best_ends[event]
    worth = ws.states[end, WORTH]
    if guide.nets.shape[0] > 0:
        worth = worth_by_nets(ws, end, guide, rows_left, False)
    add_plan(ws, event, worth)


@kernel
def worth_by_nets(ws: FairWorkspace, at: int, guide: Guide, rows_left: int, dealt: bool) -> Any:
    """Return how good a state is as an end of a plan by the networks; lower is better."""
    odds = odds_of(
        ws.rows, at, ws.unseen, ws.unseen_ranks, guide.columns, rows_left, dealt, guide.nets,
        ws.inputs, ws.notes, ws.work,
    )  # fmt: skip
    return MOVE_COST * ws.states[at, DEPTH] - odds


@kernel
def gather_deal(ws: FairWorkspace, guide: Guide, rows_left: int) -> None:
    """Add the plan that leads to the best state to deal from in the last look, if there is one."""
    at = ws.counters[BEST_DEAL]
    if at < 0:
        return
    worth = ws.states[at, WORTH]
    if guide.nets.shape[0] > 0:
        worth = worth_by_nets(ws, at, guide, rows_left, True)
    plan = add_plan(ws, at, worth)
    if plan >= 0:
        plans = ws.plans
        plans.moves[plan, plans.lengths[plan]] = DEAL
        plans.lengths[plan] += 1


@kernel
def add_plan(ws: FairWorkspace, at: int, worth: int) -> Any:
    """Keep the plan that leads to a state, unless a better one does; return its place, or -1.

    Where there is no place it takes that of the worst, if it is better.
    """
    plans = ws.plans
    found = plans.found[0]
    place = found
    for other in range(found):
        if same_state(ws.rows, at, plans.rows, other):
            place = other
    if place == MOST_PLANS:
        place = 0
        for other in range(1, MOST_PLANS):
            if plans.worths[other] > plans.worths[place]:
                place = other
    if place < found and plans.worths[place] <= worth:
        return -1
    plans.lengths[place] = write_path(ws.states, at, plans.moves[place])
    plans.worths[place] = worth
    for i in range(STRIDE):
        plans.rows[place, i] = ws.rows[at, i]
    plans.found[0] = max(found, place + 1)
    return place


@kernel
def same_state(rows: Any, at: int, others: Any, other: int) -> Any:
    """Whether two rows hold the same state, column by column."""
    same = True
    for i in range(8 * POLYNOMIALS):
        same = same and rows[at, i] == others[other, i]
    return same


@kernel
def best_plan(plans: Plans) -> Any:
    """Return the place of the best plan, the first of equals; -1 if there is none."""
    best = -1
    for plan in range(plans.found[0]):
        if best < 0 or plans.worths[plan] < plans.worths[best]:
            best = plan
    return best


@kernel
def decide(ws: FairWorkspace, guide: Guide, rows_left: int, effort: Effort) -> Any:
    """Write to ``ws.plan`` the best plan of :func:`find_plans`; return the number of its moves."""
    return take_plan(ws, find_plans(ws, guide, rows_left, effort))


@kernel
def take_plan(ws: FairWorkspace, plan: int) -> Any:
    """Write to ``ws.plan`` one of the plans, none if -1; return the number of its moves."""
    if plan < 0:
        return 0
    length = ws.plans.lengths[plan]
    for i in range(length):
        ws.plan[i] = ws.plans.moves[plan, i]
    return length
