"""The value network while it learns: the same function as the engine's, in PyTorch."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from solver.engine import net_value
from solver.engine.layout import MAX_COLUMNS, Ints
from solver.engine.net_inputs import (
    COLUMN_INPUTS,
    FIRST_OF_TABLE,
    FIRST_SUIT,
    STAGES,
    SUIT_INPUTS,
    SUITS,
)
from solver.engine.net_value import COLUMN_UNITS, LOWER, SUIT_UNITS, TOP, UPPER, WEIGHT_BITS

try:
    import torch
except ModuleNotFoundError:
    raise SystemExit("this needs PyTorch: pip install 'spider-solitaire[tune]'") from None

Bytes = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]

BATCH: Final = 4096
RATE: Final = 2e-3
LATER_RATE: Final = 1e-3
MEASURED: Final = 200_000
"""Samples from which the spread of each input is taken."""


class _Layers(torch.nn.Module):
    """Columns and suits are read by one layer each, added up, and read by two more."""

    def __init__(self, scales: list[Floats]) -> None:
        super().__init__()
        self.column = torch.nn.Linear(COLUMN_INPUTS, COLUMN_UNITS)
        self.suit = torch.nn.Linear(SUIT_INPUTS, SUIT_UNITS)
        self.upper = torch.nn.Linear(LOWER, UPPER)
        self.top = torch.nn.Linear(UPPER, TOP)
        self.value = torch.nn.Linear(TOP, STAGES)
        self.scales = [torch.from_numpy(scale) for scale in scales]

    def forward(self, inputs: Any) -> Any:
        x = inputs.float()
        columns = x[:, :FIRST_SUIT].view(-1, MAX_COLUMNS, COLUMN_INPUTS)
        suits = x[:, FIRST_SUIT:FIRST_OF_TABLE].view(-1, SUITS, SUIT_INPUTS)
        table = x[:, FIRST_OF_TABLE:]
        by_column, by_suit, by_table = self.scales
        # The first input is 1 where there is a column or a suit, and 0 where there is none.
        lower = [
            (torch.relu(self.column(columns * by_column)) * columns[:, :, :1]).sum(1),
            (torch.relu(self.suit(suits * by_suit)) * suits[:, :, :1]).sum(1),
            table * by_table,
        ]
        upper = torch.relu(self.upper(torch.cat(lower, 1)))
        values = self.value(torch.relu(self.top(upper)))
        return (values * table[:, :STAGES]).sum(1)


class ValueNet:
    """A network that learns; what it is told first sets the scale of its inputs.

    ``seed`` gives its first weights and the order in which it meets samples.
    """

    def __init__(self, inputs: Bytes, seed: int) -> None:
        torch.manual_seed(seed)
        self._seed = seed
        some = inputs[:: max(1, len(inputs) // MEASURED)].astype(np.float32)
        columns = some[:, :FIRST_SUIT].reshape(-1, COLUMN_INPUTS)
        suits = some[:, FIRST_SUIT:FIRST_OF_TABLE].reshape(-1, SUIT_INPUTS)
        parts = [columns[columns[:, 0] > 0], suits[suits[:, 0] > 0], some[:, FIRST_OF_TABLE:]]
        self._layers = _Layers([_scale(part) for part in parts])
        self._fitted = 0

    def fit(self, inputs: Bytes, targets: Floats, epochs: int) -> None:
        """Learn the chances in ``targets`` by stochastic gradient descent (Adam)."""
        rate = LATER_RATE if self._fitted else RATE
        steps = epochs * (len(inputs) // BATCH) + 1
        adam = torch.optim.Adam(self._layers.parameters(), lr=rate)
        pace = torch.optim.lr_scheduler.OneCycleLR(adam, rate, total_steps=steps, pct_start=0.1)
        entropy = torch.nn.BCEWithLogitsLoss()
        order = np.random.default_rng([self._seed, self._fitted])
        x, y = torch.from_numpy(inputs), torch.from_numpy(targets)
        for _ in range(epochs):
            mixed = torch.from_numpy(order.permutation(len(inputs)))
            for i in range(0, len(inputs) - BATCH + 1, BATCH):
                batch = mixed[i : i + BATCH]
                adam.zero_grad()
                entropy(self._layers(x[batch]), y[batch]).backward()
                adam.step()
                pace.step()
        self._fitted += 1

    def odds(self, inputs: Bytes) -> Floats:
        """Return the logarithm of the odds to win for each sample."""
        found = [np.zeros(0, np.float32)]
        with torch.no_grad():
            for i in range(0, len(inputs), BATCH):
                found.append(self._layers(torch.from_numpy(inputs[i : i + BATCH])).numpy())
        return np.concatenate(found)

    def weights(self) -> Ints:
        """Return the network for the kernels."""
        layers = self._layers
        by_column, by_suit, by_table = (scale.numpy() for scale in layers.scales)
        above = np.concatenate([np.ones(COLUMN_UNITS + SUIT_UNITS, np.float32), by_table])
        ones = {"top": np.ones(UPPER, np.float32), "value": np.ones(TOP, np.float32)}
        parts = {}
        for name, scale in {"column": by_column, "suit": by_suit, "upper": above, **ones}.items():
            layer = getattr(layers, name)
            parts[name] = layer.weight.detach().numpy().T * scale[:, None]
            parts[f"{name}_base"] = layer.bias.detach().numpy()
        unit = 1 << WEIGHT_BITS
        return net_value.net_of({name: np.rint(unit * part) for name, part in parts.items()})


def _scale(inputs: Floats) -> Floats:
    spread = np.sqrt((inputs**2).mean(axis=0))
    return np.asarray(1 / np.maximum(spread, 0.1), np.float32)
