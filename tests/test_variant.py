"""The variants as data: S1-S4, S8, T1-T4, R12."""

from __future__ import annotations

from collections import Counter

import pytest

from solver.errors import SpiderError
from solver.rules.cards import card_name
from solver.rules.variant import VARIANTS, find_variant


def deck_names(variant):
    return [card_name(card) for card in variant.deck()]


def test_s1_spider_is_ten_columns_54_cards_and_a_stock_of_50():
    spider = find_variant("spider", 4)
    assert spider.column_heights == (6, 6, 6, 6, 5, 5, 5, 5, 5, 5)
    assert sum(spider.column_heights) == 54
    assert spider.card_count - 54 == 50
    assert spider.run_count == 8


def test_s8_bicycle_is_ten_columns_of_five_and_a_stock_of_54():
    bicycle = find_variant("bicycle", 4)
    assert bicycle.column_heights == (5,) * 10
    assert bicycle.card_count - sum(bicycle.column_heights) == 54


def test_t1_spiderette_is_seven_columns_28_cards_and_a_stock_of_24():
    spiderette = find_variant("spiderette", 4)
    assert spiderette.column_heights == (1, 2, 3, 4, 5, 6, 7)
    assert spiderette.card_count - sum(spiderette.column_heights) == 24
    assert spiderette.run_count == 4


def test_s3_t3_the_variants_offered():
    names = [variant.name for variant in VARIANTS]
    two_decks = [
        "1 suit",
        "2 suits classic",
        "2 suits relaxed",
        "4 suits classic",
        "4 suits relaxed",
    ]
    assert names == [
        *(f"spider {rest}" for rest in two_decks),
        *(f"spiderette {rest}" for rest in ("1 suit", "2 suits", "4 suits")),
        *(f"bicycle {rest}" for rest in two_decks),
    ]


def test_names_are_told_apart():
    assert len({variant.name for variant in VARIANTS}) == len(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_r12_the_suits_are_there_in_equal_parts_and_every_rank_as_often(variant):
    suits = "SHDC"[: variant.suit_count]
    copies = 4 * variant.decks // variant.suit_count
    expected = {rank + suit: copies for suit in suits for rank in "A23456789TJQK"}
    assert Counter(deck_names(variant)) == expected
    assert variant.card_count == len(deck_names(variant))


def test_a_deal_number_has_the_same_ranks_at_every_suit_count():
    ranks = {
        tuple(name[0] for name in deck_names(variant)) for variant in VARIANTS if variant.decks == 2
    }
    assert len(ranks) == 1


def test_the_blocks_take_the_suits_in_turn():
    starts = [name for name in deck_names(find_variant("spider", 4)) if name[0] == "A"]
    assert starts == ["AS", "AH", "AD", "AC", "AS", "AH", "AD", "AC"]
    starts = [name for name in deck_names(find_variant("spiderette", 2)) if name[0] == "A"]
    assert starts == ["AS", "AH", "AS", "AH"]


def test_s5_t5_only_spiderette_has_no_floor():
    assert {variant.game for variant in VARIANTS if not variant.has_score_floor} == {"spiderette"}


@pytest.mark.parametrize(
    ("game", "suits", "rule", "why"),
    [
        ("spider", 1, "relaxed", "same game"),
        ("bicycle", 1, "relaxed", "same game"),
        ("spiderette", 2, "relaxed", "classic rule only"),
        ("spider", 3, "classic", "1, 2 or 4"),
        ("freecell", 4, "classic", "spider, spiderette, bicycle"),
        ("spider", 4, "strict", "classic and relaxed"),
    ],
)
def test_what_is_not_offered_is_refused_with_the_reason(game, suits, rule, why):
    with pytest.raises(SpiderError, match=why):
        find_variant(game, suits, rule)
