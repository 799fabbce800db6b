"""What can be done with which entity where, and what is missing."""

from tests.parsing.catalogues import library
from tool_registry.base.types import FunctionType
from tool_registry.graph.matrix import matrix

LIBRARY = library()
ENVIRONMENTS = LIBRARY.environments.names


def test_tools_stand_under_entity_environment_and_function() -> None:
    rows = {(r.entity, r.environment): r for r in matrix(LIBRARY.tools.values(), ENVIRONMENTS)}
    loans = rows["借阅单", "pre"]
    assert loans.tools[FunctionType.QUERY] == ("s/getLoan", "s/listReaderLoans")
    assert FunctionType.DELETE in loans.gaps


def test_requests_in_vain_put_their_gap_first_and_unknown_things_into_the_matrix() -> None:
    unmet = {("借阅单", "verify", "pre"): 4, ("座位", "create", "pre"): 2}
    rows = {
        (r.entity, r.environment): r for r in matrix(LIBRARY.tools.values(), ENVIRONMENTS, unmet)
    }
    assert rows["借阅单", "pre"].gaps[0] is FunctionType.VERIFY
    assert rows["借阅单", "pre"].unmet == {FunctionType.VERIFY: 4}
    seats = rows["座位", "pre"]
    assert (seats.gaps[0], set(seats.tools.values())) == (FunctionType.CREATE, {()})
