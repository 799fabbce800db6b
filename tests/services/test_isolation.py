"""Nothing over HTTP tells an author what projects of others have: no answer, count or error is
another one with a large foreign project, and no source of it is asked anything."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.services.kennel import Kennel, open_kennel
from tests.services.team import Person, open_team
from tests.services.test_identity import Deployment
from tests.stores.foreign import fill_forge
from tests.workshop.api import serving

GET_DOG = "kennel@press/get_dog"
FOREIGN = "mill0@forge/get_dog0"
LOOKS = (
    "/api/tools",
    "/api/tools?source=mill0",
    "/api/tools?scope=project",
    "/api/tools?status=published",
    "/api/tools/graph",
    "/api/tools/matrix",
    "/api/tools/lint",
    "/api/tools/conflicts",
    "/api/tools/usage",
    "/api/insights/gaps",
    f"/api/tools/{GET_DOG}",
    f"/api/tools/conflicts?tool={GET_DOG}",
    f"/api/tools/{FOREIGN}",
    f"/api/tools/lint?tool={FOREIGN}",
    "/api/tools/lint?source=mill0",
    "/api/tools?project=forge",
    "/api/sources",
    "/api/environments",
    "/api/limits",
    "/api/submissions",
    "/api/submissions?all=true",
    "/api/audit",
    "/api/people",
    "/api/accounts",
    "/api/data",
    "/api/me",
)
WORK: tuple[tuple[str, str, Any], ...] = (
    ("POST", f"/api/tools/{GET_DOG}/why", {"sentence": "look up dog 7 in daily"}),
    ("POST", f"/api/tools/{FOREIGN}/why", {"sentence": "look up dog 7 in daily"}),
    ("POST", "/api/tools/get_dog0/why", {"sentence": "look up dog 7 in daily"}),
    ("PATCH", f"/api/tools/{FOREIGN}", {"field": "title", "value": "mine"}),
    ("POST", f"/api/tools/{FOREIGN}/submit", {}),
    ("POST", "/api/tools/retire", {"tools": [FOREIGN], "agreed": True}),
    ("POST", "/api/tools/restore", {"tools": [FOREIGN], "agreed": True}),
    ("POST", "/api/tools/publish", {"tools": ["mill0"], "agreed": True}),
    ("DELETE", "/api/sources/mill0", None),
    ("DELETE", "/api/sources/mill0@forge", None),
)


@pytest.fixture
def team(tmp_path: Path) -> Generator[Deployment]:
    with open_kennel() as kennel, open_team(tmp_path, kennel) as team:
        yield team


def told(ann: Person) -> dict[str, Any]:
    """Every answer, by what was asked."""
    found: dict[str, Any] = {path: ann("GET", path) for path in LOOKS}
    found |= {f"{method} {path}": ann(method, path, body) for method, path, body in WORK}
    return found


def counted(team: Deployment) -> list[str]:
    """What anybody is told without a key."""
    connection = team.client.connect()
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    connection.close()
    return [line for line in lines if "cpu" not in line]


def test_no_answer_is_another_one_because_others_have_tools(team: Deployment) -> None:
    ann = Person(team, "ann")
    status, made = ann("POST", f"/api/tools/{GET_DOG}/submit", {})
    assert (status, len(made["submissions"])) == (200, 1)
    before, metrics = told(ann), counted(team)
    ids = fill_forge(team.stores, 20, 10)
    assert told(ann) == before
    assert counted(team) == metrics
    absent = ann("GET", "/api/submissions/submission-0")
    assert str(ann("GET", f"/api/submissions/{ids[0]}")).replace(ids[0], "submission-0") == str(
        absent
    )


def test_a_foreign_source_is_asked_nothing_for_an_authors_look(
    tmp_path: Path, team: Deployment
) -> None:
    asked: list[str] = []
    mill = Kennel(name="Mill")

    def answer(request: Any) -> Any:
        asked.append(request.path)
        return mill.answer(request)

    with serving(answer) as api:
        mill.api = api
        eve, ann = Person(team, "eve"), Person(team, "ann")
        body = {"name": "mill", "entry": mill.entry, "scope": "project"}
        assert eve("POST", "/api/sources?project=forge", body)[0] == 200
        asked.clear()
        told(ann)
        assert asked == []
        assert len(eve.tools()) == 2
        assert asked
