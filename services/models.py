"""Which model each stage has: the only place that chooses adapters."""

from dataclasses import dataclass, field

from pipelines.contracts.answer import ModelUse, Outcome, StageUse
from pipelines.models.breaker import Breakers
from pipelines.models.compatible import CompatibleModel, Endpoint
from pipelines.models.model import LanguageModel
from pipelines.models.options import STAGES, Stage, StageOptions
from pipelines.models.qwen import Account, QwenModel, installed
from pipelines.models.steady import Budget, SteadyModel
from services.settings import ModelAccess, Settings, StageChoice, is_model_configured


@dataclass(slots=True)
class Models:
    """The models of one process. Nothing is loaded or connected before a question is asked."""

    settings: Settings
    access: ModelAccess
    breakers: Breakers = field(default_factory=Breakers)
    opened: dict[str, LanguageModel] = field(default_factory=dict[str, LanguageModel])

    @property
    def configured(self) -> bool:
        """True where there is somebody to ask: a key, or an address that needs none."""
        return is_model_configured(self.settings, self.access)

    @property
    def url(self) -> str:
        """Where the models are."""
        native = self.settings.model_provider == "dashscope"
        usual = self.access.native_url if native else self.access.compatible_url
        return self.settings.model_url or usual

    def options(self, stage: Stage) -> StageOptions:
        """What is chosen for a stage; `rules` for all where nothing is configured."""
        choice: StageChoice = getattr(self.settings, f"stage_{stage}")
        mode = choice.mode or self.settings.mode
        return StageOptions(
            model=choice.model,
            temperature=choice.temperature,
            seconds=choice.seconds,
            calls=choice.calls,
            mode=mode if self.configured else "rules",
        )

    def model(self, stage: Stage) -> LanguageModel:
        """The stage's model, asked once and without patience."""
        name = self.options(stage).model
        if name not in self.opened:
            self.opened[name] = self._open(name)
        return self.opened[name]

    def steady(self, stage: Stage, budget: Budget) -> SteadyModel:
        """The stage's model under one request's budget and this process's breakers."""
        return SteadyModel(self.model(stage), self.breakers, budget)

    def names(self) -> dict[str, list[Stage]]:
        """Model → the stages that it is chosen for."""
        found: dict[str, list[Stage]] = {}
        for stage in STAGES:
            found.setdefault(self.options(stage).model, []).append(stage)
        return found

    def load(self) -> None:
        """Loads ahead of the first question what takes long to load."""
        asked = any(self.options(stage).mode != "rules" for stage in STAGES)
        if asked and self.settings.model_provider == "dashscope":
            installed()

    async def close(self) -> None:
        """Ends all connections."""
        opened, self.opened = self.opened, {}
        for model in opened.values():
            await model.close()

    def _open(self, name: str) -> LanguageModel:
        key = self.access.key.get_secret_value()
        if self.settings.model_provider == "dashscope":
            return QwenModel(Account(self.url, key), name)
        return CompatibleModel(Endpoint(self.url, key), name)


def used(
    stage: Stage, mode: str, budget: Budget, outcome: Outcome, confidence: float | None = None
) -> ModelUse:
    """What a stage asked under its budget, for the run's record."""
    return ModelUse.of(
        StageUse(
            stage=stage,
            mode=mode,
            confidence=confidence,
            outcome=outcome,
            calls=budget.asked,
            repairs=max(0, budget.asked - 1),
            input_tokens=budget.usage.input_tokens,
            output_tokens=budget.usage.output_tokens,
        )
    )
