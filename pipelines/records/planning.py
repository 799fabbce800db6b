"""From wishes about records to a frozen chain of calls."""

from collections.abc import Sequence
from dataclasses import replace

from pipelines.contracts.intent import Goal, IntentResult
from pipelines.messages import listed, say
from pipelines.planner.chain import Binding, NoPlan, ToolChain
from pipelines.planner.freeze import digest
from pipelines.planner.probe import Reader
from pipelines.planner.resources.chain import Stuck
from pipelines.records.collections import Collection, Collections, Part
from pipelines.records.desk import Desk, Made, id_path
from pipelines.records.form import Form
from pipelines.records.mentions import Mention
from pipelines.records.rows import Hit, Rows, in_common, reference
from pipelines.records.wishes import Wish, Wishes
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel


async def plan_records(
    intent: IntentResult,
    wishes: Wishes,
    catalogue: Catalogue,
    read: Reader,
    seed: str,
) -> tuple[ToolChain, tuple[Goal, ...]] | NoPlan:
    """The chain, and its goals as the later stages read them; or why there is none."""
    environment = intent.environment or catalogue.environments.names[0]
    rows = Rows(environment, read)
    desk = Desk(intent, catalogue, wishes.known, rows, environment, seed, wishes.makes_missing)
    try:
        for wish in wishes.wishes:
            await _plan(desk, wish)
    except Stuck as stuck:
        return stuck.reason
    steps = tuple(desk.steps)
    chain = ToolChain(
        environment=environment,
        steps=steps,
        checks=tuple(desk.checks),
        notes=tuple(desk.notes_on_words()),
        digest=digest(steps, environment),
    )
    return chain, tuple(desk.goals)


async def _plan(desk: Desk, wish: Wish) -> None:
    if wish.kind == "create":
        await _create(desk, wish)
    elif wish.kind == "query":
        await _query(desk, wish)
    else:
        await _act(desk, wish)


def _operation(desk: Desk, collection: Collection, *names: str) -> ToolEssentialModel:
    tool = next((collection.operations[n] for n in names if n in collection.operations), None)
    if tool is None:
        label = desk.catalogue.environments.label(desk.environment, desk.intent.language)
        thing = desk.spoken(collection)
        raise desk.stuck("no_tool", "cannot", thing=thing, environment=label)
    return tool


# ---- create --------------------------------------------------------------------------------


async def _create(desk: Desk, wish: Wish) -> None:
    quantity = wish.quantity
    collection, values = await _kind_of(desk, wish)
    tool = _operation(desk, collection, "create")
    if quantity > 1 and wish.name:
        raise desk.stuck("missing", "names", ask=True, count=quantity, name=wish.name)
    joins = wish.name and any(m.label and m.lead == "becomes" for m in values)
    if joins and await desk.rows.find(collection, wish.name or ""):
        await _act(desk, replace(wish, kind="change", values=values))
        return
    goal = desk.goal(FunctionType.CREATE, wish.verb, collection, wish.name, quantity)
    for _ in range(quantity):
        await _create_one(desk, wish, collection, tool, goal, values)


async def _create_one(
    desk: Desk,
    wish: Wish,
    collection: Collection,
    tool: ToolEssentialModel,
    goal: Goal,
    values: list[Mention],
) -> None:
    form = Form(desk, collection, collection.parts, goal.id, creates=True)
    if wish.name and not form.name(wish.name):
        values = [Mention(value=wish.name), *values]
    await form.fill(values)
    await form.complete()
    step = desk.add(tool, form.arguments, goal.id, collection)
    desk.made.append(Made(collection, step, id_path(tool)))
    desk.check("exists", step, goal.id, collection)
    for name, value in form.values.items():
        desk.check_value(collection.parts[name].slot, value, step, goal.id, collection)


async def _kind_of(desk: Desk, wish: Wish) -> tuple[Collection, list[Mention]]:
    """The collection; an unknown noun may be the name of a kind: `add a villa` of house types."""
    collection = _best(desk, wish.noun, wish.values)
    if collection is not None:
        return collection, list(wish.values)
    kinds = [c for c in desk.known.by_key.values() if _thing_of(desk.known, c) is not None]
    found = await desk.rows.anywhere(kinds, wish.unknown)
    fitting = [(k, hits) for k, hits in zip(kinds, found, strict=True) if hits]
    thing = _thing_of(desk.known, fitting[0][0]) if len(fitting) == 1 else None
    if thing is None:
        raise _unknown(desk, wish.unknown)
    kind = fitting[0][0]
    said = Mention(labels=(kind.noun,), label=kind.noun, value=wish.unknown)
    others = [m for m in wish.values if m.value != wish.unknown]
    return thing, [said, *others]


async def _belonging(desk: Desk, hits: list[Hit], mentions: Sequence[Mention]) -> list[Hit]:
    """Those that refer to everything that the sentence says they belong to."""
    for mention in mentions:
        if not mention.value or mention.plain:
            continue
        parts = {**hits[0].collection.parts, **hits[0].collection.changes}
        form = Form(desk, hits[0].collection, parts, "", creates=False)
        part = form.part_for(mention) if mention.label else None
        asked = [part] if part else [p for p in parts.values() if p.target]
        keys = dict.fromkeys(p.target for p in asked if p.target)
        found = await desk.rows.anywhere([desk.known.by_key[key] for key in keys], mention.value)
        ids = [str(hit.id) for several in found for hit in several]
        owned = [hit for hit in hits if in_common(hit.row, ids) or _owned_by(hit, ids)]
        if not owned:
            thing = desk.spoken(hits[0].collection)
            raise desk.stuck("data", "not_of", thing=thing, owner=mention.value)
        hits = owned
    return hits


def _owned_by(hit: Hit, ids: Sequence[str]) -> bool:
    return any(str(owner.id) in ids for owner in hit.owners.values())


def _best(desk: Desk, noun: str | None, mentions: Sequence[Mention]) -> Collection | None:
    """Of several collections of that noun the one whose records have what is said of them."""
    same = desk.known.by_noun.get(noun or "", [])
    taking = [one for one in same if _can_take(one, mentions, desk)]
    return next(iter([*taking, *same]), None)


def _thing_of(known: Collections, kind: Collection) -> Collection | None:
    """What a collection of kinds is for: `house type` → house."""
    noun, _, last = kind.noun.rpartition(" ")
    return known.named(noun) if noun and last in ("type", "kind", "category") else None


def _unknown(desk: Desk, words: str) -> Stuck:
    text = say(desk.intent.language, "planner.no_object", words=words)
    return Stuck(NoPlan(reason="no_tool", text=text))


# ---- change, rename, delete ----------------------------------------------------------------


async def _act(desk: Desk, wish: Wish) -> None:
    if wish.kind == "clear":
        raise desk.stuck("no_tool", "cannot_clear", name=wish.unknown)
    if wish.name is None:
        thing = wish.unknown
        known = desk.known.named(wish.noun) if wish.noun else None
        raise desk.stuck("missing", "which", ask=True, thing=desk.spoken(known) if known else thing)
    deletes = wish.kind == "delete"
    mentions = wish.values if deletes else _merged(wish.values)
    names = ("delete",) if deletes else ("change", "replace")
    hit = await _target(desk, wish, mentions, names)
    collection = hit.collection
    tool = _operation(desk, collection, *names)
    function = FunctionType.DELETE if deletes else FunctionType.OPERATE
    goal = desk.goal(function, wish.verb, collection, wish.name)
    parts = desk.known.parts_of(tool, collection)
    form = Form(desk, collection, parts, goal.id, creates=False)
    form.beside = _references(hit)
    if wish.kind == "rename":
        mentions = _renaming(form, mentions)
    if not deletes or hit.owners:
        await _fill(desk, form, mentions, deletes)
    place = _path_slot(tool)
    chosen = desk.chosen(hit, place, wish.name, goal.id)
    if tool.method == "PUT":
        _keep(form, hit, chosen)
    arguments = {place.path: chosen, **form.arguments}
    step = desk.add(tool, arguments, goal.id, collection)
    desk.check("absent" if deletes else "answered", step, goal.id, collection)
    for name, value in form.values.items():
        desk.check_value(parts[name].slot, value, step, goal.id, collection)


def _keep(form: Form, hit: Hit, chosen: Binding) -> None:
    """What replaces a record takes over what it has to have and nobody changes."""
    for part in form.parts.values():
        told = hit.row.get(part.slot.key)
        if not part.required or part.name in form.filled or told is None:
            continue
        inner = "" if isinstance(told, str | int | float) else ".id"
        path = f"{hit.list_path}.{part.slot.key}{inner}"
        kept = chosen.model_copy(update={"path": path, "detail": f"{chosen.step} → {path}"})
        form.filled[part.name] = kept.model_copy(update={"conversion": None})


async def _fill(desk: Desk, form: Form, mentions: Sequence[Mention], deletes: bool) -> None:
    thing = desk.spoken(form.collection)
    empty = next((m for m in mentions if m.label and m.value is None), None)
    if empty is not None and not deletes:
        raise desk.stuck("missing", "lacking", ask=True, thing=thing, part=empty.label)
    await form.fill(mentions)
    if not form.filled:
        raise desk.stuck("missing", "what_of", ask=True, thing=thing)


def _renaming(form: Form, mentions: Sequence[Mention]) -> list[Mention]:
    rest = list(mentions)
    for mention in mentions:
        if not mention.label and mention.value and form.name(mention.value):
            rest.remove(mention)
            break
    return rest


def _merged(mentions: Sequence[Mention]) -> list[Mention]:
    """`the status of X … to Y`: the label and the value that it gets are one."""
    found: list[Mention] = []
    for mention in mentions:
        open_label = next((m for m in found if m.label and m.value is None), None)
        if open_label is not None and not mention.label and mention.value:
            open_label.value = mention.value
        else:
            found.append(mention)
    return found


async def _target(
    desk: Desk, wish: Wish, mentions: Sequence[Mention], operations: Sequence[str]
) -> Hit:
    """The one record that is meant."""
    name = wish.name or ""
    if wish.noun is not None:
        places = [c for c in [_best(desk, wish.noun, mentions)] if c is not None]
    else:
        able = desk.known.by_key.values()
        places = [c for c in able if any(one in c.operations for one in operations)]
        places = [c for c in places if "{" not in c.key and _can_take(c, mentions, desk)]
    if len(places) == 1:
        hits = await desk.rows.find(places[0], name, await _owners(desk, places[0], mentions))
    else:
        hits = [one for several in await desk.rows.anywhere(places, name) for one in several]
    if not hits and wish.noun is not None and places:
        thing = desk.spoken(places[0])
        raise desk.stuck("data", "not_found", thing=thing, name=name)
    if not hits:
        raise desk.stuck("data", "not_found_anywhere", name=name)
    if len({hit.collection.key for hit in hits}) > 1:
        nouns = listed(desk.intent.language, dict.fromkeys(desk.spoken(h.collection) for h in hits))
        example = desk.intent.text.replace(name, f"{desk.spoken(hits[0].collection)} {name}", 1)
        raise desk.stuck(
            "ambiguous", "found_as", ask=True, name=name, choices=nouns, example=example
        )
    if wish.kind in ("delete", "query"):
        hits = await _belonging(desk, hits, mentions)
    if len(hits) > 1:
        raise desk.which_of(hits, name)
    return hits[0]


async def _owners(
    desk: Desk, collection: Collection, mentions: Sequence[Mention]
) -> dict[str, Hit]:
    """By slot path of its list: whose records are meant, where the list wants to know."""
    found: dict[str, Hit] = {}
    for part in collection.filters.values():
        if not part.required or part.target is None:
            continue
        owner = desk.known.by_key[part.target]
        said = [m for m in mentions if m.value and (owner.noun in m.labels or not m.label)]
        for mention in said:
            hits = await desk.rows.find(owner, mention.value or "")
            if len(hits) == 1:
                found[part.path] = hits[0]
                break
        else:
            raise desk.stuck("missing", "which", ask=True, thing=desk.spoken(owner))
    return found


def _can_take(collection: Collection, mentions: Sequence[Mention], desk: Desk) -> bool:
    """True where its records have fields for all labels."""
    parts = {**collection.filters, **collection.parts, **collection.changes}
    form = Form(desk, collection, parts, "", creates=False)
    return all(form.part_for(m) is not None for m in mentions if m.label)


def _references(hit: Hit) -> list[str]:
    told = (reference(value) for key, value in hit.row.items() if key != hit.id_key)
    return [one for one in told if one]


def _path_slot(tool: ToolEssentialModel) -> Slot:
    name = (tool.path or "").rstrip("/").rpartition("/")[2].strip("{}")
    return next((slot for slot in tool.needs if slot.path == name), tool.needs[0])


# ---- query ---------------------------------------------------------------------------------


async def _query(desk: Desk, wish: Wish) -> None:
    collection = _best(desk, wish.noun, wish.values)
    if collection is None:
        raise _unknown(desk, wish.noun or wish.unknown)
    tool = _operation(desk, collection, "listing")
    goal = desk.goal(FunctionType.QUERY, wish.verb, collection, wish.name)
    if wish.name is not None:
        await _query_one(desk, wish, collection, goal)
        return
    parts = _filters(collection)
    form = Form(desk, collection, parts, goal.id, creates=False)
    await form.fill(wish.values)
    arguments: dict[str, Binding] = form.arguments
    step = desk.add(tool, arguments, goal.id, collection)
    desk.check("answered", step, goal.id, collection)


def _filters(collection: Collection) -> dict[str, Part]:
    """What the list can be asked for, as far as its records have such a field."""
    own = {*collection.parts, *collection.changes}
    return {name: part for name, part in collection.filters.items() if name in own}


async def _query_one(desk: Desk, wish: Wish, collection: Collection, goal: Goal) -> None:
    hit = await _target(desk, wish, wish.values, ("listing",))
    tool = collection.operations.get("retrieve")
    if tool is None:
        arguments = {path: desk.said(v, wish.name or "") for path, v in hit.arguments.items()}
        step = desk.add(collection.operations["listing"], arguments, goal.id, collection)
    else:
        place = _path_slot(tool)
        chosen = desk.chosen(hit, place, wish.name or "", goal.id)
        further = _asked(desk, wish, collection)
        arguments = {place.path: chosen}
        step = desk.add(tool, arguments, goal.id, collection, main=further is None)
        if further is not None:
            part, collection = further
            step = _follow(desk, part, collection, step, goal)
    desk.check("answered", step, goal.id, collection)


def _asked(desk: Desk, wish: Wish, collection: Collection) -> tuple[Part, Collection] | None:
    """The field that is asked for and the collection that it refers to, if it refers to one."""
    if wish.asked is None:
        return None
    parts = {**collection.parts, **collection.changes}
    part = Form(desk, collection, parts, "", creates=False).part_for(wish.asked)
    target = desk.known.by_key.get(part.target or "") if part else None
    return (part, target) if part and target and "retrieve" in target.operations else None


def _follow(desk: Desk, part: Part, target: Collection, step: str, goal: Goal) -> str:
    """Reads what a field of the record refers to."""
    tool = target.operations["retrieve"]
    place = _path_slot(tool)
    path = part.path.removeprefix("body.")
    told = Binding(source="output", detail=f"{step} → {path}", step=step, path=path)
    return desk.add(tool, {place.path: told}, goal.id, target)
