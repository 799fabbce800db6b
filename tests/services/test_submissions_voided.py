"""An update of a source tells which submissions it makes void, before and after."""

import json
from pathlib import Path
from typing import Any

from tests.services.kennel import open_kennel
from tests.services.team import Person, open_team

GET_DOG = "kennel@press/get_dog"


def test_an_update_tells_which_waiting_submissions_it_makes_void(tmp_path: Path) -> None:
    with open_kennel() as kennel, open_team(tmp_path, kennel) as team:
        ann = Person(team, "ann")

        def update(**how: bool) -> dict[str, Any]:
            text = json.dumps({"openapi": "3.1.0", "info": {}, "paths": kennel.paths})
            entry = {**kennel.entry, "document": "kennel.json", "text": text}
            body = {"name": "kennel", "entry": entry, "scope": "project", **how}
            return ann("POST", "/api/sources?project=press", body)[1]

        assert update(agreed=True)["registered"]
        submit = f"/api/tools/{GET_DOG}/submit?project=press"
        id = ann("POST", submit, {"note": ""})[1]["submissions"][0]["id"]
        assert update(look_only=True)["report"]["voided"] == []
        kennel.say("/dogs/{dog_id}", "get", "Look up a dog by its number, with its name.")
        assert update(look_only=True)["report"]["voided"] == [GET_DOG]
        assert update(agreed=True)["report"]["voided"] == [GET_DOG]
        assert ann("GET", f"/api/submissions/{id}")[1]["state"] == "outdated"
