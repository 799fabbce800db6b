"""What people do in the workshop of a service where people log in."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.services.team import Person
from tests.services.test_identity import Deployment
from tests.web.browsing import Visitor
from tests.web.test_looks import AXE, is_wider_than_the_screen, serious

GET_DOG = "kennel@press/get_dog"


def enter(
    guest: Visitor,
    team: Deployment,
    name: str,
    place: str = "",
    language: str = "en-US",
    **look: Any,
) -> Page:
    """Somebody who has logged in and stands in the workshop."""
    page = guest.open("/login", language=language, **look)
    page.get_by_label("API").fill(Person(team, name).key)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{guest.url}/")
    page.goto(f"/#/authoring/{place}")
    return page


def check(guest: Visitor, page: Page, what: str) -> None:
    """What everybody needs of each page."""
    guest.shoot(page, what)
    assert not is_wider_than_the_screen(page)
    if AXE.exists():
        page.evaluate(AXE.read_text("utf-8"))
        assert serious(page) == []


def press(page: Page | Locator, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def tool_link(id: str) -> str:
    return f"tools/{id.replace('/', '%2F')}"
