"""A goal's mentions as things of the plan: those that are there already, and new ones."""

from dataclasses import replace

from pipelines.contracts.intent import EntityRef, Goal
from pipelines.reasoning.planner.problem import Problem, contrast
from pipelines.reasoning.planner.state import Instance, State, facts_of


def enter(problem: Problem, goal: Goal, state: State) -> tuple[State, str]:
    """The state with the goal's mentions as instances in scope, and the key of its object."""
    scope: dict[tuple[str, str], str] = {}
    for number, ref in enumerate(goal.related):
        if (made := made_before(ref, state)) is not None:
            scope[(ref.type or "", contrast(ref.role))] = made
            scope.update(_as_somebody(problem, made, state))
            continue
        key, state = _instance(goal, ref, f"r{number}", state)
        scope[(state.instances[key].entity or f"?{number}", contrast(ref.role))] = key
    state = _beside_others(problem, scope, state)
    creating = goal.function.value == "create"
    pointed = made_before(goal.object, state) if goal.object.made_by else None
    if pointed is not None and not creating:
        own = state.instances[pointed]
        told = (*own.facts, *facts_of(goal.object, f"{goal.id}/o"))
        state = replace(state, scope=scope).with_instance(replace(own, facts=told))
        state = replace(state, elsewhere=state.elsewhere - {pointed})
        return replace(state, scope={**scope, (own.entity or "", ""): pointed}), pointed
    reuse = not creating and not goal.object.identifiers and not goal.object.constraints
    reuse = reuse and not is_of_another_s(goal)
    earlier = scope.get((goal.object.type or "", "")) if reuse else None
    if earlier is not None:
        return replace(state, scope=scope, elsewhere=state.elsewhere - {earlier}), earlier
    key, state = _instance(goal, goal.object, "o", state)
    if not creating:
        place = (goal.object.type or "", contrast(goal.object.role))
        scope[place] = scope.get(place, key) if is_of_another_s(goal) else key
    return replace(state, scope=scope), key


def is_of_another_s(goal: Goal) -> bool:
    """`the orders of the user of order 7`: order 7 tells whose they are, and is not what is meant
    by them."""
    apart = [ref for ref in goal.related if ref.type != goal.object.type]
    tells = any(ref.type == goal.object.type and ref.identifiers for ref in goal.related)
    return tells and any(ref.role == "owner" and not ref.identifiers for ref in apart)


def _beside_others(problem: Problem, scope: dict[tuple[str, str], str], state: State) -> State:
    """Adds to the scope what earlier goals are about, and tells it from what this one speaks of;
    the person of whom a sentence speaks is meant in all of it."""
    own = set(scope.values())
    mains = [state.instances[draft.target] for draft in state.drafts if draft.main]
    for before in mains:
        if before.entity:
            scope.setdefault((before.entity, ""), before.key)
    others = {one.key for one in mains if not problem.is_person(one.entity)}
    return replace(state, elsewhere=frozenset(others - own))


def made_before(ref: EntityRef, state: State) -> str | None:
    """What an earlier step makes, where the sentence only points at it or says nothing more."""
    if ref.made_by is not None:
        key = f"{ref.made_by}/o" + (f"/{ref.which}" if ref.which and ref.which > 1 else "")
        return key if key in state.instances else None
    told = ref.identifiers or ref.constraints or ref.quantity is not None
    if told or ref.type is None:
        return None
    made = (d.target for d in state.drafts if d.main and d.tool.function.value == "create")
    keys = [key for key in made if state.instances[key].entity == ref.type]
    return keys[-1] if keys else None


def _as_somebody(problem: Problem, made: str, state: State) -> dict[tuple[str, str], str]:
    """Whom the plan has made it for: a new reader is the person who was registered as one."""
    entity = state.instances[made].entity
    maker = next((d for d in state.drafts if d.target == made), None)
    if maker is None or not problem.is_person(entity):
        return {}
    found: dict[tuple[str, str], str] = {}
    for slot in maker.tool.needs:
        binding = maker.bindings.get(slot.path)
        if binding is None or slot.entity == entity or not problem.is_person(slot.entity):
            continue
        if binding.step is not None:
            found[(slot.entity or "", "")] = state.drafts[int(binding.step[1:]) - 1].target
        else:
            named = (i.key for i in state.instances.values() if _is_named(i, binding.detail))
            if (key := next(named, None)) is not None:
                found[(slot.entity or "", "")] = key
    return found


def _is_named(instance: Instance, words: str) -> bool:
    return any(fact.identifies and fact.words == words for fact in instance.facts)


def _instance(goal: Goal, ref: EntityRef, part: str, state: State) -> tuple[str, State]:
    """An instance for a mention; two mentions with the same identifiers are one instance."""
    key = f"{goal.id}/{part}"
    facts = facts_of(ref, key)
    same = {(fact.attribute, fact.value) for fact in facts if fact.identifies}
    for old in state.instances.values():
        known = {(fact.attribute, fact.value) for fact in old.facts if fact.identifies}
        if same and same <= known and (old.entity == ref.type or None in (old.entity, ref.type)):
            entity, role = old.entity or ref.type, ref.role or old.role
            merged = replace(old, facts=(*old.facts, *facts), entity=entity, role=role)
            return old.key, state.with_instance(merged)
    return key, state.with_instance(
        Instance(
            key,
            ref.type,
            ref.role,
            facts,
            words=ref.words or (ref.type or ""),
            pointed=ref.reference == "that" and not ref.identifiers,
        )
    )
