"""What a player types, and what is answered: the game loop without a terminal."""

from __future__ import annotations

import functools
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import case, lively_move, shown, table

from solver.errors import SpiderError
from solver.result import SolveResult, Verdict
from solver.rules.move import DEAL_ROW, Move
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant
from solver.rules.verify import replay
from spidercli.render import card_label
from spidercli.session.keeper import NoKeeper
from spidercli.session.named_game import NamedGame
from spidercli.session.saves import format_save, parse_save
from spidercli.session.session import Reply, Session
from spidercli.session.words import LANGUAGES, load_words

CODE = "SP1-S4C-AAAAAAD"


def no_solver(position: Position, name: str) -> SolveResult:
    raise SpiderError("no solver here")


def session_of(start: Position | str, *, language: str = "en", **options: Any) -> Session:
    named = NamedGame.of_code(start) if isinstance(start, str) else NamedGame.begun("test", start)
    keeper = options.pop("keeper", NoKeeper())
    solver = options.pop("solver", no_solver)
    label = functools.partial(card_label, ascii=True)
    return Session(named, load_words(language), label, keeper, solver, **options)


def everything(session: Session) -> tuple[object, ...]:
    """Return all that a refused command must leave as it was."""
    game = session.game
    return (game.position.key(), game.score, game.moves, game.undone, game.undo_count, session.auto)


def refused(session: Session, line: str) -> str:
    """Type a line that must change nothing; return the one line that is answered."""
    before = everything(session)
    reply = session.answer(line)
    assert not reply.ok
    assert everything(session) == before
    assert len(reply.lines) == 1
    assert reply.lines[0].isprintable()
    return reply.lines[0]


def done(session: Session, line: str) -> Reply:
    reply = session.answer(line)
    assert reply.ok, reply.lines
    return reply


# Moves


def test_two_columns_move_the_longest_group_that_fits() -> None:
    session = session_of(table("KS", "9H 8S 7S 6S", "8H", "9S", ""))
    done(session, "2 3")
    assert session.game.moves == (Move(1, 2, 2),)
    done(session, "u, 2 4")
    assert session.game.moves == (Move(1, 3, 3),)
    done(session, "u, 2 5")
    assert session.game.moves == (Move(1, 4, 3),)


def test_a_third_number_is_how_many_cards_move() -> None:
    session = session_of(table("KS", "9H 8S 7S 6S", "8H", "9S", ""))
    done(session, "2 5 1")
    assert session.game.moves == (Move(1, 4, 1),)
    assert "6S does not go onto 8H" in refused(session_of(session.named.start), "2 3 1")


def test_one_column_moves_its_group_to_the_same_suit_then_another_then_an_empty_one() -> None:
    """R13, R19: same suit wins though another stands before it; empty comes last."""
    session = session_of(table("", "9H", "8S 7S", "9S", "KS"))
    done(session, "3")
    assert session.game.moves[-1] == Move(2, 3, 2)
    session = session_of(table("", "9H", "8S 7S", "KS", "KS"))
    done(session, "3")
    assert session.game.moves[-1] == Move(2, 1, 2)
    session = session_of(table("", "KH", "8S 7S", "KS", "KS"))
    done(session, "3")
    assert session.game.moves[-1] == Move(2, 0, 2)


def test_one_column_that_is_empty_or_has_nowhere_to_go_is_a_message() -> None:
    """R19: no crash on an empty column, and nothing changes."""
    session = session_of(table("", *["KS"] * 9))
    assert refused(session, "1") == "column 1 is empty (R3)"
    session = session_of(table(*["KS"] * 10))
    assert "column 1" in refused(session, "1")


def test_no_command_takes_away_a_run_of_mixed_suits() -> None:
    """R19: king to ace in two suits stays on the table."""
    mixed = "KS QH JS TS 9S 8S 7S 6S 5S 4S 3S"
    session = session_of(table(mixed, "2S AS", "", *["KS"] * 7))
    done(session, "2 1")
    assert session.game.position.runs == 0
    assert shown(session.game.position, 1) == mixed + " 2S AS"


def test_a_move_tells_what_moved_turned_up_and_left() -> None:
    run = "(9H) KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    session = session_of(table(run, "(3D) AS", *["KH"] * 8))
    assert done(session, "2 1").lines[0] == (
        "From 2 to 1: AS. A run of spades leaves column 1: +100."
        " 3D turns up in column 2. 9H turns up in column 1."
    )


def test_a_king_and_a_column_of_any_length_go_to_an_empty_column_without_stock() -> None:
    """R11: the columns' identity counts, not how many cards they hold."""
    session = session_of(case("P11"))
    done(session, "1 2")
    assert not session.game.position.columns[0]
    session = session_of(table("KS QS", "", "KH", "QH"))
    done(session, "1 2 2, 3 1")
    assert shown(session.game.position, 1) == "KH"


def test_changed_places_are_those_that_show_something_new() -> None:
    session = session_of(table("(9H) 8S 7S", "9S", *["KH"] * 8, stock="AS " * 10))
    done(session, "1 2")
    assert session.changed == {(0, 0), (1, 1), (1, 2)}
    done(session, "t 1")
    assert session.changed == frozenset()
    done(session, "d")
    assert len(session.changed) == 10
    done(session, "")
    assert len(session.changed) == 10


# What is refused, and why


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1 2", "QS does not go onto 9S, which is not one rank higher (R3); column 1 can go: 1"),
        ("3 1", "a king goes only to an empty column; column 1 is not empty (R3); column 3 can"),
        ("2 5", "nothing goes onto an ace, and column 5 ends in AH (R3)"),
        ("1 1", "a move needs two different columns (R3)"),
        ("4 1", "column 4 is empty (R3)"),
        ("2 1 2", "the last 2 cards of column 2 do not descend one by one (R5)"),
        ("6 2 2", "the last 2 cards of column 6 are not all of one suit (R5)"),
        ("6 2", "the last 2 cards of column 6 are not all of one suit (R5)"),
        ("5 1 2", "column 5 shows only 1 face up, not 2 (R5)"),
        ("d", "no deal while a column is empty; column 4 is (R7)"),
    ],
)  # fmt: skip
def test_a_refused_move_names_the_rule_and_what_is_legal_instead(line: str, says: str) -> None:
    start = table(
        "QS", "7S 9S", "KS", "", "(2D) AH", "8H 7D", "KS", "KS", "KS", "KS", stock="AS AS AS AS"
    )
    assert refused(session_of(start), line).startswith(says)


def test_the_deal_says_when_the_stock_is_empty() -> None:
    assert refused(session_of(table(*["KS"] * 10)), "d") == "the stock is empty (R7)"


def test_nobody_is_told_to_fill_columns_for_which_there_are_too_few_cards() -> None:
    """R05: P04 and its like in Spiderette."""
    spiderette = table("KS", "QS", "JS", game="spiderette", suits=1, stock="TS " * 10, runs=3)
    for start in (case("P04"), spiderette):
        session = session_of(start)
        text = refused(session, "d")
        assert "too few cards are left" in text
        assert "fill an" not in text
        assert "fills an empty column" not in " ".join(done(session, "h").lines)


def test_the_short_deal_of_spiderette_gives_three_cards_and_takes_back_three() -> None:
    """R13 (case): deal, undo, redo; refused where any column is empty; undo after a refusal."""
    session = session_of(case("P06"))
    before = session.game.position.copy()
    done(session, "d")
    assert [shown(session.game.position, i)[-2:] for i in (1, 2, 3)] == ["3S", "6S", "AS"]
    assert [session.game.position.columns[i] for i in (3, 4, 5, 6)] == before.columns[3:]
    done(session, "u")
    assert session.game.position == before
    done(session, "r")
    assert not session.game.position.stock
    session = session_of(case("P07"))
    done(session, "6 7 1")
    done(session, "7 6 1")
    assert "column 7 is" in refused(session, "d")
    done(session, "u")
    assert session.game.moves == (Move(5, 6, 1),)


@pytest.mark.parametrize(
    "line",
    [
        "0 1 1", "-1 2 1", "11 1 1", "1 1 1", "1 2 0", "1 2 99", "1 2 -3", "x", "１ ２ １",
        "9" * 10**6, "\x00", "\udcff", "1 0", "1 -1", "1 11", "0", "-1", "11", "t 0", "t -1",
        "u 0", "u -1", "r", "u", "r 0", "999 999 999", "new SP1-S3C-AAAAAAD", "new x y",
        "load", "load /no/such/file", "load \x00", "save /no/such/folder/file", "save \x00",
        "load ~nobody-of-this-name/x",
    ],
)  # fmt: skip
def test_no_input_costs_anything(line: str) -> None:
    """T01: one line is answered, and state, score, counter and undo stay as they were."""
    session = session_of(CODE)
    refused(session, line)


@pytest.mark.parametrize("line", ["8 1 1", "1 8 1", "8"])
def test_spiderette_has_seven_columns(line: str) -> None:
    """T01: 8 is no column there."""
    assert "the columns are 1 to 7" in refused(session_of("SD1-S1-AAAAABD"), line)


def test_an_empty_line_shows_the_table_and_costs_nothing() -> None:
    session = session_of(CODE)
    before = everything(session)
    reply = done(session, "")
    assert reply.table
    assert everything(session) == before


def test_a_line_stops_at_the_first_refused_command() -> None:
    session = session_of(table("7S", "8S", "9S", *["KS"] * 7))
    reply = session.answer("1 2, 3 4, 2 3")
    assert not reply.ok
    assert session.game.moves == (Move(0, 1, 1),)
    assert reply.lines[-1].startswith("3 4: 9S does not go onto KS")
    assert reply.lines[-1].endswith("(what came after it was not done)")


def test_a_line_with_an_unknown_word_does_nothing_at_all() -> None:
    session = session_of(table("7S", "8S", *["KS"] * 8))
    assert "'fly' is no command" in refused(session, "1 2, fly")


# Score and undo


def test_score_and_counter_come_back_exactly_however_often() -> None:
    """R15 (case): at the floor too, and a thousand times."""
    session = session_of(table("KS", "QS", "", *["KH"] * 7))
    session.game.score = 0
    for _ in range(1000):
        done(session, "2 1")
        assert session.game.score == 0
        done(session, "u")
        assert (session.game.score, session.game.counter) == (0, 0)


def test_undo_takes_back_a_removed_run_with_the_move_that_completed_it() -> None:
    """R01, R11 (rule): the deal of P01 completes a run; one undo brings all back."""
    session = session_of(case("P01"))
    before = session.game.position.copy()
    score = session.game.score
    reply = done(session, "d")
    assert "A run of spades leaves column 1: +100. 9S turns up in column 1." in reply.lines[0]
    assert session.game.score == score + 99
    done(session, "u")
    assert session.game.position == before
    assert session.game.score == score


def test_undo_and_redo_take_a_number_and_do_what_they_can() -> None:
    session = session_of(CODE)
    done(session, "d, d, d")
    assert done(session, "u 2").lines == ["2 actions taken back."]
    assert done(session, "u 9").lines == ["1 action taken back."]
    assert refused(session, "u") == "nothing to undo (R11)"
    assert done(session, "r 2").lines == ["2 actions made again."]
    assert session.game.moves == (DEAL_ROW,) * 2
    assert "only the last 100 actions" in _after_150_moves()


def _after_150_moves() -> str:
    session = session_of(table("2S", ""))
    for _ in range(75):
        done(session, "1 2, 2 1")
    done(session, "u 100")
    return refused(session, "u")


def test_a_random_game_with_random_undo_comes_back_to_every_state() -> None:
    """R17 (case): one action is one undo, and every card's face comes back too."""
    chance = random.Random(17)
    session = session_of("SP1-S2C-AAAAAAD")
    states = [everything(session)[:2]]
    for _ in range(300):
        if len(states) > 1 and chance.random() < 0.3 and session.game.undo_count:
            done(session, "u")
            states.pop()
        elif move := lively_move(session.game.position, chance):
            done(
                session,
                "d" if move.is_deal else f"{move.source + 1} {move.target + 1} {move.count}",
            )
            states.append(everything(session)[:2])
        assert everything(session)[:2] == states[-1]


# The end of a game (R9)


def test_a_win_is_told_with_score_and_counter_and_can_be_undone() -> None:
    run = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    session = session_of(table(run, "AS", runs=7))
    reply = done(session, "2 1")
    assert reply.lines[-1].startswith("The game is won in 1 move: score 1299.")
    assert not reply.leave
    assert session.answer("h").lines[0].startswith("The game is won")
    done(session, "u")
    assert not session.game.is_won


def test_no_move_left_is_told_and_the_game_goes_on() -> None:
    columns = ["KS"] * 8
    session = session_of(table("7S", "8S", *columns))
    reply = done(session, "1 2")
    assert reply.lines[-1].startswith("From 1 to 2")
    session = session_of(table("KS", "QS", *columns, stock="KS " * 10))
    reply = done(session, "2 1")
    assert not reply.lines[-1].startswith("No move is left")
    session = session_of(table(*["QS"] * 10, stock="KS " * 10))
    reply = done(session, "d")
    assert reply.lines[-1].startswith("No move is left. u takes one back")
    assert not reply.leave
    assert done(session, "u").table


def test_moves_that_only_go_back_and_forth_are_not_called_no_move() -> None:
    """S09: P12 has moves; nothing is said of it unless the solver has proved it."""
    session = session_of(case("P12"))
    move = session.game.position.legal_moves()[0]
    reply = done(session, f"{move.source + 1} {move.target + 1} {move.count}")
    assert "No move is left" not in " ".join(reply.lines)
    assert "won" not in " ".join(reply.lines)


# Questions


def test_targets_are_told_as_what_to_type_and_marked() -> None:
    """R14."""
    session = session_of(table("", "9H", "8S 7S", "9S", "8H"))
    reply = done(session, "t 3")
    assert reply.lines == ["column 3 can go: 3 1, 3 2, 3 4, 3 5, 3 6, 3 7, 3 8, 3 9, 3 10"]
    assert session.marked_columns == {0, 1, 3, 4, 5, 6, 7, 8, 9}
    assert reply.table
    assert session.game.moves == ()


def test_a_hint_is_what_to_type_and_why_and_it_is_not_played() -> None:
    """R07: the 8 lies on a hidden 9 of its suit, and the hint does not know it."""
    session = session_of(table("(9S) 8S", "9S", *["KS"] * 8))
    before = everything(session)
    assert done(session, "h").lines == ["Try 1 2 1 (8S): it turns up a face-down card."]
    assert everything(session) == before
    assert "Nothing that I see helps" in done(session_of(table(*["KS"] * 10)), "h").lines[0]


def result_of(verdict: Verdict, *moves: Move, nodes: int = 7) -> SolveResult:
    solution = moves if verdict is Verdict.WON else None
    return SolveResult("x", VARIANTS[0], verdict, solution, None, None, nodes, 0.0)


@pytest.mark.parametrize(
    ("result", "says"),
    [
        (
            result_of(Verdict.WON, Move(1, 0, 1), DEAL_ROW),
            ["This can still be won, in 2 more moves (found with all cards seen):", "2 1 1, d"],
        ),
        (
            result_of(Verdict.UNWINNABLE),
            ["This cannot be won any more: the solver has tried every way to go on. (R9)"],
        ),
        (
            result_of(Verdict.UNDECIDED),
            ["Not decided: 7 positions were not enough. It may be won or lost."],
        ),
    ],
)
def test_the_solver_is_asked_and_its_three_answers_stay_three(
    result: SolveResult, says: list[str]
) -> None:
    """S05: undecided is never told as lost."""
    assert done(session_of(CODE, solver=lambda *_: result), "s").lines == says


def test_what_the_solver_says_can_be_typed() -> None:
    solution = [Move(7, 6, 1), DEAL_ROW]
    session = session_of(CODE, solver=lambda *_: result_of(Verdict.WON, *solution))
    done(session, done(session, "s").lines[1])
    assert session.game.moves == tuple(solution)


NEARLY_WON = table("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "AS", runs=7)
PAR = "The solver wins this deal in 1 move: score 1299 (you: score 1299, moves 1)."


def test_after_a_win_the_solver_is_asked_about_the_deal() -> None:
    asked: list[Position] = []

    def solver(position: Position, name: str) -> SolveResult:
        asked.append(position)
        return replace(result_of(Verdict.WON, Move(1, 0, 1)), score=1299)

    session = session_of(NEARLY_WON, solver=solver)
    done(session, "2 1")
    assert done(session, "s").lines == [PAR]
    assert asked == [NEARLY_WON]


def test_with_par_the_solver_is_asked_by_itself() -> None:
    def solver(position: Position, name: str) -> SolveResult:
        return replace(result_of(Verdict.WON, Move(1, 0, 1)), score=1299)

    session = session_of(NEARLY_WON, solver=solver, par=True)
    assert done(session, "2 1").lines[-1] == PAR
    assert "s shows" not in " ".join(session.reply.lines)
    done(session, "u")
    assert PAR not in done(session, "2 3").lines


def test_a_win_stays_one_where_par_cannot_be_told() -> None:
    session = session_of(NEARLY_WON, par=True)
    lines = done(session, "2 1").lines
    assert "won in 1 move" in lines[-2]
    assert lines[-1] == "no solver here"


def test_a_stopped_or_missing_solver_ends_nothing() -> None:
    """N01: the game needs no solver."""

    def stopped(position: Position, name: str) -> SolveResult:
        raise KeyboardInterrupt

    assert refused(session_of(CODE, solver=stopped), "s") == "the solver was stopped"
    assert refused(session_of(CODE), "s") == "no solver here"


def test_pages_are_answered() -> None:
    session = session_of(CODE)
    assert all("\t" in line for line in done(session, "?").lines)
    assert "(R9)" in done(session, "rules").lines[0]
    assert done(session, "code").lines == [
        f"{CODE} (spider 4 suits classic): spider play --code {CODE}"
    ]
    assert done(session, "log").lines == ["no move has been made yet"]
    done(session, "8 7, d")
    assert done(session, "log").lines == ["8-7x1 deal"]
    done(session, "u 2")
    done(session, "8-7x1 deal")
    assert session.game.counter == 2
    assert "no game code" in done(session_of(table("KS")), "code").lines[0]


# Automatic placement


def test_automatic_placement_sends_a_move_that_does_not_fit_to_the_best_column() -> None:
    start = table("", "9H", "8S 7S", "9S", "KS")
    assert "which is not one rank higher" in refused(session_of(start), "3 5")
    session = session_of(start, auto=True)
    done(session, "3 5")
    assert session.game.moves == (Move(2, 3, 2),)
    done(session, "u, 3 2")
    assert session.game.moves == (Move(2, 1, 2),)
    done(session, "u, 3 5 1")
    assert session.game.moves == (Move(2, 0, 1),)
    done(session, "auto, u")
    refused(session, "3 5")


def test_automatic_placement_moves_no_group_that_the_rules_hold_together_not() -> None:
    session = session_of(table("", "9H", "8S 7H", "9S", "KS"), auto=True)
    assert "not all of one suit" in refused(session, "3 5 2")
    assert "is empty" in refused(session, "1 5")


# Other games and files


def test_restart_begins_the_same_game_and_new_another() -> None:
    """R15 (rule)."""
    session = session_of(CODE)
    start = session.game.position.copy()
    done(session, "d, d, restart")
    assert session.game.position == start
    assert (session.game.score, session.game.counter, session.game.undo_count) == (500, 0, 0)
    done(session, "new")
    assert re.fullmatch("SP1-S4C-[A-Z]{7}", session.named.name)
    done(session, "new sd1-s1-aaaaabd")
    assert session.named.name == "SD1-S1-AAAAABD"


def test_a_saved_game_is_taken_up_where_it_was(tmp_path: Path) -> None:
    """R21: no row is dealt twice."""
    session = session_of(CODE)
    done(session, "8 7, d, d, u")
    before = everything(session)
    done(session, f"save {tmp_path / 'my game, 1.txt'}")
    done(session, "new, d")
    done(session, f"load {tmp_path / 'my game, 1.txt'}")
    assert everything(session) == before
    assert len(session.game.position.stock) == 40


class FullDisk(NoKeeper):
    """A keeper whose disk is full."""

    keeps = True

    def keep(self, named: NamedGame) -> None:
        raise OSError(28, "No space left on device")


def test_a_full_disk_is_told_once_and_ends_no_game() -> None:
    session = session_of(CODE, keeper=FullDisk())
    told = "The game cannot be kept: No space left on device. It goes on all the same."
    assert done(session, "d").lines[-1] == told
    assert told not in done(session, "d").lines
    assert session.game.counter == 2
    assert not session.is_kept


# Any input at all

LINES = st.one_of(
    st.tuples(st.integers(-1, 12), st.integers(-1, 12)).map(lambda n: f"{n[0]} {n[1]}"),
    st.tuples(st.integers(0, 11), st.integers(0, 11), st.integers(-1, 14)).map(
        lambda n: f"{n[0]} {n[1]} {n[2]}"
    ),
    st.integers(0, 11).map(str),
    st.integers(0, 11).map(lambda n: f"t {n}"),
    st.integers(0, 8).map(lambda n: f"u {n}"),
    st.sampled_from(
        ["d", "u", "r", "r 3", "auto", "log", "code", "rules", "?", "table", "restart"]
    ),
    st.text(max_size=20).filter(
        lambda text: not re.search("save|load|new|s|h|q|exit", text, re.IGNORECASE)
    ),
)


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(VARIANTS),
    st.integers(0, 10**6),
    st.sampled_from(LANGUAGES),
    st.lists(st.lists(LINES, min_size=1, max_size=3).map(", ".join), min_size=30, max_size=60),
)
def test_any_lines_keep_the_rules_and_save_and_resume_give_the_same_game(
    variant: Variant, number: int, language: str, lines: list[str]
) -> None:
    session = session_of("SP1-S1C-AAAAAAD", language=language)
    session.take_up(NamedGame.at_random(variant))
    for line in lines:
        before = everything(session)
        reply = session.answer(line)
        assert not reply.leave
        assert reply.ok or reply.lines
        if not reply.ok and "," not in line and ";" not in line:
            assert everything(session)[:5] == before[:5]
    game = session.game
    replayed = replay(session.named.start, game.moves)
    assert replayed.failed_at is None
    assert (replayed.score, replayed.played) == (game.score, game.counter)
    back = parse_save(format_save(session.named))
    assert back.game.position == game.position
    assert (back.game.score, back.game.moves, back.game.undone, back.game.undo_count) == (
        game.score,
        game.moves,
        game.undone,
        game.undo_count,
    )


def test_thousands_of_random_turns_raise_nothing() -> None:
    chance = random.Random(3)
    session = session_of("SD1-S2-AAAAABD")
    words = ["d", "u", "u 3", "r", "t 2", "h", "restart", "auto", "3", "5", "x", "1 2 3 4", "", "?"]
    for _ in range(4000):
        line = chance.choice(words)
        if chance.random() < 0.7:
            numbers = [chance.randint(0, 8) for _ in range(chance.choice([1, 2, 2, 3]))]
            line = " ".join(map(str, numbers))
        if line == "h" and chance.random() < 0.9:
            continue
        session.answer(line)
        assert (
            sum(map(len, session.game.position.columns))
            + len(session.game.position.stock)
            + 13 * session.game.position.runs
            == 52
        )
