"""What a person does at the page, as verbs. Tests read as stories told with them."""

import itertools
import os
import re
import time

from playwright.sync_api import expect

_numbers = itertools.count(1)

PASSWORD = "cobalt#RIVER27"


class Account:
    """Somebody who can sign up: all fields valid, email and mobile their own."""

    def __init__(self):
        number = next(_numbers)
        self.name = "Asha Kumar"
        self.mobile = str(9_000_000_000 + number)
        self.email = f"asha{number}@example.org"
        self.password = PASSWORD


class Person:
    """A person with a page in front of them."""

    def __init__(self, page, server, touch):
        self.page = page
        self.server = server
        self.touch = touch
        self.account = Account()
        self.records = None
        self._cdp = None

    # Coming in

    def open(self, path="/"):
        self.page.goto(self.server.url + path)
        self.page.wait_for_selector("html[data-screen=form], html[data-screen=home]")
        return self

    def fill(self, **fields):
        for name, text in fields.items():
            self.page.fill(f"form [name={name}]", text)

    def send(self):
        self.page.click("form [type=submit]")

    def fill_sign_up(self, **other):
        """Fills the form with what is right, but for what is said otherwise."""
        account = self.account
        right = {"name": account.name, "mobile": account.mobile, "email": account.email,
                 "password": account.password, "passwordAgain": account.password}  # fmt: skip
        self.fill(**{**right, **other})

    def sign_up(self):
        self.open("/sign-up")
        self.fill_sign_up()
        self.send()
        self.wait_for_list()
        return self

    def sign_in(self, login=None, password=None):
        self.open("/sign-in")
        self.fill(login=login or self.account.email, password=password or self.account.password)
        self.send()
        self.wait_for_list()
        return self

    def arrive(self, *todos):
        """Signs in to an account that holds these to-dos already: titles, or dictionaries of fields."""
        self.records = Records(self.server, self.account)
        if todos:
            self.records.seed(todos)
        self.sign_in()
        if todos:
            self.page.locator("[data-row]").first.wait_for()
        return self

    def wait_for_list(self):
        self.page.wait_for_selector("html[data-screen=home]")
        self.page.wait_for_selector(".large-title")

    def reload(self):
        self.page.reload()
        self.wait_for_list()

    # The list

    def add(self, *titles):
        """By the line above the list; where there is none, by the round button and the sheet."""
        line = self.page.locator("#quick-add")
        for title in titles:
            if line.is_visible():
                line.fill(title)
                line.press("Enter")
            else:
                self.new()
                self.page.fill("#editor-title", title)
                self.save()
            self.row(title).wait_for()

    def row(self, title):
        return self.page.locator("[data-row]", has=self.page.locator(".row-title").get_by_text(title, exact=True)).first

    def key(self, title):
        return self.row(title).get_attribute("data-key")

    @property
    def rows(self):
        return self.page.locator("[data-row] .row-title")

    def titles(self):
        return self.page.evaluate("() => [...document.querySelectorAll('[data-row] .row-title')].map(e => e.textContent)")

    def sees(self, *titles):
        """Waits until exactly these rows show, in this order."""
        expect(self.rows).to_have_text(list(titles))

    def check(self, title):
        self.row(title).locator(".check").click()

    def is_done(self, title, done=True):
        expect(self.row(title).locator(".check")).to_have_attribute("aria-checked", "true" if done else "false")

    def search(self, text):
        self.page.fill("#search", text)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def choose_order(self, label):
        self.page.click(".bar [data-action=order]")
        self.page.get_by_role("menuitemradio", name=label, exact=True).click()

    def filter(self, label):
        """A chip on a phone, an entry of the sidebar elsewhere."""
        places = self.page.locator(".chip[data-action], .sidebar-item[data-action]")
        places.filter(has_text=re.compile(f"^{re.escape(label)}\\d*$"), visible=True).first.click()

    def open_account_menu(self):
        self.page.locator("[data-action=account]").filter(visible=True).click()

    # The editor

    @property
    def editor(self):
        return self.page.locator(".sheet:not(.leaving)")

    def new(self):
        fab = self.page.locator(".fab")
        if fab.is_visible():
            fab.click()
        else:
            self.page.evaluate("() => document.activeElement.blur()")
            self.press("n")
        expect(self.page.locator("#editor-title")).to_be_focused()

    def open_editor(self, title):
        self.row(title).locator(".row-body").click()
        self.editor.wait_for()

    def write(self, title=None, detail=None, tags=()):
        if title is not None:
            self.page.fill("#editor-title", title)
        if detail is not None:
            self.page.fill("#editor-detail", detail)
        for tag in tags:
            self.page.fill("#editor-tag", tag)
            self.page.press("#editor-tag", "Enter")

    def save(self):
        self.page.click(".sheet-bar [type=submit]")
        self.page.wait_for_selector(".sheet", state="detached")

    def close_editor(self):
        self.page.click(".sheet [data-action=closeEditor]")

    # The hand

    def _touch(self, kind, *points):
        if self._cdp is None:
            self._cdp = self.page.context.new_cdp_session(self.page)
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def swipe(self, title, direction, distance=0.7, let_go=True):
        """A finger on the row, moving sideways by real touch points."""
        box = self.row(title).bounding_box()
        sign = 1 if direction == "right" else -1
        start = box["x"] + box["width"] * (0.15 if sign > 0 else 0.85)
        self.drag(start, box["y"] + box["height"] / 2, sign * box["width"] * distance, 0, let_go=let_go)

    def drag(self, x, y, by_x, by_y, steps=12, let_go=True):
        """A finger that comes down at x, y and goes by_x, by_y further, some 200 ms in all."""
        self._touch("touchStart", (x, y))
        for step in range(1, steps + 1):
            self._touch("touchMove", (x + by_x * step / steps, y + by_y * step / steps))
            time.sleep(0.016)
        if let_go:
            self._touch("touchEnd")

    def let_go(self):
        self._touch("touchEnd")

    def long_press(self, title):
        """A finger that stays until the menu is there."""
        box = self.row(title).bounding_box()
        self._touch("touchStart", (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        self.menu.wait_for()
        self._touch("touchEnd")

    def mouse_drag(self, title, by_x):
        box = self.row(title).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + by_x, y, steps=12)
        self.page.mouse.up()

    # What is there to see

    @property
    def toast(self):
        return self.page.locator(".toast:not(.leaving)")

    @property
    def menu(self):
        return self.page.locator(".menu:not(.leaving)")

    @property
    def dialog(self):
        return self.page.locator("dialog[open]")

    @property
    def banner(self):
        return self.page.locator(".banner")

    @property
    def count(self):
        return self.page.locator(".count")

    def focused(self, attribute="id"):
        return self.page.evaluate("name => document.activeElement && document.activeElement.getAttribute(name)", attribute)

    def text_of(self, selector):
        return re.sub(r"\s+", " ", self.page.locator(selector).inner_text()).strip()

    def hears(self, text):
        """Waits until the live region says so."""
        expect(self.page.locator("#polite")).to_have_text(text)

    def settle(self):
        """Waits until nothing moves on the page."""
        self.page.evaluate(
            "() => Promise.all(document.getAnimations().filter(a => a.effect.getComputedTiming().iterations !== Infinity)"
            ".map(a => a.finished.catch(() => 0))).then(() => 0)"
        )


class Records:
    """The same account beside the page: what the server holds, and what another device would send."""

    def __init__(self, server, account):
        self.server = server
        self.counter = 0
        body = {"name": account.name, "mobile": account.mobile, "email": account.email, "password": account.password}
        status, answer = server.request("POST", "/api/v1/accounts", body)
        if status == 409:
            login = {"login": account.email, "password": account.password}
            status, answer = server.request("POST", "/api/v1/sessions", login)
        assert status == 201, answer
        self.token = answer["token"]
        self.device = os.urandom(8).hex()

    def stamp(self, wall):
        self.counter = (self.counter + 1) % 65_536
        return f"{int(wall):012x}{self.counter:04x}{self.device}"

    def seed(self, todos):
        """Sends to-dos as another device. The first is the oldest; `age` is in milliseconds. Answers their ids."""
        now = int(time.time() * 1000)
        changes = []
        for place, todo in enumerate(todos):
            todo = {"title": todo} if isinstance(todo, str) else dict(todo)
            wall = now - todo.pop("age", 60_000 + 10 * (len(todos) - place))
            stamp = self.stamp(wall)
            names = {"done": False, "origin": "own", "createdAt": wall, **todo}
            tags = names.pop("tags", [])
            fields = {name: [value, stamp] for name, value in names.items()}
            fields.update({f"tag:{tag}": [True, stamp] for tag in tags})
            changes.append({"kind": "todo", "id": uuid7(wall), "fields": fields})
        for start in range(0, len(changes), 1_000):
            self.sync(changes[start : start + 1_000])
        return [change["id"] for change in changes]

    def change(self, todo, **fields):
        """One change of one to-do, as another device makes it."""
        stamp = self.stamp(time.time() * 1000)
        sent = {name: [value, stamp] for name, value in fields.items()}
        self.sync([{"kind": "todo", "id": todo, "fields": sent}])

    def sync(self, changes):
        body = {"device": uuid7(0), "cursor": 0, "limit": 1, "changes": changes}
        status, answer = self.server.request("POST", "/api/v1/sync", body, self.token)
        assert status == 200 and answer["rejected"] == [], answer

    def todos(self):
        """Title to to-do, as the server has them."""
        found, after = {}, ""
        while True:
            status, answer = self.server.request("GET", f"/api/v1/todos?limit=500{after}", token=self.token)
            assert status == 200, answer
            found.update({todo["title"]: todo for todo in answer["items"]})
            if not answer.get("next"):
                return found
            after = f"&after={answer['next']}"

    def wait_until(self, wanted, seconds=8):
        """Waits until the server's to-dos are as wanted; answers them."""
        end = time.monotonic() + seconds
        while True:
            todos = self.todos()
            if wanted(todos):
                return todos
            assert time.monotonic() < end, todos
            time.sleep(0.05)


def uuid7(wall):
    raw = bytearray(int(wall).to_bytes(6, "big") + os.urandom(10))
    raw[6] = 0x70 | raw[6] & 0x0F
    raw[8] = 0x80 | raw[8] & 0x3F
    text = raw.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
