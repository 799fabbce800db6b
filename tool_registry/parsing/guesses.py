"""What a tool that tells nothing of its result most likely returns."""

from tool_registry.base.confidence import GUESS
from tool_registry.base.types import FunctionType
from tool_registry.model import Yield
from tool_registry.parsing.frame import Frame
from tool_registry.parsing.meaning import Reader
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.text import split_identifier


def guessed_yields(frame: Frame, reader: Reader) -> tuple[Yield, ...]:
    """A creating tool returns the identifier of what it made, under one of the catalogue's keys."""
    if frame.function is not FunctionType.CREATE or frame.main is None:
        return ()
    concept = reader.lexicon.concept(Kind.ENTITY, frame.main)
    keys = [s for s in (concept.surfaces if concept else ()) if s.isascii() and s.isidentifier()]
    named = [key for key in keys if len(split_identifier(key)) > 1]
    return tuple(
        Yield(path=key, entity=frame.main, attribute=reader.id, confidence=GUESS)
        for key in (*named[:2], reader.id if reader.id.isascii() else "id")
    )
