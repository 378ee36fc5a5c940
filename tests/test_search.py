"""The beam search: the same whatever the slices and threads, within its limits, and honest."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import groupby

import numpy as np
import pytest
from engine_states import CASES, NAMES, key_of, opening, scanned
from positions import case, table

from solver.engine import beam, search
from solver.engine.exhaust import exhaust
from solver.engine.families import family_of
from solver.engine.known import KnownWins
from solver.engine.layout import DEAL, pack, pack_stock
from solver.engine.moves import TOTAL_VALUE, TOTALS, scan_state
from solver.engine.search import BeamAnswer, beam_search, unpack_move
from solver.rules.move import DEAL_ROW, Move
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant, find_variant
from solver.rules.verify import replay

ANY_NODES = 3_000_000
FOUR = find_variant("spider", 4)
DEALS = [(variant, 700 + i) for i in range(2) for variant in VARIANTS]


def searched(
    position: Position,
    width: int = 10,
    max_depth: int = 200,
    max_nodes: int = ANY_NODES,
    every_empty: bool = False,
) -> BeamAnswer:
    schedule = family_of(position.variant).schedule
    return beam_search(position, schedule, width, max_depth, max_nodes, every_empty)


@pytest.fixture
def fresh_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let searches of this test make their own workspaces."""
    monkeypatch.setattr(search, "_memory", threading.local())


@pytest.mark.parametrize(("variant", "number"), DEALS)
def test_a_solution_wins_by_the_plain_rules(variant: Variant, number: int) -> None:
    """S01, for every variant."""
    position = opening(variant, number)
    answer = searched(position, 30)
    if answer.moves is not None:
        assert replay(position, answer.moves).won
    assert position == opening(variant, number), "the search changed the position"


@pytest.mark.parametrize("size", [1, 1000, 50_000])
def test_the_answer_does_not_depend_on_the_slices(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    positions = [opening(FOUR, 3), case("P05"), case("P04"), opening(VARIANTS[7], 10)]
    whole = [searched(position, 30, max_nodes=300_000) for position in positions]
    monkeypatch.setattr(search, "SLICE", size)
    assert [searched(position, 30, max_nodes=300_000) for position in positions] == whole


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_a_search_leaves_nothing_behind_for_the_next(fresh_memory, variant: Variant) -> None:
    """Whatever was searched before, won or not, in the same memory."""
    positions = [opening(variant, number) for number in range(4)]
    alone = []
    for position in positions:
        search._memory = threading.local()
        alone.append(searched(position, max_nodes=300_000))
    search._memory = threading.local()
    assert [searched(position, max_nodes=300_000) for position in positions] == alone
    assert [searched(position, max_nodes=300_000) for position in positions[::-1]] == alone[::-1]


def test_two_threads_at_once_answer_like_one_after_the_other() -> None:
    """S11."""
    deals = [(variant, number) for variant in (FOUR, VARIANTS[7]) for number in range(12)]

    def work(answers: dict[tuple[str, int], BeamAnswer]) -> None:
        for variant, number in deals:
            answers[variant.name, number] = searched(opening(variant, number), 30)

    alone: dict[tuple[str, int], BeamAnswer] = {}
    together: list[dict[tuple[str, int], BeamAnswer]] = [{}, {}]
    work(alone)
    threads = [threading.Thread(target=work, args=(answers,)) for answers in together]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == [alone, alone]


@pytest.mark.parametrize("max_nodes", [0, 1, 100, 10_000, 100_000])
def test_the_limit_on_nodes_is_kept_to_within_a_layer(max_nodes: int) -> None:
    """S13: also limits of 0 and 1."""
    width = 10
    answer = searched(opening(FOUR, 13), width, max_nodes=max_nodes)
    assert answer.stopped == (answer.nodes >= max_nodes)
    assert answer.nodes < max_nodes + width * beam.BRANCHING
    assert not answer.exhausted


def test_no_nodes_are_used_where_none_are_allowed() -> None:
    for max_nodes in (0, -5):
        assert searched(opening(FOUR, 13), max_nodes=max_nodes) == BeamAnswer(
            None, exhausted=False, nodes=0, stopped=True
        )


def test_more_nodes_do_not_change_an_answer_that_was_found() -> None:
    """S05."""
    position = opening(find_variant("spider", 1), 5)
    found = searched(position)
    assert found.moves is not None
    assert searched(position, max_nodes=found.nodes) == found
    assert searched(position, max_nodes=10 * found.nodes) == found


@pytest.mark.parametrize("max_depth", [1, 2, 20, 60])
@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_no_stage_is_longer_than_the_depth(variant: Variant, max_depth: int) -> None:
    answer = searched(opening(variant, 2), max_depth=max_depth)
    assert not answer.exhausted
    assert not answer.stopped
    if answer.moves is not None:
        assert max(_stage_lengths(answer.moves)) <= max_depth


def _stage_lengths(moves: tuple[Move, ...]) -> list[int]:
    return [
        len(list(stage)) for is_deal, stage in groupby(moves, lambda m: m.is_deal) if not is_deal
    ]


def test_a_win_needs_just_as_much_depth_as_its_longest_stage() -> None:
    position = case("P11")
    found = searched(position)
    assert found.moves is not None
    enough = max(_stage_lengths(found.moves))
    assert searched(position, max_depth=enough).moves is not None
    short = searched(position, max_depth=1)
    assert short.moves is None
    assert not short.exhausted


@pytest.mark.parametrize("width", [1, 10, 100])
def test_a_full_table_of_seen_states_is_a_limit(fresh_memory, monkeypatch, width: int) -> None:
    """It neither hangs nor proves anything."""
    monkeypatch.setattr(search, "SEEN_BY_WIDTH", 1)
    schedule, size = family_of(FOUR).schedule, 1 << 12
    answer = beam_search(opening(FOUR, 1), schedule, width, 200, ANY_NODES)
    assert search._memory.workspaces[width].table.size == size
    assert not answer.exhausted
    puzzle = searched(case("P12"), width)
    assert puzzle.moves is None
    assert not puzzle.exhausted
    used = search._memory.workspaces[width].counters[beam.TABLE_USED]
    assert used <= size // 2 + width


@pytest.mark.parametrize(("layer", "is_taken"), [(beam.KEPT, False), (5, False), (4, True)])
def test_only_what_an_earlier_layer_did_not_keep_gives_its_slot_back(
    layer: int, is_taken: bool
) -> None:
    """In layer 5; a key is found before and behind a slot that is free to take."""
    table, layers = np.zeros(16, np.uint64), np.zeros(16, np.int32)
    wanted, other, behind = (np.uint64(3 << 20 | low) for low in (1, 2, 3))
    table[3], layers[3] = other, layer
    table[4], layers[4] = behind, beam.KEPT
    assert beam.place_for(table, layers, wanted, 5) == (3 if is_taken else 5)
    assert beam.place_for(table, layers, other, 5) == 3
    assert beam.place_for(table, layers, behind, 5) == 4


@pytest.mark.parametrize("entries", [1, 30, 200])
@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_a_full_history_is_a_limit(fresh_memory, monkeypatch, variant, entries: int) -> None:
    """Nothing is ever written past its end, by layers or by deals."""
    width = 10
    monkeypatch.setattr(search, "LARGEST_HISTORY", 2 * width + entries)
    answer = searched(opening(variant, 1), width)
    ws = search._memory.workspaces[width]
    assert len(ws.history) == 2 * width + entries
    assert ws.counters[beam.HISTORY] <= len(ws.history)
    assert answer.moves is None
    assert not answer.exhausted


@pytest.mark.parametrize("width", [1, 3, 10])
@pytest.mark.parametrize("max_depth", range(1, 9))
def test_the_history_is_long_enough_for_every_stage(fresh_memory, width, max_depth) -> None:
    """With the memory that it asks for, a search is never cut short by it."""
    for variant in (FOUR, VARIANTS[7], VARIANTS[-1]):
        searched(opening(variant, 4), width, max_depth)
        ws = search._memory.workspaces[width]
        assert ws.counters[beam.HISTORY] + width <= len(ws.history)


def test_a_deeper_search_makes_room_for_its_history(fresh_memory) -> None:
    position = opening(FOUR, 4)
    searched(position, 10, 20)
    short = len(search._memory.workspaces[10].history)
    deep = searched(position, 10, 400)
    assert len(search._memory.workspaces[10].history) > short
    search._memory = threading.local()
    assert searched(position, 10, 400) == deep


@pytest.mark.parametrize("width", [1, 2, 10, 30])
def test_a_stage_that_kept_nothing_to_deal_from_fills_its_columns(width: int) -> None:
    """P05: eight empty columns; the two runs must be split over all of them to deal."""
    position = case("P05")
    answer = searched(position, width)
    assert answer.moves is not None
    assert DEAL_ROW in answer.moves
    assert replay(position, answer.moves).won


def test_a_search_of_everything_proves_a_loss() -> None:
    """Two cards that never leave, stock empty: nothing is left out, so the loss is proved."""
    answer = searched(table("KS", "QH", "5S", runs=7), 1000)
    assert answer == replace(answer, moves=None, exhausted=True, stopped=False, by_choice=False)
    assert answer.nodes > 0


def test_a_dead_stock_is_proved_only_with_every_empty_column() -> None:
    """R05, P04: three cards on the table can never fill ten columns."""
    by_choice = searched(case("P04"), 3000)
    assert (by_choice.exhausted, by_choice.by_choice) == (False, True)
    full = searched(case("P04"), 3000, every_empty=True)
    assert (full.exhausted, full.by_choice) == (True, False)


def test_what_the_width_cut_off_is_no_proof() -> None:
    for width in (1, 2, 5):
        answer = searched(case("P04"), width, every_empty=True)
        assert not answer.exhausted
        assert not answer.by_choice


def test_a_position_without_a_move_is_lost_at_once() -> None:
    """S09's plain kind: kings alone in every column, nothing to deal."""
    position = table(*["(2S) KS"] * 4, *["(2H) KH"] * 4, "(2D) KD", "(2D) KD", runs=0)
    assert not position.legal_moves()
    answer = searched(position)
    assert answer == BeamAnswer(None, exhausted=True, nodes=0)


@pytest.mark.parametrize("name", CASES)
def test_the_same_search_gives_the_same_answer(name: str) -> None:
    assert searched(case(name), max_nodes=200_000) == searched(case(name), max_nodes=200_000)


@pytest.mark.parametrize("move", [DEAL_ROW, Move(9, 0, 13), Move(0, 9, 1), Move(3, 7, 4)])
def test_packed_moves_come_out_as_they_were(move: Move) -> None:
    packed = DEAL if move.is_deal else move.source | move.target << 4 | move.count << 8
    assert unpack_move(packed) == move


@pytest.mark.parametrize("width", [1, 7])
def test_only_the_best_of_the_states_that_may_deal_start_the_next_stage(width: int) -> None:
    """The pool is cut to the width by value after the deal; ties keep their order."""
    ws = beam.new_workspace(width, 1000, 12)
    values = [5, 3, 9, 3, 1, 9, 2, 2, 8, 7][: 4 * width]
    ws.counters[beam.POOL] = len(values)
    for i, value in enumerate(values):
        ws.pool[i] = value, i, 0
        ws.pool_words[i] = i
    beam.keep_best_of_pool(ws.counters, ws.pool_counts, ws.pool, ws.pool_words, width)
    kept = ws.counters[beam.POOL]
    best = sorted(range(len(values)), key=lambda i: (values[i], i))[:width]
    assert ws.pool[:kept, 1].tolist() == sorted(best)
    assert ws.pool_words[:kept, 0].tolist() == sorted(best)
    assert ws.counters[beam.DISCARDED] == beam.BY_LIMIT


@pytest.mark.parametrize("width", [1, 4, 25])
def test_a_layer_keeps_the_best_children_and_says_when_it_left_some_out(width: int) -> None:
    position = opening(FOUR, 8)
    for _ in range(3):
        position.push(position.legal_moves()[0])
    family, stock = family_of(FOUR), pack_stock(position)
    costs = search.tables_of(family.schedule)[len(stock)]
    rules = FOUR.columns, FOUR.relaxed
    ws = beam.new_workspace(width, 100 * width, 12)
    beam.begin(ws, pack(position), costs, *rules, True)
    beam.run_layers(ws, stock, 0, costs, *rules, True, False, width, 0, 1, 8, 10**9)
    size = int(ws.counters[beam.SIZE])
    first = int(ws.counters[beam.LAYER])
    children = _values_of_children(position, costs)
    assert size == min(width, len(children))
    values = [_value_of_row(ws, at, costs, rules) for at in range(first, first + size)]
    assert sorted(values) == sorted(children)[:size]
    left_out = bool(ws.counters[beam.DISCARDED] & beam.BY_LIMIT)
    assert left_out or size == len(children)


def _values_of_children(position: Position, costs) -> list[int]:
    values = {}
    for move in position.legal_moves():
        if not move.is_deal:
            position.push(move)
            values[key_of(position)] = int(scanned(position, costs).table[TOTALS, TOTAL_VALUE])
            position.pop()
    return list(values.values())


def _value_of_row(ws: beam.Workspace, at: int, costs, rules) -> int:
    scan_state(ws.rows, ws.words, at, ws.scan, ws.keys, costs, *rules, True)
    return int(ws.scan[TOTALS, TOTAL_VALUE])


def test_memory_is_kept_for_few_widths_and_says_nothing_of_what_was_before(fresh_memory) -> None:
    position = opening(FOUR, 3)
    first = searched(position, 20, max_nodes=20_000)
    for width in range(1, 3 * search.MOST_WIDTHS):
        searched(position, width, max_nodes=1000)
        assert len(search._memory.workspaces) <= search.MOST_WIDTHS
    assert searched(position, 20, max_nodes=20_000) == first


def known_win(position: Position) -> tuple[KnownWins, tuple[Move, ...]]:
    moves = searched(position, 30).moves
    assert moves is not None
    known = KnownWins(position)
    known.add(moves)
    return known, moves


@pytest.mark.parametrize("width", [10, 100])
def test_a_search_for_a_shorter_win_finds_one_or_none(width: int) -> None:
    position = opening(VARIANTS[0], 3)
    schedule, rest = family_of(VARIANTS[0]).schedule, (width, 200, ANY_NODES)
    length, lengths = 1000, []
    while (moves := beam_search(position, schedule, *rest, below=length).moves) is not None:
        assert len(moves) < length
        assert replay(position, moves).won
        length = len(moves)
        lengths.append(length)
    assert lengths
    assert beam_search(position, schedule, *rest).moves is not None


def test_it_is_no_longer_than_the_first_win_and_may_be_shorter() -> None:
    variant, gains = find_variant("spiderette", 2), []
    for number in range(3, 9):
        position = opening(variant, number)
        schedule = replace(family_of(variant).schedule, pace=30)
        first = beam_search(position, schedule, 30, 200, ANY_NODES).moves
        if first is not None:
            best = beam_search(position, schedule, 30, 200, ANY_NODES, below=1000).moves
            assert best is not None
            gains.append(len(first) - len(best))
    assert min(gains) >= 0
    assert max(gains) > 0


def test_a_search_ends_at_a_state_from_which_a_win_is_known() -> None:
    position = opening(VARIANTS[0], 3)
    known, moves = known_win(position)
    schedule = family_of(VARIANTS[0]).schedule
    few = 2_000
    assert beam_search(position, schedule, 30, 200, few, below=1000).moves is None
    answer = beam_search(position, schedule, 30, 200, few, known=known, below=1000)
    assert answer.moves is not None
    assert len(answer.moves) <= len(moves)
    assert replay(position, answer.moves).won
    shorter = beam_search(position, schedule, 30, 200, few, known=known, below=len(moves))
    assert shorter.moves is None or len(shorter.moves) < len(moves)


@pytest.mark.slow
@pytest.mark.parametrize("number", [2_000_053, 2_000_107])
def test_what_a_beam_that_leaves_lost_states_out_proves_is_so(number: int) -> None:
    position = opening(find_variant("spiderette", 4), number)
    answer = beam_search(position, family_of(FOUR).schedule, 300, 200, 10**6, every_empty=True)
    assert answer.exhausted
    assert exhaust(position, 100_000).exhausted


@pytest.mark.slow
def test_lost_states_leave_room_for_others_in_a_beam() -> None:
    """A beam of the same width that kept them won none of these deals."""
    won = 0
    for number in (2_000_044, 2_000_059, 2_000_063, 2_000_070, 2_000_108, 2_000_145, 2_000_149):
        position = opening(find_variant("spiderette", 4), number)
        answer = beam_search(position, family_of(FOUR).schedule, 300, 200, 10**7)
        if answer.moves is not None:
            won += 1
            assert replay(position, answer.moves).won
    assert won >= 3
