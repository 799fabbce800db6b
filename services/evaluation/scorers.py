"""The scorers of a run: those that are shipped, and those of installed packages."""

from importlib.metadata import entry_points
from typing import cast

from evals.errors import SuiteError
from evals.score import Scorer
from evals.scorers.shipped import SHIPPED

GROUP = "zhizao.scorers"
"""Entry points of this group name a scorer, or a class that makes one without arguments."""


def all_scorers() -> tuple[Scorer, ...]:
    """Shipped ones first; SuiteError where another one cannot be loaded or has a name twice."""
    found: list[Scorer] = list(SHIPPED)
    for point in entry_points(group=GROUP):
        try:
            loaded = point.load()
            found.append(cast("Scorer", loaded() if isinstance(loaded, type) else loaded))
        except (ImportError, AttributeError, TypeError) as error:
            raise SuiteError(
                f"scorer {point.name} ({point.value}) is not usable: {error}"
            ) from error
    names = [one.name for one in found]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise SuiteError(f"two scorers are called {', '.join(twice)}")
    return tuple(found)
