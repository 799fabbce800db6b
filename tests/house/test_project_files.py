"""Settings, dependencies, pages, and what may not be committed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from deploy.house import events_page, page_names, pages, pins, places, settings_page
from deploy.house.tree import Tree

Plant = Callable[[dict[str, str]], Tree]

SETTINGS = {
    "services/settings.py": "class Settings:\n    data_folder: str = ''\n",
    "deploy/run.sh": 'echo "$ZHIZAO_PORT"\n',
    "deploy/settings.md": "| `ZHIZAO_DATA_FOLDER` | where |\n| `ZHIZAO_PORT` | port |\n",
}


def test_settings_that_are_all_explained_pass(plant: Plant) -> None:
    assert list(settings_page.check(plant(SETTINGS))) == []


def test_a_setting_without_explanation_is_found(plant: Plant) -> None:
    field = SETTINGS["services/settings.py"] + "    model_name: str = ''\n"
    [found] = settings_page.check(plant({**SETTINGS, "services/settings.py": field}))
    assert found.place == "services/settings.py:3"
    assert found.message.startswith("ZHIZAO_MODEL_NAME is not explained")


def test_a_variable_that_only_a_script_reads_is_a_setting_too(plant: Plant) -> None:
    [found] = settings_page.check(plant({**SETTINGS, "deploy/run.sh": "$ZHIZAO_PORT $ZHIZAO_X\n"}))
    assert found.place == "deploy/run.sh:1"


def test_an_explanation_of_nothing_is_found(plant: Plant) -> None:
    [found] = settings_page.check(plant({**SETTINGS, "deploy/run.sh": "true\n"}))
    assert found.message.startswith("ZHIZAO_PORT is explained, but nothing reads it")


def test_two_explanations_of_one_setting_are_found(plant: Plant) -> None:
    twice = SETTINGS["deploy/settings.md"] + "| `ZHIZAO_PORT` | another port |\n"
    [found] = settings_page.check(plant({**SETTINGS, "deploy/settings.md": twice}))
    assert found.message.startswith("ZHIZAO_PORT is explained 2 times")


PROJECT = {
    "pyproject.toml": """
[project]
dependencies = ["PyYAML>=6", "click"]
[project.optional-dependencies]
dev = ["pytest[x]>=8"]
""",
    "deploy/constraints.txt": "# tried\npyyaml==6.0.3\nclick==8.5.1\npytest==9.2.0\n",
}


def test_dependencies_that_are_pinned_pass(plant: Plant) -> None:
    assert list(pins.check(plant(PROJECT))) == []


def test_a_dependency_without_a_pin_is_found(plant: Plant) -> None:
    [found] = pins.check(plant({**PROJECT, "deploy/constraints.txt": "pyyaml==6\nclick==8\n"}))
    assert found.message.startswith("pytest has no pin")


PAGES = {
    "README.md": "# A\n[rules](CONTRIBUTING.md#rules) [web](https://example.org) [here](#a)\n",
    "CONTRIBUTING.md": "![road](deploy/architecture.md)\n```\n[x](nowhere.md)\n```\n`[y](z.md)`\n",
    "deploy/architecture.md": "[up](../README.md)\n",
}


def test_short_pages_with_good_links_pass(plant: Plant) -> None:
    assert list(pages.check(plant(PAGES))) == []


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("README.md", "a\n" * 121, "121 lines, at most 120"),
        ("deploy/architecture.md", "a\n" * 81, "81 lines, at most 80"),
        ("README.md", "[a](b.md)\n", "the link to b.md leads nowhere"),
        ("evals/README.md", "[a](../../b)\n", "the link to ../../b leads nowhere"),
    ],
)
def test_a_long_page_or_a_broken_link_is_found(
    plant: Plant, file: str, text: str, message: str
) -> None:
    [found] = pages.check(plant({**PAGES, file: text}))
    assert found.message.startswith(message)


NAMED = {
    "pipelines/runs/store.py": "LEASE: int = 1\nclass RunStore:\n    def begin(self): ...\n",
    "pipelines/runs/lease.py": "",
}


@pytest.mark.parametrize(
    "word",
    [
        "pipelines/runs/store.py",
        "runs/store.py",
        "store.py:RunStore.begin",
        "store.py:LEASE",
        "runs/{store,lease}.py",
        "runs/*.py",
        "pipelines/runs",
        "yes/no",
        "NAME/application.yaml",
        "run(request)",
    ],
)
def test_files_folders_and_names_that_are_there_may_stand_in_a_page(
    plant: Plant, word: str
) -> None:
    assert list(page_names.check(plant({**NAMED, "deploy/where.md": f"in `{word}`\n"}))) == []


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("pipelines/runs/gone.py", "there is no such file"),
        ("runs/{store,gone}.py", "there is no such file"),
        ("pipelines/gone/", "there is no such folder"),
        ("store.py:RunStore.finish", "the file defines no RunStore.finish"),
    ],
)
def test_what_a_page_names_and_is_not_there_is_found(plant: Plant, word: str, problem: str) -> None:
    [found] = page_names.check(plant({**NAMED, "deploy/where.md": f"# A\n\nin `{word}`\n"}))
    assert found.place == "deploy/where.md:3"
    assert found.message.startswith(f"{word}: {problem}")


def test_blocks_of_code_and_the_history_may_name_what_is_gone(plant: Plant) -> None:
    gone = {"CHANGELOG.md": "`a/gone.py`\n", "README.md": "```\n`a/gone.py`\n```\n"}
    assert list(page_names.check(plant(gone))) == []


EVENTS = '''
class Told:
    """The base."""


class Asked(Told):
    """A question."""

    type: Literal["question"] = "question"
    missing: tuple[str, ...] = ()
    """What is asked for."""
'''
EVENTS_FILE = "pipelines/contracts/events.py"


def test_the_page_of_events_is_what_their_classes_say(plant: Plant) -> None:
    text = events_page.page(plant({EVENTS_FILE: EVENTS}).parse(Path(EVENTS_FILE)))
    assert "## `question`\nA question.\n" in text
    assert "| `missing` | `tuple[str, ...]` | What is asked for. |" in text
    assert list(events_page.check(plant({EVENTS_FILE: EVENTS, "deploy/events.md": text}))) == []


def test_a_page_of_events_that_says_something_else_is_found(plant: Plant) -> None:
    [found] = events_page.check(plant({EVENTS_FILE: EVENTS, "deploy/events.md": "# Events\n"}))
    assert found.place == "deploy/events.md"


def test_a_missing_page_is_found(plant: Plant) -> None:
    messages = [found.message for found in pages.check(plant({"README.md": "# A\n"}))]
    assert messages == ["is missing: write it"] * 2


def test_a_clean_top_level_passes(plant: Plant) -> None:
    tree = plant({".ci/run": "true\n", "README.md": "/path/to/x ./work/x\n", "tests/a.py": ""})
    assert list(places.check(tree)) == []


@pytest.mark.parametrize("top", ["notes.md", "scripts/a.sh", "setup.py"])
def test_an_entry_that_does_not_belong_at_the_top_is_found(plant: Plant, top: str) -> None:
    [found] = places.check(plant({top: ""}))
    assert found.message.startswith("does not belong at the top level")


@pytest.mark.parametrize("parts", [("", "work", "main"), ("", "root", ".x"), ("", "home", "me")])
def test_a_path_of_one_machine_is_found(plant: Plant, parts: tuple[str, ...]) -> None:
    [found] = places.check(plant({"deploy/a.sh": f"cd {'/'.join(parts)}\n"}))
    assert found.place == "deploy/a.sh:1"
    assert found.message.startswith("names a path of one machine")


@pytest.mark.parametrize("host", [("files", "pythonhosted", "org"), ("registry", "npmjs", "org")])
def test_a_registry_host_is_found(plant: Plant, host: tuple[str, ...]) -> None:
    [found] = places.check(plant({"deploy/constraints.txt": f"# https://{'.'.join(host)}/x\n"}))
    assert found.message.startswith("names a package registry")
