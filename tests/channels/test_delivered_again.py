"""A press that is served again: it is the same request, and not one that comes too late."""

from pathlib import Path

import pytest

from services.channels.delivery import Delivery, Press, Speaker
from services.channels.incoming import incoming_of
from services.errors import InvalidRequest
from services.sandbox_process import private_sandbox
from services.settings import Settings
from services.wiring import open_store
from tests.services.serving import serve_whole
from tool_registry.base.caller import Caller


@pytest.mark.parametrize(
    "text",
    [
        "给用户1234发放一张满50减20的优惠券,预发环境",
        "issue a 20 off 50 coupon to user 1234 in pre-release",
    ],
)
def test_a_press_that_is_served_again_is_the_request_that_it_was(tmp_path: Path, text: str) -> None:
    with private_sandbox("commerce", tmp_path / "sandbox") as sandbox:
        settings = Settings(home=tmp_path, sandbox_port=sandbox.port)
        with serve_whole(settings) as client:
            store = open_store(settings)
            body = {"text": text, "conversation": "again", "review": "always"}
            shown = client.request("POST", "/api/requests", body)[1]["run_id"]
            press = _press(shown, "first")
            first = incoming_of(press, store, Caller())
            reply = {"approved": True, "request_id": press.request_id}
            done = client.request("POST", f"/api/runs/{shown}/reply", reply)[1]
            assert done["status"] == "succeeded"
            assert incoming_of(press, store, Caller()) == first
            with pytest.raises(InvalidRequest):
                incoming_of(_press(shown, "second"), store, Caller())
            store.close()


def _press(run: str, event: str) -> Delivery:
    return Delivery(
        channel="feishu",
        event_id=event,
        speaker=Speaker(account="ou_1"),
        place="oc_1",
        press=Press(run=run, does="agree"),
        at=0.0,
    )
