"""A run that waits is carried out with what its person may use then, not when it was scheduled."""

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pipelines.runs.store import RunStore
from services.settings import Settings
from tests.services.commands import Zhizao, wait_for
from tests.services.serving import serve_whole
from tests.services.team import Person
from tests.services.test_identity import HOST, Deployment
from tests.services.test_scheduled import COUPON, after
from tool_registry.base.caller import Role
from tool_registry.stores.store import RegistryStore


@pytest.fixture
def team(tmp_path: Path, zhizao: Zhizao) -> Generator[Deployment]:
    """ann works in press, whose only tools are those of the demo business."""
    (tmp_path / "sources.json").write_text('{"mcpServers": {}}')
    settings = Settings(home=tmp_path, sources=tmp_path / "sources.json", login="required")
    with serve_whole(settings) as client, closing(RegistryStore(tmp_path / "registry.db")) as held:
        held.people.add(HOST, "ann", Role.TESTER)
        held.people.join(HOST, "ann", "press", Role.AUTHOR)
        deployment = Deployment(client, held)
        entry = {"url": zhizao.sandbox.url, "approval": "trusted"}
        body = {"name": "commerce", "entry": entry, "scope": "project"}
        status, told = Person(deployment, "ann")("POST", "/api/sources?project=press", body)
        assert status == 200, told
        yield deployment


def scheduled(ann: Person) -> Any:
    """Id of a run that waits for four seconds."""
    _, plan = ann("POST", "/api/requests", {"text": COUPON, "review": "always"})
    assert plan["status"] == "needs_input", plan
    body = {"approved": True, "at": after(4)}
    status, answer = ann("POST", f"/api/runs/{plan['run_id']}/reply", body)
    assert (status, answer["status"]) == (200, "scheduled")
    return answer["run_id"]


def ended(home: Path, run: str) -> Any:
    """The run, once it waits no more; by the store, as its person may be gone."""
    with closing(RunStore(home / "runs.db")) as store:
        wait_for(lambda: store.get(run).status not in ("scheduled", "running"))
        return store.get(run)


def test_it_is_carried_out_with_the_tools_of_a_project_that_its_person_is_in(
    team: Deployment, tmp_path: Path, zhizao: Zhizao
) -> None:
    run = ended(tmp_path, scheduled(Person(team, "ann")))
    assert (run.status, len(zhizao.effects())) == ("succeeded", 1)


def test_the_tools_of_a_project_that_its_person_has_left_are_not_called(
    team: Deployment, tmp_path: Path, zhizao: Zhizao
) -> None:
    ann = Person(team, "ann")
    waiting = scheduled(ann)
    own = {"name": "own", "entry": {"url": zhizao.sandbox.url}, "scope": "personal"}
    assert ann("POST", "/api/sources", own)[0] == 200  # so that there are other tools
    team.stores.people.leave(HOST, "ann", "press")
    run = ended(tmp_path, waiting)
    assert (run.status, zhizao.effects()) == ("refused", [])


def test_a_run_of_somebody_who_is_locked_out_ends_with_nothing_done(
    team: Deployment, tmp_path: Path, zhizao: Zhizao
) -> None:
    waiting = scheduled(Person(team, "ann"))
    team.stores.people.set_active(HOST, "ann", active=False)
    run = ended(tmp_path, waiting)
    assert (run.status, zhizao.effects()) == ("cancelled", [])
