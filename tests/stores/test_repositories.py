"""What the registry keeps of sources and tools."""

import pytest

from tests.stores.filling import ANN, BOB, EVE, OWN, PRESS, PUBLIC, fill
from tests.workshop.clock import HandClock
from tool_registry.base.caller import Scope
from tool_registry.base.redaction import MASK
from tool_registry.stores.errors import NotThere, Refused
from tool_registry.stores.learned import ENOUGH
from tool_registry.stores.rows import Learned, SeenTool, Sighting, ToolStatus, Unmet, Use
from tool_registry.stores.space import Space
from tool_registry.stores.store import RegistryStore


def see(store: RegistryStore, source: str, approval: str = "pinned", **hashes: str) -> None:
    tools = [SeenTool(id=f"{source}/{name}", hash=hash) for name, hash in hashes.items()]
    sighting = Sighting(source=source, content=str(hashes))
    store.tools.observe(sighting, tools, "trusted" if approval == "trusted" else "pinned", PUBLIC)


def statuses(store: RegistryStore) -> dict[str, str]:
    return {tool.id: tool.status.value for tool in store.tools.visible(EVE)}


def test_what_a_source_offers_at_first_sight_is_approved(store: RegistryStore) -> None:
    see(store, "lathe", turn="h1", drill="h2")
    assert statuses(store) == {"lathe/drill": "published", "lathe/turn": "published"}


def test_a_changed_tool_leaves_the_pool_until_it_is_approved(store: RegistryStore) -> None:
    see(store, "lathe", turn="h1", drill="h2")
    see(store, "lathe", turn="h9", drill="h2")
    assert statuses(store) == {"lathe/drill": "published", "lathe/turn": "awaiting_approval"}
    assert store.tools.closed(EVE, ["lathe"]) == {"lathe/turn"}
    store.tools.approve(EVE, "lathe/turn", "h9")
    assert statuses(store)["lathe/turn"] == "published"
    told = [(row.what, row.who) for row in store.audit.visible(EVE, subject="lathe/turn")]
    assert told == [("approve", "eve"), ("awaiting_approval", "zhizao")]


def test_a_tool_that_changes_back_is_the_approved_one_again(store: RegistryStore) -> None:
    for hash in ("h1", "h2", "h1"):
        see(store, "lathe", turn=hash)
    assert statuses(store) == {"lathe/turn": "published"}


def test_a_tool_that_comes_later_waits_for_approval(store: RegistryStore) -> None:
    see(store, "lathe", turn="h1")
    see(store, "lathe", turn="h1", drill="h2")
    assert statuses(store) == {"lathe/drill": "awaiting_approval", "lathe/turn": "published"}


def test_a_trusted_source_is_followed(store: RegistryStore) -> None:
    see(store, "lathe", "trusted", turn="h1")
    see(store, "lathe", "trusted", turn="h2", drill="h3")
    assert set(statuses(store).values()) == {"published"}


def test_an_approval_is_for_what_the_approver_saw(store: RegistryStore) -> None:
    see(store, "lathe", turn="h1")
    see(store, "lathe", turn="h3")
    with pytest.raises(Refused, match="changed while it was being looked at"):
        store.tools.approve(EVE, "lathe/turn", "h2")
    with pytest.raises(Refused, match="changed since it was approved"):
        store.tools.publish(EVE, "lathe/turn", PUBLIC)


def test_quarantined_and_retired_tools_stay_out_whatever_the_source_does(
    store: RegistryStore,
) -> None:
    see(store, "lathe", turn="h1")
    store.tools.decide(EVE, "lathe/turn", ToolStatus.QUARANTINED, reasons=["reads like a prompt"])
    see(store, "lathe", turn="h2")
    assert store.tools.get(EVE, "lathe/turn").status is ToolStatus.QUARANTINED
    assert store.tools.get(EVE, "lathe/turn").reasons == ("reads like a prompt",)


def test_a_published_tool_is_usable_though_its_source_is_not_seen(store: RegistryStore) -> None:
    source, tool = fill(store, OWN)
    store.tools.publish(ANN, tool, PUBLIC)
    assert [row.id for row in store.sources.serving(BOB)] == [source]
    assert store.tools.closed(BOB, [source]) == frozenset()
    with pytest.raises(NotThere):
        store.sources.get(BOB, source)


def test_own_sources_come_first(store: RegistryStore) -> None:
    for space in (PUBLIC, PRESS, OWN):
        fill(store, space)
    ids = [row.id for row in store.sources.visible(ANN)]
    assert ids == ["lathe@~ann", "lathe@press", "lathe"]
    assert store.tools.narrower(ANN) == {
        "lathe@press/turn": Scope.PROJECT,
        "lathe@~ann/turn": Scope.PERSONAL,
    }


def test_a_removed_source_leaves_only_its_audit(store: RegistryStore) -> None:
    source, tool = fill(store, PRESS)
    store.sources.remove(ANN, source)
    parts = (store.sources, store.tools, store.edits, store.learned, store.findings, store.usage)
    assert [part.visible(ANN) for part in parts] == [[]] * 6
    assert store.requests.visible(ANN) == {}
    assert [row.what for row in store.audit.visible(ANN)] == ["remove", "edit", "register"]
    assert store.tools.sighted([source]) == {}
    assert fill(store, PRESS) == (source, tool)


def test_a_disabled_source_serves_nobody(store: RegistryStore) -> None:
    source, _ = fill(store, PRESS)
    store.sources.enable(ANN, source, False)
    assert store.sources.serving(ANN) == []
    assert not store.sources.get(ANN, source).enabled


def test_two_sources_of_one_name_in_one_space_are_refused(store: RegistryStore) -> None:
    fill(store, PRESS)
    with pytest.raises(Refused, match="there is a source 'lathe@press' already"):
        store.sources.add(ANN, "lathe", {"url": "http://h/"}, PRESS)


def test_an_entry_with_a_secret_in_it_is_refused_without_repeating_it(store: RegistryStore) -> None:
    secret = "Bearer abcdefghijklmnop0123456789"
    with pytest.raises(Refused, match="put it into an environment variable") as refused:
        store.sources.add(ANN, "lathe", {"headers": {"Authorization": secret}}, PRESS)
    assert secret not in str(refused.value)


def test_every_change_of_the_pool_is_another_revision(store: RegistryStore) -> None:
    before = store.revision()
    _, tool = fill(store, PRESS)
    after = store.revision()
    assert after == before + 4  # registered, sighted, edited, learned
    store.usage.add(ANN, [Use(tool=tool, candidate=1)])
    assert store.revision() == after


def test_a_taken_back_edit_is_gone(store: RegistryStore) -> None:
    _, tool = fill(store, PRESS)
    store.edits.put(ANN, tool, "title", "Turn two parts")
    assert [edit.value for edit in store.edits.visible(ANN, tool)] == ["Turn two parts"]
    store.edits.remove(ANN, tool, "title")
    assert store.edits.visible(ANN) == []
    with pytest.raises(NotThere):
        store.edits.remove(ANN, tool, "title")


def test_evidence_is_counted_up_to_what_is_enough(store: RegistryStore) -> None:
    _, tool = fill(store, PRESS)
    one = Learned(tool=tool, kind="output", path="part.id")
    assert not store.learned.note(ANN, [one])
    assert [row.evidence for row in store.learned.visible(ANN)] == [2]
    for _ in range(ENOUGH):
        store.learned.note(ANN, [one])
    assert [row.evidence for row in store.learned.visible(ANN)] == [ENOUGH]


def test_usage_adds_up_and_gives_a_prior(store: RegistryStore, clock: HandClock) -> None:
    see(store, "lathe", turn="h1")
    assert store.usage.of(EVE, "lathe/turn").prior == 0.5
    store.usage.add(EVE, [Use(tool="lathe/turn", candidate=1, chosen=1, failed=1, failure="503")])
    clock.jump(60)
    store.usage.add(BOB, [Use(tool="lathe/turn", candidate=1, succeeded=1, latency_ms=40)])
    total = store.usage.of(EVE, "lathe/turn")
    assert (total.candidate, total.succeeded, total.failed, total.prior) == (2, 1, 1, 0.5)
    assert (total.mean_latency_ms, total.last_failure) == (20, "503")
    assert total.last_used_at == (total.last_failed_at or 0) + 60


def test_unmet_requests_are_counted_without_secrets(store: RegistryStore) -> None:
    one = Unmet(space=PUBLIC, entity="part", action="weld", environment="pre", last_text="weld it")
    secret = one.model_copy(update={"last_text": "weld with Bearer abcdefghijklmnop0123456789"})
    store.unmet.add(EVE, [one])
    store.unmet.add(EVE, [secret])
    [row] = store.unmet.visible(BOB)
    assert row.times == 2
    assert MASK in row.last_text


def test_a_space_is_named_and_the_own(store: RegistryStore) -> None:
    with pytest.raises(ValueError, match="none of your projects"):
        Space.of(EVE, Scope.PROJECT, "press")
    assert Space.of(ANN, Scope.PROJECT, "press") == PRESS
    assert Space.of(ANN, Scope.PERSONAL) == OWN
    with pytest.raises(ValueError, match="needs its owner"):
        Space(scope=Scope.PERSONAL)


def test_the_latest_requests_of_a_tool_are_kept_each_once(
    store: RegistryStore, clock: HandClock
) -> None:
    _, tool = fill(store, PUBLIC)
    for number in range(25):
        clock.jump(1)
        assert store.requests.add(ANN, PUBLIC, {tool: [f"turn part {number}"]})
    assert not store.requests.add(ANN, PUBLIC, {tool: ["turn part 24"]})
    kept = store.requests.visible(EVE)[tool]
    assert (len(kept), kept[0], "turn part 4" in kept) == (20, "turn part 24", False)
