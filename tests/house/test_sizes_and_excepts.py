"""Files, functions and what is suppressed."""

from collections.abc import Callable

from deploy.house import broad_excepts, sizes
from deploy.house.tree import Finding, Tree

Plant = Callable[[dict[str, str]], Tree]


def test_a_file_of_400_lines_passes_and_one_more_is_too_long(plant: Plant) -> None:
    assert list(sizes.check(plant({"pipelines/a.py": "x = 1\n" * 400}))) == []
    [found] = sizes.check(plant({"pipelines/a.py": "x = 1\n" * 401}))
    assert found == Finding("pipelines/a.py", "401 lines, at most 400: split it by verb")


def test_a_function_of_60_lines_passes_and_one_more_is_too_long(plant: Plant) -> None:
    def function(lines: int) -> dict[str, str]:
        return {
            "evals/a.py": "\n\nclass A:\n    async def f(self):\n" + "        pass\n" * (lines - 1)
        }

    assert list(sizes.check(plant(function(60)))) == []
    [found] = sizes.check(plant(function(61)))
    assert found.place == "evals/a.py:4"
    assert found.message.startswith("f() has 61 lines, at most 60")


def test_shell_scripts_have_a_limit_and_data_files_have_none(plant: Plant) -> None:
    tree = plant({"deploy/a.sh": "true\n" * 401, "evals/cases/a.yaml": "- a\n" * 401})
    assert [found.place for found in sizes.check(tree)] == ["deploy/a.sh"]


def test_a_broad_suppress_is_found(plant: Plant) -> None:
    narrow = "with suppress(ValueError, OSError):\n    pass\n"
    assert list(broad_excepts.check(plant({"pipelines/b.py": narrow}))) == []
    broad = narrow + "with contextlib.suppress(ValueError, Exception):\n    pass\n"
    [found] = broad_excepts.check(plant({"pipelines/b.py": broad}))
    assert found.place == "pipelines/b.py:3"
