"""Which words the data forbids, and where they are found."""

from collections.abc import Callable

import pytest

from deploy.house.catalogue_words import check
from deploy.house.tree import Tree

Plant = Callable[[dict[str, str]], Tree]

DATA = {
    "services/sandbox/fleet/tools/vans.yaml": """
tools:
  - name: lendVan
    description: lends
    inputSchema:
      type: object
      properties:
        depotCode: {type: string}
        page_size: {type: integer}
        stops:
          type: array
          items: {type: object, properties: {van_id: {type: string}}}
  - name: depot_list
    inputSchema: {type: object, properties: {}}
""",
    "tool_registry/vocabulary/packs/general.yaml": "entities: [{name: 东西, en: [widget]}]\n",
    "tool_registry/vocabulary/packs/fleet.yaml": """
entities:
  - {name: 车, en: [van, delivery van, lorry]}
  - {name: 站, en: [depot, order]}
""",
    "evals/cases/seed.yaml": "- request: 'lend van 4711 for 3600 s from 5000'\n",
    "deploy/house/words.yaml": "- because: a sequence\n  words: [order]\n",
}
CLEAN = '''"""Sorts widgets: an order, a page_size, 3600 s; 整理小件 in Chinese."""

import re

HAN = re.compile("[\\u4e00-\\u9fff一-鿿]")
advantage = caravan = 4096  # 优势
"""多于
两行"""
'''


def findings(plant: Plant, source: str) -> list[str]:
    """Messages about one module of the pipelines, with its line in front."""
    return [
        f"{found.place.rpartition(':')[2]}: {found.message.partition(':')[0]}"
        for found in check(plant({**DATA, "pipelines/stage.py": source}))
    ]


def test_words_of_programming_pass(plant: Plant) -> None:
    assert findings(plant, CLEAN) == []


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("x = '券'", "'券'"),
        ("x = '\\u5238'", "'券'"),
        ("券 = 1", "'券'"),
        ("x = f'{1} 到店'", "'到店'"),
        ("def lendVan(): ...", "'lendVan'"),
        ("x = {'depotCode': 1}", "'depotCode'"),
        ("van_id = 1", "'van_id'"),
        ("x = 'depot_list'", "'depot_list'"),
        ("class LorryPlan: ...", "'lorry'"),
        ("x = 'all lorries'", "'lorry'"),
        ("# for the depot", "'depot'"),
        ("x = 4711", "'4711'"),
        ("x = 'no. 4711'", "'4711'"),
    ],
)
def test_a_catalogue_word_is_found_wherever_it_stands(plant: Plant, line: str, word: str) -> None:
    [found] = findings(plant, f"{CLEAN}\n{line}\n")
    assert found.startswith(f"{CLEAN.count(chr(10)) + 2}: catalogue words")
    assert word in found


def test_a_noun_of_several_words_counts_as_a_whole(plant: Plant) -> None:
    assert findings(plant, "deliveries = delivery_order = 1\n") == []
    assert "'delivery van'" in findings(plant, "delivery_van = 1\n")[0]


def test_other_folders_may_speak_of_their_catalogue(plant: Plant) -> None:
    assert list(check(plant({**DATA, "services/sandbox/fleet/trade.py": "van = '车'\n"}))) == []


def test_an_allowed_word_that_no_catalogue_has_is_to_be_removed(plant: Plant) -> None:
    allowed = {"deploy/house/words.yaml": "- because: habit\n  words: [order, widget]\n"}
    [found] = check(plant({**DATA, **allowed}))
    assert found.message == "'widget' is in no catalogue: remove it"


def test_the_message_names_the_source_and_the_fix(plant: Plant) -> None:
    [found] = check(plant({**DATA, "tool_registry/graph.py": "lorry = 1\n"}))
    assert found.place == "tool_registry/graph.py:1"
    assert "tool_registry/vocabulary/packs/fleet.yaml" in found.message
    assert "move them into a data file" in found.message
