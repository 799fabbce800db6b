"""Whether quality fell: request by request against what was kept, not by a mean alone."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

FILE = Path(__file__).with_name("data") / "missed.json"
FEWEST = 3
"""So many requests at least must be lost."""
CHANCE = 0.125
"""How likely so uneven a change may be by chance, at most: that of three lost and none won."""


@dataclass(frozen=True, slots=True)
class Fall:
    """A set that got worse."""

    set: str
    lost: tuple[str, ...]
    """Requests that were served before and are not now."""
    won: tuple[str, ...]
    """Requests that are served only now."""

    def __str__(self) -> str:
        """A sentence for a terminal."""
        lost = ", ".join(self.lost)
        return f"{self.set}: {len(self.lost)} lost, {len(self.won)} won; lost: {lost}"


def fall(name: str, before: Sequence[str], after: Sequence[str]) -> Fall | None:
    """Compares the requests missed before and after; None unless it certainly got worse.

    A sign test over the requests whose outcome changed: at least three are lost, and so uneven a
    change would hardly come by chance.
    """
    lost = tuple(sorted(set(after) - set(before)))
    won = tuple(sorted(set(before) - set(after)))
    worse = len(lost) >= FEWEST and _by_chance(len(lost), len(won)) <= CHANCE
    return Fall(name, lost, won) if worse else None


def falls(missed: Mapping[str, Sequence[str]], file: Path = FILE) -> list[Fall]:
    """The sets that got worse since `keep_missed`; sets that were never kept are not judged."""
    kept = _read(file)
    found = (fall(name, kept[name], ids) for name, ids in missed.items() if name in kept)
    return [one for one in found if one]


def keep_missed(missed: Mapping[str, Sequence[str]], file: Path = FILE) -> None:
    """Keeps these as what later results are compared with; other sets stay as they are."""
    kept = {**_read(file), **{name: sorted(ids) for name, ids in missed.items()}}
    text = json.dumps(dict(sorted(kept.items())), ensure_ascii=False, indent=1)
    file.write_text(text + "\n", "utf-8")


def _read(file: Path) -> dict[str, list[str]]:
    return json.loads(file.read_text("utf-8")) if file.is_file() else {}


def _by_chance(lost: int, won: int) -> float:
    """How likely at least so many of the changes are losses where both are alike."""
    changed = lost + won
    return sum(comb(changed, count) for count in range(lost, changed + 1)) / 2**changed
