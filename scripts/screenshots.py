"""Makes docs/screenshots from the running app: the release build, a fresh account, a week of to-dos."""

import os
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
os.environ["FONTCONFIG_FILE"] = str(ROOT / "scripts" / "fonts.conf")
sys.path.insert(0, str(ROOT / "Benchmarks"))

from pages import Person, chromium, daybook  # noqa: E402

OUT = ROOT / "docs" / "screenshots"

SIZES = {
    "phone": {
        "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True,
    },
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}  # fmt: skip

# Title, detail, tags, days until the deadline, done; the newest last.
WEEK = [
    ("Return the library books", "Three of them, and the atlas.", ["town"], None, True),
    ("Oil the bicycle chain", None, ["home"], None, True),
    ("Write to Grandmother", "Tell her about the garden.", ["family"], 5, False),
    ("Book the train to Mysuru", "Window seats, the early one.", ["travel"], 12, False),
    ("Plant the tomato seeds", None, ["garden", "home"], 3, False),
    ("Read two chapters", "And mark the map.", [], None, False),
    ("Choose a birthday present", None, ["family"], 8, False),
    ("Mend the blue lamp", None, ["home"], None, False),
    ("Call the dentist", "Ask for a morning.", ["health"], 1, False),
    ("Buy stamps and envelopes", None, ["town"], 0, False),
]


def made_account(server):
    """An account with the week in it, made through the interface for programs."""
    person = Person(None, server, touch=False)
    account = person.account
    status, answer = server.request("POST", "/api/v1/accounts", {
        "name": account.name, "mobile": account.mobile, "email": account.email, "password": account.password})
    if status != 201:
        sys.exit(f"sign-up answered {status}: {answer}")
    today = datetime.now(timezone.utc).replace(hour=18, minute=29, second=0, microsecond=0)  # the last minute of the day there
    for title, detail, tags, days, done in WEEK:
        body = {"title": title, "tags": tags}
        if detail:
            body["detail"] = detail
        if days is not None:
            body["deadline"] = (today + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        status, todo = server.request("POST", "/api/v1/todos", body, answer["token"])
        if status != 201:
            sys.exit(f"\"{title}\" was answered {status}: {todo}")
        if done:
            server.request("PATCH", f"/api/v1/todos/{todo['id']}", {"done": True}, answer["token"])
    return account


class Photographer:
    """A browser of one size and one light, and the pictures it takes."""

    def __init__(self, browser, server, account, size, dark=False):
        self.label = f"{size}{'-dark' if dark else ''}"
        context = browser.new_context(
            **SIZES[size], color_scheme="dark" if dark else "light", locale="en-GB", timezone_id="Asia/Kolkata")
        self.page = context.new_page()
        self.person = Person(self.page, server, touch=size != "desktop")
        self.person.account = account

    def take(self, name):
        if not self.person.touch:
            self.page.mouse.move(0, 0)
        self.page.wait_for_timeout(450)
        path = OUT / f"{name}-{self.label}.png"
        self.page.screenshot(path=path)
        print(path.relative_to(ROOT))

    def list(self):
        self.person.sign_in()
        self.page.wait_for_selector(".row")
        self.take("list")

    def swipe(self):
        self.person.swipe("Call the dentist", "right", 0.45, let_go=False)
        self.page.wait_for_timeout(450)
        self.take("swipe")
        self.page.reload()  # nothing may come of it
        self.person.let_go()
        self.page.wait_for_selector(".row")

    def editor(self):
        self.person.row("Book the train to Mysuru").locator(".row-title").click()
        self.page.wait_for_timeout(300)
        self.page.evaluate("() => document.activeElement.blur()")
        self.take("editor")

    def account(self):
        self.person.open("/account")
        self.page.wait_for_selector(".page-list li")
        self.take("account")
        self.person.open()

    def sign_up(self):
        self.person.open("/sign-up")
        self.take("sign-up")


# What the README and a store page show; every picture by size, light and dark.
PICTURES = [
    ("phone", False, ("sign_up", "list", "swipe", "editor", "account")),
    ("phone", True, ("list", "editor")),
    ("tablet", False, ("list",)),
    ("desktop", False, ("list", "editor")),
    ("desktop", True, ("editor",)),
]


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, daybook() as server:
        account = made_account(server)
        for size, dark, pictures in PICTURES:
            photographer = Photographer(browser, server, account, size, dark)
            if "list" not in pictures:
                photographer.person.sign_in()
                photographer.page.wait_for_selector(".row")
            for picture in pictures:
                getattr(photographer, picture)()
            photographer.page.context.close()


if __name__ == "__main__":
    main()
