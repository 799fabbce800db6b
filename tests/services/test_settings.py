"""Settings come from the environment, have defaults, and complain by name."""

import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from services.home import default_home
from services.in_force import in_force
from services.settings import DEFAULTS, Settings, read_settings
from tool_registry.base.environment import Environments
from tool_registry.base.errors import ConfigurationError


def test_nothing_has_to_be_set() -> None:
    settings = read_settings({})
    assert settings.packs == ("general", "commerce")
    assert settings.preferred_platforms == ("蓝海",)
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.sources == DEFAULTS / "sources.json"


def test_a_variable_changes_its_setting() -> None:
    given = {"ZHIZAO_PORT": "8010", "ZHIZAO_PACKS": "general, staff", "ZHIZAO_HOME": "/srv/z"}
    settings = read_settings(given)
    assert settings.port == 8010
    assert settings.packs == ("general", "staff")
    assert settings.home == Path("/srv/z")


def test_a_wrong_value_is_named_by_its_variable() -> None:
    with pytest.raises(ConfigurationError, match=r"^ZHIZAO_PORT is not usable: .*65535"):
        read_settings({"ZHIZAO_PORT": "70000"})


def test_a_database_is_named_by_a_url() -> None:
    with pytest.raises(ConfigurationError, match=r"^ZHIZAO_DATABASE is not usable"):
        read_settings({"ZHIZAO_DATABASE": "tables"})
    url = "postgresql+psycopg://me@127.0.0.1/zhizao"
    assert read_settings({"ZHIZAO_DATABASE": url}).database == url


def test_home_is_beside_the_virtual_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZHIZAO_HOME", raising=False)
    assert default_home().name == ".zhizao"
    if sys.prefix != sys.base_prefix:
        assert default_home().parent == Path(sys.prefix).parent


def test_the_shipped_environments_are_daily_and_pre() -> None:
    shipped = Environments.model_validate_json((DEFAULTS / "environments.json").read_text("utf-8"))
    assert shipped.names == ("daily", "pre")
    assert shipped.stress == "pre"
    words = {"日常环境": "daily", "线下": "daily", "OFFLINE": "daily", "pre-prod": "pre"}
    assert {word: shipped.by_word(word) for word in words} == words
    assert shipped.by_word("staging") is None


def test_what_is_in_force_has_no_secret_and_its_variable_changes_it() -> None:
    told = in_force(read_settings({"ZHIZAO_BULK_LIMIT": "5"}))
    assert {one.variable: one.value for one in told}["ZHIZAO_BULK_LIMIT"] == 5
    for one in told:
        kind = Settings.model_fields[one.name].annotation
        assert kind is not SecretStr
        assert not {"secret", "token", "key", "url", "home", "database"} & set(one.name.split("_"))
