"""What the page of DingTalk shows, works as it stands there."""

import re
from pathlib import Path

from evals.child_process import free_port
from tests.dingtalk_channel.conftest import COUPON, Bot
from tests.dingtalk_channel.fake import APP, CORP, SECRET, DingTalkFake
from tests.services.commands import Zhizao, wait_for
from tests.services.serving import Client
from tests.workshop.waiting import PATIENCE

PAGE = (Path(__file__).parents[2] / "deploy" / "dingtalk.md").read_text("utf-8")


def test_the_commands_of_the_page_make_a_bot_that_answers(
    zhizao: Zhizao, fake: DingTalkFake
) -> None:
    [block] = re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL)
    exported = dict(re.findall(r"^export (\w+)=(\S+)", block, re.MULTILINE))
    own = {"CLIENT_ID": APP, "CLIENT_SECRET": SECRET, "URL": fake.url, "CORP": CORP}
    own |= {"WEBHOOKS": f"127.0.0.1:{fake.port}"}
    port = free_port()
    told = {**exported, **{f"ZHIZAO_DINGTALK_{name}": value for name, value in own.items()}}
    with zhizao.start("serve", **told, ZHIZAO_PORT=str(port)) as service:
        try:
            wait_for(lambda: bool(fake.sockets))
            bot = Bot(Client(port), fake, zhizao)
            fake.push("/v1.0/im/bot/messages/get", bot.payload("text_single"))
            card = bot.answer()
            fake.push(
                "/v1.0/im/bot/messages/get",
                bot.payload("text_single", text={"content": _agreeing(card)}),
            )
            bot.answer()
        finally:
            service.terminate()
            service.wait(PATIENCE)
    assert COUPON in PAGE
    assert len(zhizao.effects()) == 1


def _agreeing(card: dict[str, dict[str, str]]) -> str:
    found = re.search(r"%23(run-[0-9a-f]{16}\.y)", str(card))
    assert found is not None
    return f"#{found[1]}"
