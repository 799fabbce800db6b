"""What the reader calls the things that a run's events speak of by their canonical names."""

from collections.abc import Iterable, Mapping
from typing import Any

from pipelines.clarification.form import bare_field
from pipelines.contracts.events import Event
from pipelines.execution.undo import may_be_taken_back
from pipelines.messages import Language, has, say
from pipelines.messages.labels import (
    action_label,
    argument_labels,
    called_label,
    entity_label,
    missing_label,
    role_label,
    slot_label,
    tool_title,
    value_label,
)
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

Object = Mapping[str, Any]
Names = dict[str, str]


class Labels:
    """Labels of what has been spoken of so far; each event may add some.

    Who has no label here is called what the event calls it.
    """

    def __init__(self, catalogue: Catalogue, language: Language) -> None:
        self._catalogue = catalogue
        self._lexicon = catalogue.lexicon
        self._language: Language = language
        self._environment = ""
        environments = catalogue.environments
        places = {name: environments.label(name, language) for name in environments.names}
        self.environments: Names = places
        self.actions: Names = {}
        self.entities: Names = {}
        self.attributes: Names = {}
        self.values: Names = {}
        self.units: Names = {}
        """Unit → a text with the value's place in it: `{value} days`."""
        self.roles: Names = {}
        self.missing: Names = {}
        self.tools: Names = {}
        self.kinds: dict[str, Object] = {}
        """Tool → what kind of thing it does: `function`, `destructive`, `undo` (can be undone)."""
        self.fields: dict[str, dict[str, Object]] = {}
        """Tool → path of an argument → what may be put there, as a form has it."""

    def hear(self, event: Event) -> None:
        """Adds what the event speaks of."""
        data = event.data
        if event.type == "intent":
            self._environment = data["intent"]["environment"] or self._environment
            self._intent(data["intent"])
        elif event.type == "candidates":
            self._tools(one["tool"] for one in data["candidates"])
        elif event.type == "plan":
            self._tools(one["tool"] for one in data["chain"])
            self._kinds(one["tool"] for one in data["chain"])
        elif event.type == "step_finished":
            self._tools([data["tool"]])
        elif event.type == "question":
            self._missing(data.get("missing") or ())
        elif event.type == "summary":
            summary = data["summary"]
            for item in (*summary["data"], *summary.get("graph", {}).get("nodes", ())):
                self._entity(item["entity"])

    def told(self) -> dict[str, Any]:
        """All labels so far, as JSON."""
        held = {name: dict(value) for name, value in vars(self).items() if name[0] != "_"}
        return {name: value for name, value in held.items() if value}

    def _intent(self, intent: Object) -> None:
        subject = intent["subject"]
        for ref in (subject,) if subject else ():
            self._ref(ref)
        for goal in intent["goals"]:
            name = goal["action"]
            self.actions[name] = action_label(self._lexicon, name, self._language)
            for ref in (goal["object"], *goal["related"]):
                self._ref(ref)
            if goal["target_state"]:
                self._constraint(goal["target_state"], goal["object"]["type"])
        self._missing(one["name"] for one in intent["missing"])

    def _ref(self, ref: Object) -> None:
        if ref["type"]:
            self._entity(ref["type"])
        if ref["role"]:
            self.roles[ref["role"]] = role_label(self._lexicon, ref["role"], self._language)
        for one in ref["identifiers"]:
            self._attribute(one["attribute"], ref["type"])
        for one in ref["constraints"]:
            self._constraint(one, ref["type"])

    def _constraint(self, one: Object, of: str | None) -> None:
        self._attribute(one["attribute"], of)
        value, unit = one["value"], one["unit"]
        if isinstance(value, str):
            self.values[value] = value_label(self._lexicon, value, self._language)
        key = f"summary.unit_{unit}"
        if unit and has(key):
            self.units[unit] = say(self._language, key, value="{value}")

    def _entity(self, name: str) -> None:
        self.entities[name] = entity_label(self._lexicon, name, self._language)

    def _attribute(self, name: str | None, of: str | None) -> None:
        if name:
            tools = self._catalogue.tools.values()
            self.attributes[name] = called_label(
                self._lexicon, of or "", name, tools, self._language
            )

    def _missing(self, names: Iterable[str]) -> None:
        for name in names:
            self.missing[name] = missing_label(
                self._lexicon, name, self._catalogue.tools.values(), self._language
            )

    def _tools(self, ids: Iterable[str]) -> None:
        for id in ids:
            tool = self._catalogue.tools.get(id)
            if tool is not None:
                self.tools[id] = tool_title(tool, self._language)

    def _kinds(self, ids: Iterable[str]) -> None:
        for id in ids:
            tool = self._catalogue.tools.get(id)
            if tool is not None and id not in self.kinds:
                self.kinds[id] = {
                    "function": tool.function.value,
                    "destructive": tool.destructive,
                    "undo": may_be_taken_back(tool, self._catalogue, self._environment),
                }
                self.fields[id] = self._fields(tool)

    def _fields(self, tool: ToolEssentialModel) -> dict[str, Object]:
        names = argument_labels(self._lexicon, tool, self._language)
        fields = (
            bare_field(s.path, s, slot_label(s, names), self._catalogue, self._language)
            for s in tool.needs
            if not s.hidden
        )
        return {one.path: one.model_dump(mode="json", exclude_defaults=True) for one in fields}
