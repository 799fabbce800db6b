"""What a conversation speaks of outlives the process, in Redis where one is configured."""

from pathlib import Path
from typing import Any

import pytest

from evals.child_process import free_port
from tests.services.commands import Zhizao
from tests.workshop.redis_server import RedisServer


@pytest.mark.needs("redis-server")
def test_the_next_process_goes_on_with_what_redis_remembers(tmp_path: Path, zhizao: Zhizao) -> None:
    redis = RedisServer(tmp_path)
    redis.start()
    where: dict[str, Any] = {"ZHIZAO_REDIS": redis.url}
    made = zhizao.run("ask", "造一个测试用户,预发", "--session", "one", "--json", **where)
    [user] = [one["id"] for one in made.json["summary"]["data"]]
    assert redis.lasting("zhizao:*:entities:*")
    asked = zhizao.run("ask", "他有几张券", "--session", "one", "--json", **where)
    assert asked.json["chain"][0]["arguments"]["havanaId"] == user
    redis.stop()
    gone: dict[str, Any] = {"ZHIZAO_REDIS": f"redis://127.0.0.1:{free_port()}/0"}
    assert zhizao.run("ask", "他的手机号", "--session", "one", **gone).code == 0
