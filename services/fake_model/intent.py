"""The built-in script of the intent stage: a reader that knows only what the prompt says.

It is no model of a language model. It joins the explained words of the sentence by a small grammar
of its own and fills the form in, well enough to try the product; what it gets wrong, the program
has to catch.
"""

import json
from collections.abc import Sequence
from typing import Any, cast

from services.fake_model.glossary import Clause, Sheet, Word, read_sheet
from services.fake_model.phrases import ROLES, Phrase, phrases, said
from services.fake_model.question import Answer, Question

_LETTERS = {"create": "A", "operate": "B", "delete": "B", "query": "C", "verify": "D"}
_READS = ("query", "verify")
_NOTES = {"create_missing": "create_missing", "note": "note", "remark": "note"}
"""What is told beside the request, as the form has it."""


def understand(question: Question) -> Answer | None:
    """The filled form; None for a prompt of another stage."""
    if not question.wants("ModelIntent"):
        return None
    filled = _said_only(fill(read_sheet(question)))
    return Answer(json.dumps(filled, ensure_ascii=False, separators=(",", ":")))


def _said_only(value: Any) -> Any:
    """The form without blanks that nothing was said for, as the prompt wants it."""
    if isinstance(value, list):
        return [_said_only(one) for one in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    fields = cast("dict[str, Any]", value)
    told = {name: _said_only(one) for name, one in fields.items() if one not in (None, [])}
    return {name: one for name, one in told.items() if (name, one) != ("operator", "eq")}


def fill(sheet: Sheet) -> dict[str, Any]:
    """The form for the sentence."""
    words = [word for one in sheet.of("positive") for word in one.words]
    letter = _letter(sheet, words)
    steps = _steps(sheet) if letter is None else []
    if letter is None:
        project = any(word.sort == "project" for word in words)
        letter = "G" if project else _LETTERS.get(steps[0][0], "H") if steps else "H"
    return {
        "intent_type": letter,
        **_place(sheet),
        "steps": [step for _, step in steps],
        "negative": [_forbidden(sheet, one) for one in sheet.of("forbid", "keep")],
        "supplements": [
            {"kind": _NOTES[one.kind], "words": _said(sheet, one.words)}
            for one in sheet.of(*_NOTES)
        ],
    }


def _place(sheet: Sheet) -> dict[str, Any]:
    named = sheet.outside.get("environment", [("", "")])
    names = {name for said in named for name in said[1].split(", ") if name}
    return {
        "environment": names.pop() if len(names) == 1 else None,
        "environment_words": sheet.said("environment"),
        "production_words": sheet.said("production"),
        "stress_words": sheet.said("stress"),
    }


def _said(sheet: Sheet, words: Sequence[Word]) -> str:
    """The stretch of the sentence from the first of the words to the last."""
    start, end = min(word.start for word in words), max(word.end for word in words)
    return sheet.sentence[start:end].strip()


def _letter(sheet: Sheet, words: Sequence[Word]) -> str | None:
    """The choices that need no step; None where the first step tells."""
    says = frozenset(name for word in words for name in word.markers)
    sorts = {word.sort for word in words if word.entity}
    acts = [word for word in words if word.is_verb]
    writes = any(word.function not in _READS for word in acts)
    if "tool" in sorts:
        asks = says & {"which", "who", "meaning", "capability", "how_many", "there_is", "help"}
        asks = asks - ({"there_is"} if "want" in says else set[str]())
        return "F" if not writes or (asks and "how" not in says) else "E"
    if "project" in sorts and not says & {"how", "difference"}:
        return None
    if _consults(says, words, acts):
        return "F" if any(word.entity or word.value for word in words) else "H"
    facts = [name for word in words for name, _ in word.facts]
    shaped = any(word.shape == "code" for word in words) or bool(set(facts) - {"-", "date"})
    known = shaped or any(word.entity for word in words) or sheet.said("environment")
    return None if known or any(word.value and not word.markers for word in words) else "H"


def _consults(says: frozenset[str], words: Sequence[Word], acts: Sequence[Word]) -> bool:
    """A question about what there is or how it is done, rather than about data."""
    named = any(word.shape or word.facts for word in words)
    reads = any(word.function in _READS and not word.is_("which") for word in acts)
    if says & {"difference", "help", "wrote"}:
        return "wrote" in says or not (named and acts)
    if says & {"meaning", "rules"}:
        return not named and not any(word.attribute for word in words)
    if says & {"how", "why"} and "how_many" not in says:
        return not named
    return {"capability", "which"} <= says and not named and not reads


# ---- steps ---------------------------------------------------------------------------------


def _segments(sheet: Sheet) -> list[list[Word]]:
    """Stretches with one action each; a clause without one belongs to its neighbour."""
    found: list[list[Word]] = []
    for clause in _instructions(sheet):
        for words in _by_action(clause):
            acts = any(word.is_verb for word in words)
            if found and not (acts and any(word.is_verb for word in found[-1])):
                found[-1] += words
            else:
                found.append(list(words))
    return [one for one in found if any(not word.bare for word in one)]


def _instructions(sheet: Sheet) -> list[Clause]:
    """The positive clauses without a text that is only handed on, but for the codes in it."""
    handed = sheet.said("reported")
    if handed is None:
        return sheet.of("positive")
    start = sheet.sentence.find(handed)
    told = range(start, start + len(handed))
    return [
        Clause(one.kind, [w for w in one.words if w.start not in told or w.shape == "code"])
        for one in sheet.of("positive")
    ]


def _by_action(clause: Clause) -> list[list[Word]]:
    """The clause cut before each further action that has something of its own."""
    found: list[list[Word]] = [[]]
    for place, word in enumerate(clause.words):
        acted = any(one.is_verb for one in found[-1])
        content = any(one.entity or one.shape for one in found[-1] if not one.is_verb)
        ahead = any(one.entity or one.shape or one.value for one in clause.words[place + 1 :])
        if word.is_verb and acted and (content or ahead) and content:
            found.append([])
        found[-1].append(word)
    return found


def _steps(sheet: Sheet) -> list[tuple[str, dict[str, Any]]]:
    """All steps, in the order in which they are to be done."""
    segments: list[list[Word]] = []
    for words in _segments(sheet):
        first = any(word.is_("beforehand", "time:after") for word in words)
        segments.insert(len(segments) - bool(first and segments), words)
    made = [_step(sheet, words) for words in segments]
    return [(function, step) for function, step in _shared(made)]


def _step(sheet: Sheet, words: list[Word]) -> tuple[str, dict[str, Any]]:
    """What the action does to data, and the step."""
    verbs = [word for word in words if word.is_verb]
    verb = max(verbs, key=lambda one: one.function not in _READS, default=None)
    found = phrases(words)
    function = verb.function if verb else _implied(words, found)
    state = _state(found, verb)
    found = [one for one in found if one is not state]
    main = _main(found, verb, function) or Phrase(words=[verb or words[0]], pointing=words[0])
    related = _others(main, [one for one in found if one is not main])
    for one in related:
        one.role = _role(one, verb)
    told = main.told(sheet.sentence)
    ends = [told | {"role": "new"}] if _is_new_end(main, verb) else []
    if ends:
        told |= {"identifiers": [], "role": None}
    if sheet.outside.get("reported"):
        told["constraints"] += [_said_of(*one) for one in sheet.outside["reported"]]
    return function, {
        "words": _said(sheet, words),
        "action": (verb.action if verb else None) or function,
        "action_words": verb.text if verb else None,
        "object": told,
        "related": [one.told(sheet.sentence) for one in related] + ends,
        "target_state_words": state.constraints[0]["words"] if state else None,
        "asked": _asked([main, *related, *found], function),
        "per_each_words": next((word.text for word in words if word.is_("each")), None),
    }


def _is_new_end(main: Phrase, verb: Word | None) -> bool:
    """`bind the new link 5`: the link is tied anew, and 5 is its new end."""
    ties = verb is not None and verb.action in _TIES
    relation = main.head is not None and main.head.sort == "relation"
    return ties and relation and main.aged == "new" and bool(main.identifiers)


def _said_of(words: str, name: str) -> dict[str, Any]:
    return said(None if name == "-" else name, words)


def _others(main: Phrase, found: list[Phrase]) -> list[Phrase]:
    """Everyone and everything else; what is said of the main thing again goes to it."""
    _spread(main, found)
    kept: list[Phrase] = []
    for one in found:
        same = one.entity is not None and one.entity == main.entity and not one.identifiers
        if same and one.aged is None and one.lead not in ROLES:
            known = {said["words"] for said in main.constraints}
            main.constraints += [said for said in one.constraints if said["words"] not in known]
        elif one.head or one.identifiers or one.constraints or (one.pointing and one.lead in ROLES):
            kept.append(one)
    return kept


_TIES = ("bind", "rebind", "unbind")
_OWNERS = ("owner", "recipient", "parent")


def _shared(made: list[tuple[str, dict[str, Any]]]) -> list[tuple[str, dict[str, Any]]]:
    """Steps with what they leave to each other: whose thing it is, and which thing."""
    for number, (_, step) in enumerate(made[1:], 1):
        _take_thing(step, made[number - 1][1])
    steps = [step for _, step in made]
    for step in steps:
        own = [one for one in step["related"] if one["role"] in _OWNERS]
        others = [
            one
            for other in steps
            if other is not step and {other["action"], step["action"]}.intersection(_TIES)
            for one in other["related"]
            if one["role"] in _OWNERS and one["identifiers"]
        ]
        points = all(one["reference"] and not one["type"] for one in own)
        if points and others:
            step["related"] = [one for one in step["related"] if one not in own] + others[:1]
    return made


def _take_thing(step: dict[str, Any], before: dict[str, Any]) -> None:
    """`unbind the link, bind to 5`: the link again, with 5 as its new end."""
    thing = step["object"]
    if thing["reference"] and thing["type"] is None and before["object"]["type"]:
        step["object"] = {**before["object"], "words": thing["words"], "quantity_words": None}
    for one in step["related"]:
        if one["reference"] and one["type"] is None:
            one["reference"] = "previous"
    ends = step["action"] in _TIES and before["action"] == "unbind" and thing["role"] == "new"
    same = thing["type"] == before["object"]["type"]
    taken = thing["identifiers"] and (ends or thing["type"] is None) and not same
    if not (taken and before["object"]["type"] and step["action"] in _TIES):
        return
    step["related"].append({**thing, "role": "new"})
    again: dict[str, Any] = {**before["object"], "constraints": [], "quantity_words": None}
    if any(one["role"] in _OWNERS for one in before["related"]):
        again["identifiers"] = []
    step["object"] = again


def _implied(words: Sequence[Word], found: Sequence[Phrase]) -> str:
    """What a sentence without a verb means: a thing that is counted, or one that is there."""
    counted = any(one.count or one.lead == "recipient" for one in found)
    counted = counted or any(word.is_("classifier") for word in words)
    return "create" if counted else "query"


def _state(found: Sequence[Phrase], verb: Word | None) -> Phrase | None:
    """The phrase that only says which state is to be reached."""
    if verb is None or verb.function != "operate":
        return None
    states = [
        one
        for one in found
        if one.constraints and one.head is None and not one.identifiers and not _is_fact(one)
        if one.start > verb.start or one.lead == "target"
    ]
    return states[-1] if states else None


def _is_fact(one: Phrase) -> bool:
    return any(word.facts or word.shape for word in one.words)


def _main(found: Sequence[Phrase], verb: Word | None, function: str) -> Phrase | None:
    """What the action is done to: the noun after it, else the last one before it."""
    things = [one for one in found if one.head is not None]
    asked = [one for one in things if one.lead == "which"]
    if asked and function in _READS:
        return asked[0]
    free = [one for one in things if one.lead not in (*ROLES, "of") and not one.owned] or things
    after = [one for one in free if verb is None or one.start >= verb.start]
    before = [one for one in free if one not in after]
    picked = after or before[::-1] or list(found)
    if function in _READS and after and after[0].identifiers:
        plain = [one for one in (*after[1:], *before) if not _is_named(one)]
        return (plain or after)[0]
    two = len(after) > 1 and after[1].lead is None and function == "create"
    if two and _is_person(after[0]) and not _is_person(after[1]):
        return after[1]
    return picked[0] if picked else None


def _is_person(one: Phrase) -> bool:
    return one.head is not None and one.head.sort == "person"


def _is_named(one: Phrase) -> bool:
    return bool(one.identifiers) or _is_person(one)


def _spread(main: Phrase, others: list[Phrase]) -> None:
    """Values that stand alone are the main thing's; so is a count."""
    for one in others:
        named = one.lead == "of" and not any(word.facts for word in one.words)
        if one.head is not None or one.pointing is not None or named:
            continue
        if not one.identifiers:
            main.constraints += one.constraints
            one.constraints = []
        if main.count is None and one.count is not None and not one.identifiers:
            main.count, one.count = one.count, None
        main.attributes += one.attributes


def _role(one: Phrase, verb: Word | None) -> str | None:
    if one.aged is not None:
        return one.aged
    if verb is not None and verb.action in _TIES and _is_named(one):
        return "owner"
    if one.lead in ("recipient", "source", "target", "place"):
        return one.lead
    if one.owned or one.lead == "of" or (verb is not None and verb.function in _READS):
        return "owner" if _is_person(one) else "parent"
    return "recipient" if _is_person(one) or one.head is None else "parent"


def _asked(found: Sequence[Phrase], function: str) -> list[str]:
    if function not in _READS:
        return []
    words = [word for one in found for word in one.attributes if word.entity is None]
    return list(dict.fromkeys(word.attribute for word in words if word.attribute))


def _forbidden(sheet: Sheet, clause: Clause) -> dict[str, Any]:
    things = [word.entity for word in clause.words if word.entity]
    verb = next((word for word in clause.words if word.is_verb), None)
    kind = "keep" if clause.kind == "keep" else "forbid"
    action = verb.action if verb else None
    return {
        "kind": kind,
        "words": _said(sheet, clause.words),
        "action": action if kind == "forbid" else None,
        "object": things[-1] if things else None,
    }
