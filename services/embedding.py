"""Which model of meaning is chosen, and whether it answers."""

import logging

from pipelines.filter.index.embedder import Embedder
from pipelines.filter.index.remote import RemoteEmbedder
from pipelines.filter.index.stored import StoredEmbedder, VectorFile
from pipelines.messages import Language, say
from pipelines.models.compatible import Endpoint
from pipelines.models.errors import ModelError
from pipelines.models.qwen import Account
from pipelines.models.vectors import CompatibleVectors, QwenVectors, SteadyVectors, VectorModel
from services.settings import ENCODER, STATIC, ModelAccess, Settings
from tool_registry.base.errors import ConfigurationError

_LOG = logging.getLogger(__name__)
_PING = "ping"
VARIABLE = "ZHIZAO_EMBEDDER"


def open_embedder(settings: Settings, access: ModelAccess) -> StoredEmbedder | None:
    """The chosen model of sentences; None where there is none. Nothing is asked yet."""
    provider, _, told = settings.embedder.partition(":")
    if settings.embedder == ENCODER:
        return _shipped(settings)
    if not told:
        return None
    return StoredEmbedder(_model(provider, told, settings, access), vector_file(settings))


def vector_file(settings: Settings) -> VectorFile:
    """Where vectors are kept."""
    return VectorFile(settings.home / "vectors.db")


def problem_of(embedder: Embedder, language: Language) -> str | None:
    """Why it gives no vectors now, as a sentence; None where it does."""
    try:
        embedder.embed([_PING])
    except ModelError as error:
        return error.sentence(language)
    return None


def described(settings: Settings, language: Language) -> str:
    """The chosen model in a few words."""
    provider, _, told = settings.embedder.partition(":")
    if settings.embedder in (ENCODER, STATIC):
        return say(language, f"doctor.embedder_{settings.embedder}")
    if not told:
        return say(language, "doctor.embedder_off")
    return say(language, "doctor.embedder", provider=provider, model=told)


def _shipped(settings: Settings) -> StoredEmbedder | None:
    """The encoder of the product; None, with a warning, where its weights are damaged."""
    from pipelines.filter.index.encoder import known_vectors, load_encoder

    try:
        return StoredEmbedder(load_encoder(), vector_file(settings), True, known_vectors())
    except ValueError as error:
        _LOG.warning("requests are compared by words and the table of words alone: %s", error)
        return None


def _model(provider: str, told: str, settings: Settings, access: ModelAccess) -> Embedder:
    if provider == "sentence-transformers":
        from pipelines.filter.index.neural import SentenceEmbedder

        return SentenceEmbedder(told)
    name, dimension = _name_and_dimension(told)
    return RemoteEmbedder(SteadyVectors(_remote(provider, name, dimension, settings, access)))


def _remote(
    provider: str, name: str, dimension: int | None, settings: Settings, access: ModelAccess
) -> VectorModel:
    key = access.key.get_secret_value()
    if provider == "dashscope":
        url = settings.embedder_url or access.native_url
        return QwenVectors(Account(url, key), name, dimension)
    url = settings.embedder_url or settings.model_url or access.compatible_url
    return CompatibleVectors(Endpoint(url, key), name, dimension)


def _name_and_dimension(told: str) -> tuple[str, int | None]:
    """`MODEL` or `MODEL,dimension=N`."""
    name, _, rest = told.partition(",")
    if not rest:
        return name.strip(), None
    key, _, value = rest.partition("=")
    if key.strip() != "dimension" or not value.strip().isdecimal() or not int(value):
        reason = (
            f"{VARIABLE} is not usable: after the comma `dimension=N` is expected, not '{rest}'"
        )
        raise ConfigurationError(reason)
    return name.strip(), int(value)
