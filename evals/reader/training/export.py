"""The trained network as the file that is shipped: 8-bit weights with a scale a row."""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from evals.reader.training.network import Network
from evals.reader.training.trunk import Trunk

_SMALL = 4096
"""Tables with fewer weights stay floats."""


def export(network: Network, trunk: Trunk, file: Path) -> int:
    """Writes the file and gives its bytes."""
    held: dict[str, NDArray[np.generic]] = {}
    for name, tensor in network.state_dict().items():
        table = tensor.detach().to(torch.float32).numpy()
        large = table.ndim == 2 and table.size >= _SMALL and name != "pair"
        if large or name == "encoder.word.weight":
            scale = np.maximum(np.abs(table).max(1, keepdims=True) / 127, 1e-12)
            held[name] = np.rint(table / scale).astype(np.int8)
            held[f"{name}.scale"] = scale.astype(np.float16 if scale.min() > 1e-4 else np.float32)
        else:
            held[name] = table.astype(np.float32)
    held["heads"] = np.array(trunk.heads)
    held["frozen"] = np.array(network.encoder.frozen)
    held["pieces"] = _text("\n".join(trunk.pieces))
    held["scores"] = np.array(trunk.scores, np.float16)
    pairs = [sign for pair in trunk.folded.items() for sign in pair if "\n" not in "".join(pair)]
    held["folded"] = _text("".join(f"{sign}\n" for sign in pairs))
    np.savez(file, **held)  # pyright: ignore[reportArgumentType]
    return file.stat().st_size


def _text(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("utf-8"), np.uint8)
