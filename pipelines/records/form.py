"""The fields of one record, filled from what the sentence says: by label, by form, by look-up."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pipelines.messages import listed
from pipelines.messages.labels import attribute_label
from pipelines.planner.chain import Binding
from pipelines.planner.facts import Fact
from pipelines.planner.generate import generated
from pipelines.planner.shapes import is_of_another
from pipelines.planner.values import fit
from pipelines.records.collections import Collection, Part, labels_for
from pipelines.records.desk import Desk, Made, id_path
from pipelines.records.mentions import Mention
from pipelines.records.rows import Hit, in_common
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.text import fold

_DATE = re.compile(r"\d{4}[-/]\d{1,2}[-/]\d{1,2}")
_MEASURE = re.compile(r"(\d+(?:\.\d+)?) ?([A-Za-z%]+)")


@dataclass(slots=True)
class Form:
    """What one record is to be given."""

    desk: Desk
    collection: Collection
    parts: dict[str, Part]
    goal: str
    creates: bool
    beside: list[str] = field(default_factory=list[str])
    """Identifiers that the record refers to: they tell namesakes apart."""
    filled: dict[str, Binding] = field(default_factory=dict[str, Binding])
    """By name of the field."""
    values: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """What was said of plain fields, to be checked."""
    left: list[Mention] = field(default_factory=list[Mention])
    """What belongs to something that is to be made first."""

    @property
    def arguments(self) -> dict[str, Binding]:
        """By slot path."""
        return {self.parts[name].path: binding for name, binding in self.filled.items()}

    async def fill(self, mentions: Sequence[Mention]) -> None:
        """Everything that is said of the record; labelled things first: they leave less open."""
        labelled = [m for m in mentions if m.label and m.value is not None]
        missing: list[tuple[Part, Mention]] = []
        for mention in labelled:
            await self._labelled(mention, missing)
        for part, mention in missing:
            await self._make(part, mention)
        for mention in self.left:
            self._unplaced(mention)
        for mention in mentions:
            if mention.pronoun:
                self._pronoun()
        for mention in mentions:
            if mention.label or not mention.value:
                continue
            if not mention.plain:
                await self._untyped(mention)
            elif self._switch(mention.value, list(self.parts.values())):
                mention.plain = False
        self.desk.unused += [m.value for m in mentions if m.plain and not m.label and m.value]

    def name(self, value: str) -> bool:
        """Takes the record's name; False where its records have no such field."""
        part = self.collection.naming
        if part is None or part.name not in self.parts or part.name in self.filled:
            return False
        return not is_of_another(value, None, part.slot) and self._say(part, value)

    def part_for(self, mention: Mention) -> Part | None:
        """The field that a label means."""
        targets = self.desk.known.by_key
        free = [part for part in self.parts.values() if part.name not in self.filled]
        referring = [p for p in free if p.target and targets[p.target].noun in mention.labels]
        exact = [p for p in referring if p.name in mention.labels]
        if referring:
            return next(iter([*exact, *referring]))
        said = mention.label
        named = [p for p in free if said in labels_for(p.name)]
        ending = [p for p in free if said in labels_for(p.name.rpartition(" ")[2])]
        own = [p for p in ending if p.name.startswith(self.collection.noun)]
        return next(iter([*named, *own, *ending]), None)

    async def _labelled(self, mention: Mention, missing: list[tuple[Part, Mention]]) -> None:
        part, value = self.part_for(mention), mention.value or ""
        if part is None:
            self.left.append(mention)
        elif part.target is None:
            if not self._say(part, value):
                raise self._no_place(value)
        else:
            hits = await self._hits(part, value)
            if not hits and self.desk.makes_missing:
                missing.append((part, mention))
            elif not hits:
                raise self._not_found(self.desk.known.by_key[part.target], value)
            else:
                self._refer(part, self._one(hits, value), value)

    async def _hits(self, part: Part, name: str) -> list[Hit]:
        hits = await self.desk.rows.find(self.desk.known.by_key[part.target or ""], name)
        if not hits and self.desk.rows.failed:
            raise self.desk.stuck("data", "unreadable", reason=self.desk.rows.failed[-1])
        return hits

    async def _make(self, part: Part, mention: Mention) -> None:
        """What is referred to and does not exist is made first."""
        desk = self.desk
        target = desk.known.by_key[part.target or ""]
        tool = target.operations.get("create")
        if tool is None:
            raise self._not_found(target, mention.value or "")
        inner = Form(desk, target, target.parts, self.goal, creates=True)
        inner.name(mention.value or "")
        fitting = [m for m in self.left if inner.part_for(m) is not None]
        self.left = [m for m in self.left if m not in fitting]
        await inner.fill(fitting)
        await inner.complete()
        step = desk.add(tool, inner.arguments, self.goal, target, main=False)
        desk.made.append(Made(target, step, id_path(tool)))
        self._refer_to_made(part, desk.made[-1])

    def _unplaced(self, mention: Mention) -> None:
        """A label that is no field of the record may describe what it refers to."""
        raise self._no_place(mention.value or mention.label)

    def _pronoun(self) -> None:
        """`for it`: what the sentence has made before."""
        for made in reversed(self.desk.made):
            for part in self.parts.values():
                if part.target == made.collection.key and part.name not in self.filled:
                    self._refer_to_made(part, made)
                    return

    def _refer_to_made(self, part: Part, made: Made) -> None:
        self.filled[part.name] = Binding(
            source="output",
            detail=f"{made.step} → {made.id_path}",
            step=made.step,
            path=made.id_path,
            conversion="wrap_list" if part.slot.many else None,
        )

    def _refer(self, part: Part, hit: Hit, name: str) -> None:
        self.filled[part.name] = self.desk.chosen(hit, part.slot, name, self.goal)
        if hit.id is not None:
            self.beside.append(str(hit.id))

    def _one(self, hits: Sequence[Hit], name: str) -> Hit:
        """The one that is meant; of namesakes the one that belongs to the same things."""
        if len(hits) == 1:
            return hits[0]
        common = [in_common(hit.row, self.beside) for hit in hits]
        best = [hit for hit, count in zip(hits, common, strict=True) if count == max(common)]
        if len(best) == 1 and max(common):
            return best[0]
        raise self.desk.which_of(hits, name)

    def _say(self, part: Part, value: str) -> bool:
        measure = _MEASURE.fullmatch(value)
        plain = measure[1] if measure and _measured(part) else value
        fact = Fact("said", part.slot.attribute, plain, words=value)
        fitted = fit(fact, part.slot, self.desk.catalogue.lexicon)
        if fitted is None:
            return False
        self.filled[part.name] = self.desk.said(fitted.value, value, fitted.conversion)
        self.values[part.name] = fitted.value
        return True

    async def _untyped(self, mention: Mention) -> None:
        value = mention.value or ""
        if self._takes_name(mention) and self.name(value):
            return
        if self._by_form(value) or await self._by_lookup(value):
            return
        if not (self.creates and self.name(value)):
            raise self._no_place(value)

    def _takes_name(self, mention: Mention) -> bool:
        part = self.collection.naming
        if part is not None and is_of_another(mention.value or "", None, part.slot):
            return False
        if mention.lead == "naming":
            return True
        own = self.creates and not mention.lead and mention.link != "stop"
        return (
            own
            and not (mention.value or "").isdigit()
            and not _MEASURE.fullmatch(mention.value or "")
        )

    def _by_form(self, value: str) -> bool:
        """A mail address, a number, a measure, a word of a closed set."""
        free = [p for p in self.parts.values() if p.name not in self.filled and p.target is None]
        if "@" in value:
            mail = [p for p in free if p.slot.format == "email" or "mail" in p.name]
            return bool(mail) and self._say(mail[0], value)
        measure = _MEASURE.fullmatch(value)
        if measure:
            unit = fold(measure[2])
            fitting = [
                p for p in free if _measured(p) and unit in (*p.name.split(" "), p.slot.unit)
            ]
            if fitting and self._say(fitting[0], measure[1]):
                return True
        if value.isdigit():
            numbers = [p for p in free if _measured(p)]
            needed = [p for p in numbers if p.required]
            chosen = needed if len(needed) == 1 else numbers if len(numbers) == 1 else []
            return bool(chosen) and self._say(chosen[0], value)
        if _DATE.match(value):
            return self._moment(value, free)
        closed = [p for p in free if p.slot.values]
        return any(self._say(part, value) for part in closed) or self._switch(value, free)

    def _moment(self, value: str, free: Sequence[Part]) -> bool:
        """A date goes where the next one is wanted: the beginning is said before the end."""
        moments = [p for p in free if p.slot.format in ("date", "date-time")]
        needed = [p for p in moments if p.required]
        return any(self._say(part, value) for part in (needed or moments)[:1])

    def _switch(self, value: str, free: Sequence[Part]) -> bool:
        """`published`: a field that is yes or no, named like the word."""
        for part in free:
            if part.slot.type == "boolean" and fold(value) in labels_for(part.name):
                self.filled[part.name] = self.desk.said(True, value, "word_to_value")
                return True
        return False

    async def _by_lookup(self, value: str) -> bool:
        """The field whose collection has a record of that name."""
        free = [p for p in self.parts.values() if p.name not in self.filled and p.target]
        if not free:
            return False
        places = [self.desk.known.by_key[p.target or ""] for p in free]
        found = await self.desk.rows.anywhere(places, value)
        fitting = [(p, hits) for p, hits in zip(free, found, strict=True) if hits]
        if not fitting:
            return False
        needed = [pair for pair in fitting if pair[0].required]
        chosen = fitting if len(fitting) == 1 else needed or _named_alike(fitting, self.desk)
        if len(chosen) != 1:
            raise self._found_as(value, [part for part, _ in fitting])
        part, hits = chosen[0]
        self._refer(part, self._one(hits, value), value)
        return True

    async def complete(self) -> None:
        """What a new record must have and nobody said."""
        for part in self.parts.values():
            if not part.required or part.name in self.filled or part.slot.default is not None:
                continue
            if part.target is None:
                self._generate(part)
                continue
            hits = await self.desk.rows.only(self.desk.known.by_key[part.target])
            if not hits:
                raise self._lacking(part)
            self._refer(part, hits[0], str(hits[0].row.get("name") or hits[0].id))

    def _generate(self, part: Part) -> None:
        desk = self.desk
        seed = f"{desk.seed}/{self.goal}/{len(desk.steps)}/{part.path}"
        value = generated(part.slot, seed, desk.intent.language)
        if value is None:
            raise self._lacking(part)
        self.filled[part.name] = Binding(source="generated", detail=str(value), value=value)

    def _label(self, part: Part) -> str:
        if part.target is not None:
            return self.desk.spoken(self.desk.known.by_key[part.target])
        return attribute_label(self.desk.catalogue.lexicon, part.name, self.desk.intent.language)

    def _lacking(self, part: Part) -> Exception:
        thing = self.desk.spoken(self.collection)
        return self.desk.stuck("missing", "lacking", ask=True, thing=thing, part=self._label(part))

    def _no_place(self, value: str) -> Exception:
        thing = self.desk.spoken(self.collection)
        return self.desk.stuck("dropped_words", "no_place", thing=thing, name=value)

    def _not_found(self, collection: Collection, name: str) -> Exception:
        thing = self.desk.spoken(collection)
        return self.desk.stuck("data", "not_found", thing=thing, name=name)

    def _found_as(self, value: str, parts: Sequence[Part]) -> Exception:
        labels = [self._label(part) for part in parts]
        choices = listed(self.desk.intent.language, labels)
        text = self.desk.intent.text
        example = text.replace(value, f"{labels[0]} {value}", 1)
        return self.desk.stuck(
            "ambiguous", "found_as", ask=True, name=value, choices=choices, example=example
        )


def _measured(part: Part) -> bool:
    return part.slot.type in ("integer", "number") and part.target is None


def _named_alike(
    fitting: Sequence[tuple[Part, list[Hit]]], desk: Desk
) -> list[tuple[Part, list[Hit]]]:
    """Fields that are named as the collection is: `location` before `parent location`."""
    return [
        (part, hits)
        for part, hits in fitting
        if part.name == desk.known.by_key[part.target or ""].noun
    ]
