"""`/zhizao`, answered at its own address."""

from tests.services.commands import wait_for
from tests.slack_channel.conftest import COUPON, LEE, SENTENCE, Bot, recorded, text_of
from tool_registry.base.ids import new_id


def pressed(bot: Bot, told: dict[str, object], label: str) -> tuple[int, object, str]:
    """A press of a button that stands in an answer to a command."""
    from tests.slack_channel.fake import Shown

    token = new_id("response")
    shown = Shown(bot.channel, "1795600000.999999", blocks=told["blocks"])  # pyright: ignore[reportArgumentType]
    payload = bot.pressed(shown, label, response_url=bot.fake.address(token))
    payload["container"]["is_ephemeral"] = True
    del payload["message"]
    return (*bot.interact(payload), token)


def answer(bot: Bot, token: str, number: int = 1) -> dict[str, object]:
    """The first answer at an address that is not only a word in between."""
    wait_for(lambda: len([one for one in bot.fake.responses[token] if "blocks" in one]) >= number)
    return [one for one in bot.fake.responses[token] if "blocks" in one][number - 1]


def test_without_words_and_for_help_it_says_how(bot: Bot) -> None:
    for text in ("", "  ", "help", "帮助"):
        status, told, _ = bot.command(text)
        assert (status, told["response_type"]) == (200, "ephemeral")
        assert "/zhizao" in told["text"]
    assert "in one sentence" in bot.command("help")[1]["text"]


def test_the_look_at_the_certificate_is_answered(bot: Bot) -> None:
    kind = {"Content-Type": "application/x-www-form-urlencoded", "X-Slack-Signature": "v0=none"}
    assert bot.post("commands", b"ssl_check=1&token=abc", **kind) == (200, "")


def test_a_sentence_is_answered_to_its_speaker_and_its_button_takes_its_place(bot: Bot) -> None:
    bot.fake.absent.add(bot.channel)
    status, told, token = bot.command(COUPON)
    assert (status, told) == (200, "")
    plan = answer(bot, token)
    assert "1. " in text_of(plan)
    status, _, second = pressed(bot, plan, "确认执行")
    assert status == 200
    done = answer(bot, second)
    assert ("成功" in text_of(done), done["replace_original"]) == (True, True)
    assert len(bot.zhizao.effects()) == 1
    assert len(bot.fake.responses[token]) <= 5


def test_commands_of_a_channel_are_one_conversation(bot: Bot) -> None:
    assert "环境" in text_of(answer(bot, bot.command(SENTENCE)[2]))
    assert "1. " in text_of(answer(bot, bot.command("预发")[2]))


def test_the_same_command_is_one_run(bot: Bot) -> None:
    trigger = new_id("t")
    tokens = [bot.command(COUPON, trigger_id=trigger)[2] for _ in range(3)]
    answer(bot, tokens[0])
    answer(bot, bot.command("你好")[2])
    assert [len(bot.fake.responses[one]) > 0 for one in tokens] == [True, False, False]


def test_an_address_that_has_ended_is_no_loss(bot: Bot) -> None:
    before = len(bot.fake.in_thread(LEE, None))
    bot.command(COUPON, response_url=bot.fake.address(f"expired-{new_id('r')}"))
    wait_for(lambda: len(bot.fake.in_thread(LEE, None)) > before)
    assert "1. " in text_of(bot.fake.in_thread(LEE, None)[-1])


def test_an_answer_goes_to_slack_alone(bot: Bot) -> None:
    for place in (
        "https://evil.example/x",
        "https://hooks.slack.com@evil.example/x",
        "http://[::1",
    ):
        assert bot.command(COUPON, response_url=place)[0] == 403
    assert bot.command(COUPON, team_id="T0OTHER")[0] == 403


def test_a_recorded_command_is_what_slack_documents(bot: Bot) -> None:
    assert set(recorded("slash_command")) >= {"command", "response_url", "trigger_id", "user_id"}
