"""Reading and writing positions: what holds for every form, and the checks (DealError)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from positions import DATA, case, lively_move, table
from texts_of_positions import SPIDERETTE, fault

from solver.errors import DealError
from solver.rules.deal import DEAL_COUNT, Deal
from solver.rules.formats import FORMS, read_position, write_position
from solver.rules.variant import CLASSIC, RELAXED, VARIANTS, find_variant

POSITIONS = sorted((DATA / "positions").glob("*.txt"))
DEALS = sorted([*(DATA / "deals").glob("*.game"), *(DATA / "deals").glob("*.json")])

# What is read


def test_all_the_files_are_there():
    assert len(POSITIONS) == 12
    assert len(DEALS) == 95 + 30


@pytest.mark.parametrize("path", [*POSITIONS, *DEALS], ids=lambda path: path.name)
def test_every_form_gives_back_what_it_can_hold(path):
    position = read_position(path.read_text())
    written = 0
    for form in FORMS:
        try:
            text = write_position(position, form)
        except DealError:
            continue
        assert read_position(text, variant=position.variant) == position
        assert read_position(text) == position
        written += 1
    assert written == (3 if path.parent.name == "deals" else 1 if path.name > "P12" else 2)


@given(st.sampled_from(VARIANTS), st.integers(0, DEAL_COUNT - 1), st.integers(0, 2**32), st.data())
def test_a_position_in_mid_game_comes_back_from_every_form(variant, number, seed, data):
    chance = random.Random(seed)
    position = Deal.from_number(variant, number).position()
    for _ in range(data.draw(st.integers(0, 60))):
        if (move := lively_move(position, chance)) is None:
            break
        position.push(move)
    for form in FORMS:
        if form == "solvitaire" and position.runs:
            continue
        text = write_position(position, form)
        assert read_position(text, variant=variant) == position
        assert text.endswith("\n")
        assert not any(line != line.rstrip() for line in text.split("\n"))
        if form == "text":
            assert read_position(text) == position


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_variant_is_seen_from_the_cards_of_an_opening(variant):
    position = Deal.from_number(variant, 5).position()
    seen = find_variant(variant.game, variant.suit_count, CLASSIC)
    for form in ("game", "solvitaire"):
        assert read_position(write_position(position, form)).variant == seen
    assert read_position(write_position(position, "text")).variant == variant


def test_what_the_user_says_of_the_variant_wins():
    position = Deal.from_number(find_variant("spider", 2), 5).position()
    relaxed = find_variant("spider", 2, RELAXED)
    four = find_variant("spider", 4)
    for form in FORMS:
        text = write_position(position, form)
        assert read_position(text, variant=relaxed).variant == relaxed
        assert "too many (" in fault(text, variant=four)


def test_p09_can_be_read_as_the_four_suit_game_that_it_is():
    text = (DATA / "positions" / "P09_trap_must_split_suited_run.txt").read_text()
    assert read_position(text).variant.suit_count == 2
    assert read_position(text, variant=find_variant("spiderette", 4)).runs == 2


def test_a_suit_beyond_hearts_makes_it_four_suits():
    assert read_position(SPIDERETTE).variant == find_variant("spiderette", 1)
    hearts = SPIDERETTE.replace("JS JS", "JH JS")
    assert "spiderette 2 suits" in fault(hearts)
    clubs = SPIDERETTE.replace("JS JS", "JC JS")
    assert "spiderette 4 suits" in fault(clubs)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("\n", "  \t\n"),
        lambda text: "\n\n# a comment\n" + text + "\n\n",
        lambda text: text.rstrip(),
        lambda text: text.lower().replace("c", "C"),
    ],
    ids=["byte order mark", "CRLF", "CR", "trailing blanks", "comments", "no line end", "case"],
)
def test_marks_line_ends_blanks_comments_and_case_do_not_matter(change):
    assert read_position(change(SPIDERETTE)) == read_position(SPIDERETTE)
    game = (DATA / "deals" / "s1_001.game").read_text()
    assert read_position(change(game)) == read_position(game)


def test_a_byte_order_mark_before_json_does_not_matter():
    text = (DATA / "deals" / "spiderette1_s1.json").read_text()
    assert read_position("\ufeff\r\n" + text) == read_position(text)


# What is refused


@pytest.mark.parametrize("text", ["", "\n \n", "# only a comment\n", "\ufeff"])
def test_an_empty_text_holds_no_position(text):
    assert fault(text) == "there is no position in this text"


@pytest.mark.parametrize("text", ["hello", "\0\1\2", "c1 5S", "Play: KS", "\udcff\udcfe", "<html>"])
def test_a_text_in_no_known_form_is_refused_with_its_line(text):
    assert fault("# x\n" + text).startswith("line 2: ")
    assert "begins no known form" in fault(text)


@pytest.mark.parametrize("text", ["x" * 1_000_000, "c1: " + "KS " * 100_000, "{" * 200_000])
def test_huge_input_gets_one_short_line(text):
    assert "too many for a position" in fault(text)


@pytest.mark.parametrize("text", ["x" * 90_000, "c1: " + "K" * 90_000, "{" * 90_000, "\0" * 9000])
def test_long_input_gets_one_short_line(text):
    fault(text)


@given(st.text(max_size=300))
def test_any_text_is_a_position_or_refused_in_one_line(text):
    fault(text + "\n?")


@given(st.binary(max_size=300))
def test_any_bytes_are_refused_in_one_line(data):
    fault(data.decode("utf-8", "surrogateescape") + "?")
    fault("c1: " + data.decode("latin-1") + "?")
    fault("Play0: " + data.decode("latin-1") + "?")
    fault("{" + data.decode("latin-1") + "?")


def test_r8_a_complete_run_on_the_table_would_have_left():
    run = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
    text = f"c1: {run}\nc2:\nc3:\nc4:\nc5:\nc6:\nc7:\n"
    message = "line 1: column 1: the complete run from KS would have left"
    assert fault(text + "runs: 3") == message
    assert fault(text) == message, "a puzzle too"
    buried = text.replace("2S AS", "2S AS KS")
    assert fault(buried) == message, "an ace that came to lie there would have taken it off"
    hidden = text.replace("c1: KS", "c1: (KS)") + "runs: 3"
    assert read_position(hidden).face_down[0] == 1


@pytest.mark.parametrize("name", ["P12", "P13", "P14"])
def test_a_puzzle_needs_no_whole_decks(name):
    assert case(name).runs == 0
    for form in ("game", "solvitaire"):
        with pytest.raises(DealError, match="whole decks only"):
            write_position(case(name), form)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("c1: KS KS KS KS KS", "one KS too many (column 1); spiderette 1 suit has 4"),
        ("c1: (KS) QS", "AS, 2S, 3S, 4S, 5S and more missing for spiderette 1 suit"),
        ("c1: KS QS\nstock: AS AS AS", "2S, 2S, 2S, 3S, 3S and more missing"),
        ("c1: KS QS\nruns: 1", "AS, 2S, 3S, 4S, 5S and more missing"),
        ("c1:", "0 runs said to be off, but the cards that are missing make 4 (S S S S)"),
    ],
)
def test_not_every_position_is_a_puzzle(text, message):
    rest = "\n".join(f"c{i}:" for i in range(2, 8))
    assert message in fault(f"{text}\n{rest}")


def test_a_won_position_can_be_written_and_read():
    won = table(runs=8, suits=1)
    for form in ("text", "game"):
        assert read_position(write_position(won, form), variant=won.variant).is_won


def test_there_are_no_other_forms():
    with pytest.raises(DealError, match="the forms are text, game, solvitaire"):
        write_position(case("P01"), "xml")
