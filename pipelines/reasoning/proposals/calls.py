"""One call of a proposal with the calls that provide for it, placed into the planner's state.

Frames are found backward, from what a result is used for to where it comes from; values are bound
forward, so that every argument sees what earlier calls have told.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pipelines.contracts.chain import Binding
from pipelines.reasoning.arguments.binding import instance_of, name_of, platform_value
from pipelines.reasoning.arguments.generate import default_of
from pipelines.reasoning.arguments.inside import wanted_beside
from pipelines.reasoning.arguments.mentions import answer_of
from pipelines.reasoning.planner.problem import Frame, Mode, known_instances
from pipelines.reasoning.planner.search import append
from pipelines.reasoning.planner.selection import differing
from pipelines.reasoning.planner.state import Instance, State
from pipelines.reasoning.proposals.proposal import ProposedArgument, ProposedStep, is_platforms
from pipelines.reasoning.proposals.vouch import Claim, Refused, vouch
from tool_registry.model import Slot, ToolEssentialModel


@dataclass(frozen=True, slots=True)
class Call:
    """A proposed step and its tool; `number` from 1, over the whole proposal."""

    number: int
    step: ProposedStep
    tool: ToolEssentialModel


@dataclass(frozen=True, slots=True)
class _Placed:
    """The frame of a call, and which instance each of its arguments speaks of."""

    frame: Frame
    keys: Mapping[str, str]


def placed(main: Frame, calls: Sequence[Call], state: State, problems: list[str]) -> State:
    """The state with these calls, of which the last is the main one; adds what is wrong.

    Refused where a call has no place at all.
    """
    frames, state = _frames(main, calls, state)
    for call in calls:
        where = frames[call.number]
        where = replace(where, frame=_looking(call, where.frame, state))
        bindings, state = _bindings(call, where, state, problems)
        state = append(where.frame, bindings, state)
    return state


def _looking(call: Call, frame: Frame, state: State) -> Frame:
    """The frame of a reading call; Refused where it would pick something that nobody named."""
    instance, problem = state.instances[frame.target], frame.problem
    if frame.mode != "find":
        return frame
    if instance.identified:
        return replace(frame, mode="convert")
    if not problem.may_pick(instance.entity) or call.tool.id in problem.empty:
        raise _refused("not_picked", call, tool=call.tool.id, entity=instance.entity or "-")
    return frame


def _frames(main: Frame, calls: Sequence[Call], state: State) -> tuple[dict[int, _Placed], State]:
    keys, state = _keys(main, state)
    frames = {calls[-1].number: _Placed(main, keys)}
    for call in reversed(calls[:-1]):
        user, argument = _user(call, calls)
        key = frames[user.number].keys.get(argument.name)
        if key is None:
            raise _no_argument(user, argument.name)
        frame, state = _helper(call, argument, frames[user.number].frame, key, state)
        keys, state = _keys(frame, state)
        frames[call.number] = _Placed(frame, keys)
    return frames, state


def _user(call: Call, calls: Iterable[Call]) -> tuple[Call, ProposedArgument]:
    """The first call that takes something from this one's result."""
    for other in calls:
        if other.number > call.number:
            for argument in other.step.arguments:
                if argument.source == "output" and argument.step == call.number:
                    return other, argument
    raise _refused("extra", call, tool=call.tool.id)


def _keys(frame: Frame, state: State) -> tuple[dict[str, str], State]:
    """Slot path → the instance that it speaks of; what must be there is looked at first."""
    keys: dict[str, str] = {}
    for slot in _ordered(frame.tool):
        if platform_value(frame, slot) is None:
            keys[slot.path], state = instance_of(frame, slot, state)
    return keys, state


def _ordered(tool: ToolEssentialModel) -> list[Slot]:
    return sorted(tool.needs, key=lambda slot: not (slot.required or slot.one_of))


def _helper(
    call: Call, argument: ProposedArgument, user: Frame, key: str, state: State
) -> tuple[Frame, State]:
    """The frame of a call that provides for another one's argument."""
    instance = state.instances[key]
    if not call.tool.function.writes:
        instance = _replied_of(argument, user, instance)
        state = state.with_instance(instance)
        target, mode = _read_about(call, argument, instance, state)
        return user.deeper(call.tool, target, mode), state
    _may_make(call, user, instance)
    made = state.with_instance(replace(instance, made=True))
    return user.deeper(call.tool, key, "make"), made


def _replied_of(argument: ProposedArgument, user: Frame, instance: Instance) -> Instance:
    """The instance with what the user replied to the question for it: that singles it out."""
    slot = next(slot for slot in user.tool.needs if slot.path == argument.name)
    given = user.problem.given.get(name_of(slot, instance))
    if given is None or instance.identified:
        return instance
    return replace(instance, facts=(*instance.facts, answer_of(user, slot, given)))


def _read_about(
    call: Call, argument: ProposedArgument, instance: Instance, state: State
) -> tuple[str, Mode]:
    """What a reading call is about: the thing wanted, or a known one that points to it."""
    if instance.identified:
        return instance.key, "convert"
    told = next((one for one in call.tool.yields if one.path == argument.field), None)
    if told is not None and not told.many:
        for known in known_instances(state):
            about = known.entity in call.tool.objects and known.key != instance.key
            if about and not known.made:
                return known.key, "convert"
    return instance.key, "find"


def _may_make(call: Call, user: Frame, instance: Instance) -> None:
    """Refused where the call would change something that nobody asked for."""
    tool, problem = call.tool, user.problem
    creates = tool.function.value == "create"
    own = instance.entity in tool.objects[:1] or instance.entity is None
    fitting = creates and own and user.may_make
    usable = tool.function.value == "operate" and instance.made
    forbidden = problem.forbids(tool, asked=False)
    other_kind = differing(tool, user.inherited, problem) is not None
    named = creates and any(fact.identifies for fact in instance.facts)
    again = creates and _is_one_more(user, instance)
    if forbidden or other_kind or named or again or not (fitting or usable):
        raise _refused("extra_effect", call, tool=tool.id)


def _is_one_more(user: Frame, instance: Instance) -> bool:
    """True for a second thing of the kind that the goal makes, of which nobody spoke."""
    made = user.goal.function.value == "create" and user.goal.object.type == instance.entity
    return made and instance.role is None and not instance.facts


def _bindings(
    call: Call, where: _Placed, state: State, problems: list[str]
) -> tuple[dict[str, Binding], State]:
    """The arguments that hold; what is wrong with the others is added to the problems."""
    given = _given(call, where.frame, problems)
    bindings: dict[str, Binding] = {}
    for slot in _ordered(call.tool):
        fixed = platform_value(where.frame, slot)
        if fixed is not None:
            bindings[slot.path] = fixed
        elif slot.path in given:
            claim = Claim(where.frame, call.number, slot, where.keys[slot.path], given[slot.path])
            try:
                bindings[slot.path], state = vouch(claim, state)
            except Refused as refused:
                problems.append(str(refused))
        elif slot.required and (left := default_of(slot)) is not None:
            bindings[slot.path] = left
    known = {*bindings, *given}
    problems += [
        str(_refused("lacks", call, argument=slot.path)) for slot in _lacking(call.tool, known)
    ]
    return bindings, state


def _given(call: Call, frame: Frame, problems: list[str]) -> dict[str, ProposedArgument]:
    """Argument by slot path: those that the tool has, each once."""
    slots = {slot.path: slot for slot in call.tool.needs}
    given: dict[str, ProposedArgument] = {}
    groups: set[str] = set()
    for argument in call.step.arguments:
        slot = slots.get(argument.name)
        if slot is None or (is_platforms(slot) and not _is_own_place(slot, argument, frame)):
            told = {"tool": call.tool.id, "argument": argument.name}
            problems.append(str(_no_argument(call, told["argument"])))
        elif slot.path in given or (slot.one_of and slot.one_of in groups):
            problems.append(str(_refused("twice", call, argument=slot.path)))
        elif not is_platforms(slot):
            given[slot.path] = argument
            groups.add(slot.one_of or "")
    return given


def _is_own_place(slot: Slot, argument: ProposedArgument, frame: Frame) -> bool:
    """True for an environment that is named as the program would name it anyway."""
    own = {str(slot.environment_value(frame.problem.environment)), frame.problem.environment}
    return bool(slot.environment) and {str(argument.value), str(argument.words)} & own != set()


def _lacking(tool: ToolEssentialModel, given: set[str]) -> list[Slot]:
    """What the tool requires and nobody gives; of alternatives the first."""
    groups = {slot.one_of for slot in tool.needs if slot.one_of and slot.path in given}
    lacking: dict[str, Slot] = {}
    for slot in tool.needs:
        required = slot.required or (slot.one_of is not None and slot.one_of not in groups)
        if required and slot.path not in given and not is_platforms(slot):
            lacking.setdefault(slot.one_of or slot.path, slot)
    return [*lacking.values(), *wanted_beside(tool, given)]


def _refused(key: str, call: Call, **values: object) -> Refused:
    return Refused(key, step=call.number, **values)


def _no_argument(call: Call, name: str) -> Refused:
    known = ", ".join(slot.path for slot in call.tool.needs if not is_platforms(slot)) or "-"
    return _refused("no_argument", call, tool=call.tool.id, argument=name, known=known)
