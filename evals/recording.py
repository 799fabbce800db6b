"""Makes records of conversations: judges their turns, and says what kind of request each is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evals.conversation import Conversation
from evals.lost_stages import lost_at
from evals.records import Judged, Length, Record, TurnRecord
from evals.score import Outcome, Score, Scorer, Stage
from tool_registry.vocabulary.language import language_of

_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_SHORT, _MIDDLE = 20, 60
"""Characters of Chinese; a word of English counts for three."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn with its verdicts."""

    record: TurnRecord
    lost: Stage | None


def judged(outcome: Outcome, scorers: Sequence[Scorer], text: str, *, chose: bool) -> JudgedTurn:
    """What the scorers say of a turn; `text`: what was said in it."""
    scores = [(one, found) for one in scorers if (found := one.score(outcome)) is not None]
    record = TurnRecord(
        text=text,
        answer=outcome.answer,
        effects=outcome.effects,
        milliseconds=outcome.milliseconds,
        chose=chose,
        scores=tuple(_verdict(score) for _, score in scores),
    )
    return JudgedTurn(record, lost_at(outcome, scores))


def _verdict(score: Score) -> Judged:
    return Judged(
        scorer=score.scorer, passed=score.passed, value=score.value, reasons=score.reasons
    )


def recorded(conversation: Conversation, turns: Sequence[JudgedTurn]) -> Record:
    """The conversation as it went."""
    case = conversation.case
    texts = [one.record.text for one in turns]
    return Record(
        id=conversation.id,
        case=case.id,
        wording=conversation.wording,
        repetition=conversation.repetition,
        language=spoken("\n".join(texts)),
        length=_length(texts),
        intent=_intent(conversation, turns),
        author=conversation.author,
        unseen=case.unseen,
        lost=next((one.lost for one in turns if one.lost), None),
        turns=tuple(one.record for one in turns),
    )


def spoken(text: str) -> str:
    """`mixed` where a Chinese sentence has English words or the other way round, else the
    language. Codes and environments are no words of a language."""
    han, latin = len(_HAN.findall(text)), _LATIN.findall(text)
    words = [one for one in latin if one.islower() and one not in ("pre", "daily", "id")]
    return "mixed" if han and words else language_of(text)


def _length(texts: Sequence[str]) -> Length:
    if len(texts) > 1:
        return "dialogue"
    size = len(_HAN.findall(texts[0])) + 3 * len(_LATIN.findall(texts[0]))
    return "short" if size <= _SHORT else "middle" if size <= _MIDDLE else "long"


def _intent(conversation: Conversation, turns: Sequence[JudgedTurn]) -> str:
    expected = next((one.intent for one in conversation.case.expect if one.intent), ())
    if expected:
        return expected[0].value
    read = turns[-1].record.answer.intent
    return read.intent_type.value if read else "unread"
