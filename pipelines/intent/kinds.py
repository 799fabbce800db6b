"""Which of the eight intent types a sentence has."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.intent.acts import Act
from pipelines.intent.tokens import Token
from pipelines.intent.verbs import action_of
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.vocabulary.lexicon import Kind

_BY_FUNCTION = {
    FunctionType.CREATE: IntentType.CREATE_DATA,
    FunctionType.OPERATE: IntentType.OPERATE_DATA,
    FunctionType.DELETE: IntentType.OPERATE_DATA,
    FunctionType.QUERY: IntentType.QUERY_DATA,
    FunctionType.VERIFY: IntentType.VERIFY_DATA,
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """What the choice is made from."""

    tokens: Sequence[Token]
    acts: Sequence[Act]
    functions: Sequence[FunctionType]
    """Of the goals, in order."""
    placed: bool
    """An environment is named."""

    def says(self, *names: str) -> bool:
        """True when one of these grammar words occurs."""
        return any(token.is_(*names) for token in self.tokens)

    def thing(self, flag: str) -> bool:
        """True when a thing of that sort is spoken of."""
        return any(
            (entity := token.of(Kind.ENTITY)) is not None and flag in entity.flags
            for token in self.tokens
        )

    @property
    def known(self) -> bool:
        """True when anything is named that the catalogue or a pack knows."""
        return any(
            token.of(Kind.ENTITY) or (token.of(Kind.VALUE) and not token.markers)
            for token in self.tokens
        )

    @property
    def instance(self) -> bool:
        """True when the sentence singles out or counts something: a request, not a question."""
        nouns = [part for act in self.acts for noun in act.nouns for part in noun.chain()]
        return any(noun.identified or noun.quantity is not None for noun in nouns)

    @property
    def makes(self) -> bool:
        """True when it is said how many are to be made or changed."""
        writes = [act for act in self.acts if act.action.function and act.action.function.writes]
        return any(noun.quantity is not None for act in writes for noun in act.objects)

    @property
    def reads(self) -> bool:
        """True when it politely asks for a look-up: could you look up which …"""
        first = self.acts[0] if self.acts else None
        return first is not None and first.token is not None and first.action.name == "query"

    @property
    def owned(self) -> bool:
        """True when something of somebody's, or an attribute of something, is spoken of."""
        nouns = [noun for act in self.acts for noun in act.objects]
        return any(noun.parent is not None or noun.asked for noun in nouns)


def intent_type(sentence: Sentence) -> IntentType:
    """Tools and projects first, then questions about what is possible, then data."""
    if sentence.says("help"):
        return IntentType.CONSULT_TOOL
    if sentence.thing("tool"):
        return _about_tools(sentence)
    if sentence.thing("project") and not sentence.says("how", "difference", "meaning"):
        return IntentType.OPERATE_PROJECT
    if _consults(sentence):
        return IntentType.CONSULT_TOOL if sentence.known else IntentType.OTHER
    if not sentence.acts or _idle(sentence):
        return IntentType.OTHER
    return _BY_FUNCTION[sentence.functions[0]]


def _about_tools(sentence: Sentence) -> IntentType:
    asks = ["which", "how_many", "who", "meaning", "capability", "difference", "wrote"]
    if not sentence.says("want"):
        asks.append("there_is")
    actions = [a for a in map(action_of, sentence.tokens) if a is not None]
    manages = any(a.function is not None and a.function.writes for a in actions)
    if not manages or (sentence.says(*asks) and not sentence.says("how")):
        return IntentType.CONSULT_TOOL
    return IntentType.OPERATE_TOOL


def _consults(sentence: Sentence) -> bool:
    if (sentence.says("difference") and not sentence.makes) or (
        sentence.says("who") and sentence.says("wrote")
    ):
        return True
    if sentence.says("meaning", "rules") and not sentence.instance and not sentence.owned:
        return True
    if sentence.says("how", "why") and not sentence.says("how_many"):
        return not (sentence.instance and sentence.says("ask_state"))
    if sentence.reads and sentence.owned and sentence.says("which", "who"):
        return False
    able = sentence.says("capability") and sentence.says("which", "question")
    return able and not sentence.instance and not (sentence.placed and not sentence.says("which"))


def _idle(sentence: Sentence) -> bool:
    """Looking up something that nobody knows, with nothing that makes it test data."""
    if sentence.known or sentence.placed or (sentence.instance and not _trivial(sentence)):
        return False
    if sentence.says("plain_word"):
        return True
    return not sentence.functions[0].writes


def _trivial(sentence: Sentence) -> bool:
    """Counted or pointed to, but not identified."""
    nouns = [part for act in sentence.acts for noun in act.nouns for part in noun.chain()]
    return not any(said.identifying for noun in nouns for said in noun.said)
