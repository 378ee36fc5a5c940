"""The shuffle: frozen for ever, and even."""

from __future__ import annotations

import ast
import itertools
import json
import random
from pathlib import Path

import pytest
from positions import DATA

import solver.rules
from solver.rules.cards import card_name
from solver.rules.deal import DEAL_COUNT
from solver.rules.shuffle import SHUFFLE_VERSION, SplitMix64, shuffle
from solver.rules.variant import find_variant

SPIDERETTE = find_variant("spiderette", 4)

PUBLISHED = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC],
    1234567: [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ],
}
"""The first outputs of SplitMix64 as published for these seeds."""

GOLDEN_DECKS = json.loads((DATA / "decks.json").read_text())


@pytest.mark.parametrize("seed", PUBLISHED)
def test_the_generator_gives_the_published_outputs(seed):
    generator = SplitMix64(seed)
    assert [generator.next() for _ in PUBLISHED[seed]] == PUBLISHED[seed]


@pytest.mark.parametrize("golden", GOLDEN_DECKS, ids=lambda g: f"{g['game']}-{g['number']}")
def test_whole_decks_are_as_they_always_were(golden):
    variant = find_variant(golden["game"], golden["suits"])
    cards = shuffle(variant.deck(), golden["number"])
    assert " ".join(map(card_name, cards)) == golden["cards"]


def test_the_version_in_every_code_is_1():
    assert SHUFFLE_VERSION == 1


def test_the_deck_handed_over_stays_as_it_is():
    deck = SPIDERETTE.deck()
    shuffle(deck, 1)
    assert deck == SPIDERETTE.deck()


@pytest.mark.parametrize("number", [0, 1, DEAL_COUNT - 1, 2**64 - 1])
def test_no_card_is_lost_or_doubled(number):
    for variant in (SPIDERETTE, find_variant("spider", 2)):
        assert sorted(shuffle(variant.deck(), number)) == sorted(variant.deck())


@pytest.mark.parametrize("size", [0, 1])
def test_a_deck_of_one_card_or_none_has_nothing_to_shuffle(size):
    assert shuffle([7] * size, 5) == [7] * size


class Scripted(SplitMix64):
    """A generator whose outputs are told beforehand."""

    def __init__(self, *outputs):
        super().__init__(0)
        self.outputs = list(outputs)

    def next(self):
        return self.outputs.pop(0)


def test_a_draw_beyond_the_last_whole_multiple_is_drawn_again():
    """2**64 = 3 * k + 1: the highest output would make 0 likelier than the rest."""
    assert Scripted(2**64 - 1, 7).below(3) == 1
    assert Scripted(2**64 - 2, 7).below(3) == 2
    assert Scripted(2**64 - 1).below(2) == 1, "2 divides 2**64, nothing is drawn again"


def chi_square(decks: list[list[int]]) -> float:
    """Return z of the chi-square of a 52 x 52 matrix of cards and places."""
    counts = [[0] * 52 for _ in range(52)]
    for deck in decks:
        for place, card in enumerate(deck):
            counts[card][place] += 1
    expected = len(decks) / 52
    chi2 = sum((count - expected) ** 2 / expected for row in counts for count in row)
    return (chi2 - 51**2) / (2 * 51**2) ** 0.5


def biased(seed: int) -> list[int]:
    """Shuffle as is often done wrongly: each place swaps with any."""
    chance = random.Random(seed)
    cards = list(range(52))
    for place in range(52):
        other = chance.randrange(52)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def test_c05_every_card_is_as_likely_at_every_place():
    """Case C05: 2000 decks; and the same measure does see a biased shuffle."""
    assert abs(chi_square([shuffle(list(range(52)), n) for n in range(2000)])) < 5
    assert chi_square([biased(n) for n in range(2000)]) > 10


def test_c05_a_card_stays_in_place_as_often_as_chance_has_it():
    """Case C05: Sattolo's shuffle, one off from the right one, would never leave a card."""
    decks = [shuffle(list(range(52)), n) for n in range(2000)]
    staying = sum(deck[place] == place for deck in decks for place in range(52)) / 2000
    assert 0.85 < staying < 1.15
    assert sum(deck[0] == 0 for deck in decks) > 10


def test_c05_neighbouring_numbers_give_unlike_decks():
    """Case C05: numbers that differ by one letter share cards at places only by chance."""
    decks = [shuffle(list(range(52)), n) for n in range(2000)]
    alike = [
        sum(a == b for a, b in zip(one, two, strict=True)) for one, two in itertools.pairwise(decks)
    ]
    assert 0.85 < sum(alike) / len(alike) < 1.15


def test_c03_nothing_but_our_own_integers_decides_a_deal():
    """Case C03: no generator of Python's or numpy's in the rules, whose results may change."""
    for path in Path(solver.rules.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names.append(node.module or "")
            assert not {"random", "numpy", "secrets"} & {name.split(".")[0] for name in names}, path
