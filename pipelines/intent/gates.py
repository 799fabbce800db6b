"""What a sentence of each type has to say; what it does not say is asked for."""

import re
from collections.abc import Sequence

from pipelines.contracts.intent import EntityRef, Goal, Missing
from pipelines.intent.contradictions import contradictions
from pipelines.intent.facts import BLANK, Edit, Facts, Gap
from pipelines.messages import listed, say
from pipelines.messages.labels import attribute_label, entity_label
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_NUMBER = re.compile(r"-?\d[\d,.]*")
_BEST = 3
"""So many ways to single a thing out are named."""
_SHOWN = 5
"""Words that a question names at most."""
_ENDINGS = " ,\uff0c\u3002.!\uff01?\uff1f"


def missing(facts: Facts) -> tuple[Missing, ...]:
    """Everything blocking that the sentence lacks, with questions in the user's language."""
    if facts.kind is IntentType.OPERATE_PROJECT:
        gaps = _content(facts)
    elif facts.kind.is_data:
        gaps = [*contradictions(facts), *_needs(facts), *_unaccounted(facts), *_environment(facts)]
    else:
        gaps = []
    gaps = list({gap.name: gap for gap in gaps}.values())
    return tuple(_told(facts, gaps, place) for place in range(len(gaps)))


def _told(facts: Facts, gaps: Sequence[Gap], place: int) -> Missing:
    """The first question asks for everything at once and shows the whole sentence."""
    question = gaps[place].question
    if place == 0:
        questions = [gap.question for gap in gaps]
        joined = " ".join(questions) if facts.language == "en" else "".join(questions)
        sentence = _sentence(facts, gaps)
        question = joined
        if sentence != facts.text.strip().rstrip(_ENDINGS):  # else it would be asked in a circle
            question = say(
                facts.language, "intent.with_sentence", question=joined, sentence=sentence
            )
    return Missing(name=gaps[place].name, blocking=True, question=question)


def _sentence(facts: Facts, gaps: Sequence[Gap]) -> str:
    """The user's own sentence, completed; blanks where only the user knows."""
    text = facts.text
    edits = {edit for gap in gaps for edit in gap.edits}
    places = {start for start, _, _ in edits}
    edits |= {(s.start, s.end, "") for s in facts.programs if s.start not in places}
    for start, end, words in sorted(edits, reverse=True):
        text = text[:start] + words + text[end:]
    tail = [gap.tail for gap in gaps if gap.tail]
    stripped = text.strip().rstrip(_ENDINGS)
    return say(facts.language, "intent.clause_join").join([stripped, *tail])


# ---- environment ---------------------------------------------------------------------------


def _environment(facts: Facts) -> list[Gap]:
    if facts.environment is not None:
        return []
    configured = facts.places or facts.environments.names
    labels = _labels(facts, configured)
    shown = listed(facts.language, labels)
    said = facts.setting.named
    named = list(dict.fromkeys((*said, facts.chosen) if facts.chosen else said))
    if len(named) > 1:
        both = listed(facts.language, _labels(facts, named))
        key = "chosen_and_said" if len(said) == 1 else "which_of_environments"
        question = say(facts.language, f"intent.{key}", named=both)
        return [Gap("environment", question, _instead(facts, named[-1]))]
    if facts.setting.unknown is not None and configured:
        told = {"word": facts.setting.unknown.text, "environments": shown}
        question = say(facts.language, "intent.unknown_environment", **told)
        return [Gap("environment", question, _instead(facts, configured[-1]))]
    if not labels:
        return [Gap("environment", say(facts.language, "intent.no_environment"))]
    question = say(facts.language, "intent.which_environment", environments=shown)
    answer = say(facts.language, "intent.in_environment", environment=labels[-1])
    return [Gap("environment", question, tail=answer)]


def _labels(facts: Facts, names: Sequence[str]) -> list[str]:
    return [facts.environments.label(name, facts.language) for name in names]


def _instead(facts: Facts, name: str) -> tuple[Edit, ...]:
    """One environment in place of every one that is named."""
    label = facts.environments.label(name, facts.language)
    return tuple((span.start, span.end, label) for span in facts.setting.mentions)


def _unaccounted(facts: Facts) -> list[Gap]:
    """What is said so exactly is never passed over where data would be changed."""
    if not facts.unaccounted or not any(goal.function.writes for goal in facts.goals):
        return []
    shown = [span.text for span in facts.unaccounted[:_SHOWN]]
    words = listed(facts.language, [*shown, *(["…"] if len(facts.unaccounted) > _SHOWN else [])])
    return [Gap("unread", say(facts.language, "intent.unaccounted", words=words))]


# ---- things --------------------------------------------------------------------------------


def _needs(facts: Facts) -> list[Gap]:
    gaps: list[Gap] = []
    for goal in facts.goals:
        gaps += _count(facts, goal)
        if goal.object.type is None and not goal.object.words and not goal.object.identifiers:
            gaps.append(Gap("object", _object_question(facts, goal)))
        elif goal.function is FunctionType.CREATE:
            gaps += _recipient(facts, goal)
        elif not facts.waived:
            gaps += _identifier(facts, goal)
    return gaps


def _count(facts: Facts, goal: Goal) -> list[Gap]:
    """Nothing, less than nothing and parts of things cannot be made."""
    asked = goal.object.quantity
    if asked is None or asked > 0 or not goal.function.writes:
        return []
    words = goal.object.words or str(asked)
    question = say(facts.language, "intent.how_many", words=words)
    span = goal.object.span
    number = _NUMBER.search(words) if span else None
    if number is None or span is None:
        return [Gap("quantity", question)]
    start = span.start + number.start()
    return [Gap("quantity", question, ((start, span.start + number.end(), BLANK),))]


def _object_question(facts: Facts, goal: Goal) -> str:
    words = goal.action_words or say(facts.language, f"intent.verb_{goal.function.value}")
    return say(facts.language, "intent.which_object", action=words)


def _recipient(facts: Facts, goal: Goal) -> list[Gap]:
    concept = facts.lexicon.concept(Kind.ACTION, goal.action)
    if concept is None or "recipient" not in concept.flags or facts.waived:
        return []
    if any(_singled_out(ref) for ref in goal.related):
        return []
    question = say(
        facts.language,
        "intent.who_receives",
        action=goal.action_words or say(facts.language, f"intent.verb_{goal.function.value}"),
        object=goal.object.words or _label(facts, goal.object.type),
    )
    named = next((ref for ref in goal.related if ref.role == "recipient" and ref.span), None)
    if named is not None and named.span is not None:
        return [Gap("recipient", question, _blank(facts, named.span.end))]
    return [Gap("recipient", question, tail=say(facts.language, "intent.to_blank", blank=BLANK))]


def _identifier(facts: Facts, goal: Goal) -> list[Gap]:
    """An existing thing has to be singled out, unless a list of things is asked for."""
    refs = [goal.object, *(ref for ref in goal.related if ref.role != "new")]
    if any(_singled_out(ref) for ref in refs):
        return []
    owners = [ref for ref in goal.related if ref.role in ("owner", "parent", "old")]
    if not owners and _selects(facts, goal):
        return []
    asked = owners[-1] if owners else goal.object
    name = asked.type or asked.words
    plain = None if asked.reference else _plain(asked.words, facts.lexicon)
    words = plain or _label(facts, asked.type) or asked.words
    question = _which(facts, asked.type, words)
    edits = _blank(facts, asked.span.end) if asked.span else ()
    if facts.programs:
        shown = listed(facts.language, (span.text for span in facts.programs))
        question = say(facts.language, "intent.no_id", words=shown, question=question)
        edits = tuple((span.start, span.end, BLANK) for span in facts.programs)
    return [Gap(f"{name}.identifier", question, edits)]


def _which(facts: Facts, entity: str | None, words: str) -> str:
    """Asks for what tells one thing of the kind from the others, as its tools know it."""
    known = facts.identifiers(entity)[:_BEST] if entity else ()
    if not known:
        return say(facts.language, "intent.which_one", entity=words)
    told = [attribute_label(facts.lexicon, name, facts.language) for name in known]
    *first, last = dict.fromkeys(told)
    named = [listed(facts.language, first), last] if first else [last]
    either = say(facts.language, "intent.either").join(named)
    return say(facts.language, "intent.which_one_by", entity=words, identifiers=either)


def _label(facts: Facts, entity: str | None) -> str:
    return entity_label(facts.lexicon, entity, facts.language) if entity else ""


def _plain(words: str, lexicon: Lexicon) -> str:
    """The noun of the phrase as the user wrote it, without counts and modifiers."""
    nouns = [match.text for match in lexicon.scan(words) if match.of(Kind.ENTITY)]
    return nouns[-1] if nouns else words


def _singled_out(ref: EntityRef) -> bool:
    return bool(ref.identifiers) or (ref.reference is not None and ref.reference != "me")


def _selects(facts: Facts, goal: Goal) -> bool:
    """A description that a query can answer with a list: the last five, those of a status."""
    if any(c.operator in ("first", "last") for c in goal.object.constraints):
        return True
    concept = facts.lexicon.concept(Kind.ACTION, goal.action)
    lists = concept is not None and "list" in concept.flags
    reads = goal.function is FunctionType.QUERY
    return reads and (lists or any(c.attribute is not None for c in goal.object.constraints))


def _blank(facts: Facts, end: int) -> tuple[Edit, ...]:
    before = facts.text[end - 1 : end]
    return ((end, end, f" {BLANK}" if before.isascii() else BLANK),)


def _content(facts: Facts) -> list[Gap]:
    """A report needs to say what it is about."""
    for goal in facts.goals:
        thing = goal.object
        creating = goal.function is FunctionType.CREATE
        if creating and not thing.constraints and not thing.identifiers:
            words = thing.words or _label(facts, thing.type)
            question = say(facts.language, "intent.what_about", object=words)
            lead = say(facts.language, "intent.content_blank", blank=BLANK)
            end = thing.span.end if thing.span else len(facts.text)
            return [Gap("content", question, ((end, end, lead),))]
    return []
