"""Files, functions and broad excepts."""

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


NARROW = "try:\n    pass\nexcept (ValueError, OSError):\n    pass\n"
BROAD = [
    "try:\n    pass\nexcept Exception:\n    pass\n",
    "try:\n    pass\nexcept (ValueError, BaseException) as error:\n    print(error)\n",
    "from contextlib import suppress\n\nwith suppress(Exception):\n    pass\n",
]


def test_two_broad_excepts_pass_and_a_third_names_all(plant: Plant) -> None:
    two = {"services/a.py": BROAD[0], "pipelines/b.py": BROAD[1] + NARROW}
    assert list(broad_excepts.check(plant(two))) == []
    places = [found.place for found in broad_excepts.check(plant({**two, "evals/c.py": BROAD[2]}))]
    assert places == ["evals/c.py:3", "pipelines/b.py:3", "services/a.py:3"]


def test_a_bare_except_is_broad(plant: Plant) -> None:
    tree = plant({"services/a.py": "try:\n    pass\nexcept:\n    pass\n" * 3})
    assert len(list(broad_excepts.check(tree))) == 3
