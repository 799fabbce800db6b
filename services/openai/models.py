"""The models that front ends choose from: `zhizao`, `zhizao-plan`, each also `@ENVIRONMENT`."""

from dataclasses import dataclass
from typing import Any

from pipelines.messages import Language, say
from services.openai.errors import BadField, NoModel, clean
from services.requests import means_production
from tool_registry.base.environment import Environments

RUNS, PLANS = "zhizao", "zhizao-plan"
_CREATED = 1_767_225_600
"""When these ids came to be; the wire wants a time."""
_LONGEST = 128


@dataclass(frozen=True, slots=True)
class Model:
    """What a model id stands for."""

    id: str
    environment: str | None

    @property
    def base(self) -> str:
        """The id without the environment."""
        return self.id.partition("@")[0]

    @property
    def plan_only(self) -> bool:
        """True where nothing is ever run."""
        return self.base == PLANS


def model_of(id: str, environments: Environments) -> Model:
    """The model; NoModel where the list has none of that id."""
    name, at, word = id[:_LONGEST].partition("@")
    place = environments.by_word(word) if at else None
    known = not at or place is not None or means_production(word)
    if name not in (RUNS, PLANS) or not known or len(id) > _LONGEST:
        shown = ", ".join(one["id"] for one in listed_models(environments, "en"))
        raise NoModel("openai.no_model", model=clean(id[:64]), known=shown)
    return Model(id, place or (word if at else None))


def environment_of(model: Model, told: object) -> str | None:
    """Where to work, by the model's id or else by what the metadata tell; None: nobody said."""
    if told is None or told == "":
        return model.environment
    if not isinstance(told, str):
        raise BadField("openai.bad_field", "metadata.environment", **_NO_TEXT)
    if model.environment is not None and model.environment != told:
        raise BadField("openai.two_environments", "metadata.environment", model=model.id)
    return told


_NO_TEXT = {"place": "metadata.environment", "reason": "a text is expected"}


def listed_models(environments: Environments, language: Language) -> list[dict[str, Any]]:
    """All models as the wire lists them, with a name for people."""
    found = [_card(name, say(language, f"openai.model_{key}")) for name, key in _NAMED]
    for name, key in _NAMED:
        for place in environments.names:
            label = environments.label(place, language)
            text = say(language, f"openai.model_{key}_in", environment=label)
            found.append(_card(f"{name}@{place}", text))
    return found


_NAMED = ((RUNS, "runs"), (PLANS, "plans"))


def _card(id: str, name: str) -> dict[str, Any]:
    return {
        "id": id,
        "object": "model",
        "created": _CREATED,
        "owned_by": RUNS,
        "name": name,
    }
