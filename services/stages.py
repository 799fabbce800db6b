"""The stages with a model: loaded only where there is one, and put into the road's options."""

from dataclasses import replace

from pipelines.flow.options import RoadOptions
from pipelines.knowledge.shelf import Shelf
from services.interpreting import interpreter
from services.models import Models
from services.page_reading import page_reader
from services.reasoning import reasoner
from services.single_agent import single_agent
from services.wording import wording
from tool_registry.catalogue import Catalogue


def with_models(
    options: RoadOptions, models: Models, catalogue: Catalogue, shelf: Shelf
) -> RoadOptions:
    """The options with a model at each stage whose mode wants one."""
    return replace(
        options,
        interpreter=interpreter(models, catalogue, shelf),
        reasoner=reasoner(models),
        page_reader=page_reader(models, catalogue),
        wording=wording(models, catalogue, shelf),
        agent=single_agent(models),
    )
