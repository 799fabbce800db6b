"""Noun phrases of a clause: heads with their modifiers, owners, counts, identifiers and roles."""

from pipelines.intent.phrases.desk import Item, Link, Verb
from pipelines.intent.phrases.nouns import Noun, Said
from pipelines.intent.phrases.reader import phrases

__all__ = ["Item", "Link", "Noun", "Said", "Verb", "phrases"]
