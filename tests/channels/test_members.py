"""Who an account on a chat platform is."""

from contextlib import closing
from pathlib import Path

import pytest

from services.channels.delivery import Delivery, Speaker
from services.channels.members import Members
from services.settings import Settings
from tool_registry.stores.store import RegistryStore

pytestmark = pytest.mark.anyio
ACCOUNTS = ["zhang san", "zhang-san", "zhang/san", "张三", "x" * 70, "x" * 71, "@", "#"]


async def test_two_accounts_are_never_one_person(tmp_path: Path) -> None:
    with closing(RegistryStore(tmp_path / "registry.db")) as stores:
        members = Members(stores, Settings(home=tmp_path, channel_join=("chat",)))
        deliveries = [
            Delivery(channel="chat", event_id=a, speaker=Speaker(account=a), place="p", at=0.0)
            for a in ACCOUNTS
        ]
        callers = [members.caller(one) for one in deliveries]
        assert len({one.user for one in callers}) == len(ACCOUNTS)
        assert [members.caller(one) for one in deliveries] == callers
