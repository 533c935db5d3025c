"""What a person does at the page, as verbs. Tests read as stories told with them."""

import itertools
import re
import time

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

    # Coming in

    def open(self, path="/"):
        self.page.goto(self.server.url + path)
        self.page.wait_for_selector("html[data-screen]")
        return self

    def fill(self, **fields):
        for name, text in fields.items():
            self.page.fill(f"form [name={name}]", text)

    def send(self):
        self.page.click("form [type=submit]")

    def sign_up(self):
        self.open("/sign-up")
        account = self.account
        self.fill(name=account.name, mobile=account.mobile, email=account.email)
        self.fill(password=account.password, again=account.password)
        self.send()
        self.wait_for_list()
        return self

    def sign_in(self, login=None, password=None):
        self.open("/sign-in")
        self.fill(login=login or self.account.email, password=password or self.account.password)
        self.send()
        self.wait_for_list()
        return self

    def wait_for_list(self):
        self.page.wait_for_selector("html[data-screen=list]")

    # The list

    def add(self, *titles):
        for title in titles:
            self.page.fill(".quick-add input", title)
            self.page.press(".quick-add input", "Enter")
            self.row(title).wait_for()

    def row(self, title):
        return self.page.locator(".row:not(.leaving)", has=self.page.get_by_text(title, exact=True)).first

    def key(self, title):
        return self.row(title).get_attribute("data-key")

    def titles(self):
        return self.page.locator(".row:not(.leaving) .title").all_inner_texts()

    def check(self, title):
        self.row(title).locator(".check").click()

    def search(self, text):
        self.page.fill(".search input", text)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    # The hand

    def swipe(self, title, direction, distance=0.7, let_go=True):
        """A finger on the row, moving sideways by real touch points."""
        box = self.row(title).bounding_box()
        sign = 1 if direction == "right" else -1
        start = box["x"] + box["width"] * (0.15 if sign > 0 else 0.85)
        self.drag(start, box["y"] + box["height"] / 2, sign * box["width"] * distance, 0, let_go=let_go)

    def drag(self, x, y, by_x, by_y, steps=12, let_go=True):
        """A finger that comes down at x, y and goes by_x, by_y further, some 200 ms in all."""
        touches = self.page.context.new_cdp_session(self.page)

        def touch(kind, points):
            touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", [{"x": x, "y": y}])
        for step in range(1, steps + 1):
            touch("touchMove", [{"x": x + by_x * step / steps, "y": y + by_y * step / steps}])
            time.sleep(0.016)
        if let_go:
            touch("touchEnd", [])
        touches.detach()

    def long_press(self, title):
        box = self.row(title).bounding_box()
        touches = self.page.context.new_cdp_session(self.page)
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touches.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        time.sleep(0.7)
        touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touches.detach()

    def mouse_drag(self, title, by_x):
        box = self.row(title).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + by_x, y, steps=12)
        self.page.mouse.up()

    # What is there to see

    def toast(self):
        return self.page.locator("[data-region=toast]")

    def text_of(self, selector):
        return re.sub(r"\s+", " ", self.page.locator(selector).inner_text()).strip()
