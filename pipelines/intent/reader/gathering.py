"""What is said of one thing in several places: `3 cards for user 5, 10 off 50` is one thing."""

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise

from pipelines.intent.reader.labels import Role
from pipelines.intent.reader.marks import Mark, Marks
from pipelines.intent.reader.things import Tree
from pipelines.intent.reader.values import Text

_CLASSIFIER = "classifier"


def gathered(read: Marks, text: Text) -> Marks:
    """The marks, with counts and values below the thing that they are said of: such as stand with
    somebody who is named beside it, or as a thing of their own."""
    marks = _named_by_the_noun_ahead(tuple(replace(one) for one in read.marks), text)
    tree = Tree.of(replace(read, marks=marks))
    for root, mark in enumerate(tree.marks):
        things = [*tree.children(root, "object")] if mark.role == "ACT" else []
        own = [at for one in things for at in tree.whole(one)]
        for at, one in enumerate(tree.marks):
            noun = next((n for n in own if _is_right_before(one, tree.marks[n], text)), None)
            role = _role(tree, at, own, text, beside=noun is not None) if own else None
            if role is not None:
                one.role, one.tie = role, "n" if role == "QTY" else "val"
                one.head = next(n for n in (noun, one.head, *own) if n in own and n != at)
        for at in things:
            tree = Tree.of(replace(read, marks=tuple(tree.marks)))
            home = next((one for one in things if _is_of(tree, at, one, text)), None)
            if home is not None:
                tree.marks[at].head, tree.marks[at].tie = home, "val"
    return replace(read, marks=tuple(tree.marks))


def _named_by_the_noun_ahead(marks: tuple[Mark, ...], text: Text) -> tuple[Mark, ...]:
    """`book 5 to reader 7`: 5 is the book's, and never that of a noun further on."""
    for at, (noun, one) in enumerate(pairwise(marks)):
        between = text.text[noun.end : one.start]
        later = one.head > at + 1 and marks[one.head].role == "OBJ"
        if (noun.role, one.role) == ("OBJ", "ID") and later and not between.strip():
            one.head, one.tie = at, "id"
    return marks


def _is_right_before(number: Mark, noun: Mark, text: Text) -> bool:
    between = text.text[number.end : noun.start]
    return number.end <= noun.start and not between.strip() and noun.text[0].isalpha()


def _role(tree: Tree, at: int, own: Collection[int], text: Text, *, beside: bool) -> Role | None:
    """What a mark is to the thing, where it was taken for something else: the count of somebody
    who is named ahead of it, a second identifier, a value in the place of another one."""
    one, last = tree.marks[at], tree.marks[at - 1]
    if one.role == last.role == "ID":
        return "VAL" if len(text.constraints(one)) > 1 else None
    if one.role == "QTY" and beside and at not in own:
        return "QTY"
    after = text.lexicon.scan(text.text[one.end : one.end + 1])
    stands = beside or any(word.is_marker(_CLASSIFIER) for word in after)
    if one.role != "VAL" or at not in own or not (one.text.isdigit() and stands):
        return None
    others = [v for n in own if n != at for v in text.constraints(tree.marks[n])]
    places = {v.attribute for v in others if isinstance(v.value, int | float)}
    return "QTY" if any(v.attribute in places for v in text.constraints(one)) else None


def _is_of(tree: Tree, at: int, home: int, text: Text) -> bool:
    """Numbers alone, which say nothing else of such a thing than is said of it already."""
    first, last = tree.marks[home], tree.marks[at]
    if home == at or first.tie != "object" or last.role != "VAL":
        return False
    said, more = ([tree.marks[n] for n in tree.whole(one)] for one in (home, at))
    plain = all(m.role in ("VAL", "QTY") and any(map(str.isdigit, m.text)) for m in more)
    counts = [m for m in (*said, *more) if m.role == "QTY"]
    kind = first.link("entity")
    if not plain or len(counts) > 1 or kind != last.link("entity"):
        return False
    told = [v for m in (*said, *more) if m.role == "VAL" for v in text.constraints(m, kind)]
    return all(a.value == b.value for a in told for b in told if a.attribute == b.attribute)
