"""Makes the table of stems that the filter brings: the English words of the bilingual lexicon."""

from pathlib import Path

from pipelines.filter.index import terms
from tool_registry.vocabulary.bilingual import groups

TABLE = Path(terms.__file__).with_name("stems.tsv")


def write_stems(file: Path = TABLE) -> int:
    """A line for each word, with its stem behind a tab; says how many there are."""
    every = {run for group in groups() for said in group.en for run in terms.runs(said)}
    words = sorted(word for word in every - terms.empty_words() if word.isascii() and word[1:])
    stem = terms.stemmer()
    file.write_text("".join(f"{word}\t{stem(word)}\n" for word in words), "utf-8")
    return len(words)
