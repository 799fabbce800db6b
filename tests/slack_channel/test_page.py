"""What the page of Slack shows, works as it stands there."""

import re
from pathlib import Path

from evals.child_process import free_port
from tests.services.commands import Zhizao, wait_for
from tests.services.serving import Client
from tests.slack_channel.conftest import COUPON, Bot
from tests.slack_channel.fake import APP_TOKEN, TOKEN, SlackFake
from tests.workshop.waiting import PATIENCE

PAGE = (Path(__file__).parents[2] / "deploy" / "slack.md").read_text("utf-8")


def test_the_commands_of_the_page_make_a_bot_that_answers(zhizao: Zhizao, fake: SlackFake) -> None:
    [block] = re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL)
    exported = dict(re.findall(r"^export (\w+)=(\S+)", block, re.MULTILINE))
    own = {"BOT_TOKEN": TOKEN, "APP_TOKEN": APP_TOKEN, "URL": fake.url}
    port = free_port()
    told = {**exported, **{f"ZHIZAO_SLACK_{name}": value for name, value in own.items()}}
    with zhizao.start("serve", **told, ZHIZAO_PORT=str(port)) as service:
        try:
            wait_for(lambda: bool(fake.sockets))
            bot = Bot(Client(port), fake, zhizao)
            event = bot.event("app_mention")
            bot.thread = event["event"]["ts"]
            fake.push("events_api", event, "e-1")
            plan = bot.answer()
            fake.push("interactive", bot.pressed(plan, "确认执行"), "e-2")
            bot.answer()
        finally:
            service.terminate()
            service.wait(PATIENCE)
    assert COUPON in PAGE
    assert (len(zhizao.effects()), fake.problems) == (1, [])
