"""Fingers and the mouse, by real touch points."""

import itertools
import math
import time

from playwright.sync_api import expect

# The pixels after which a finger that has come down is no long press, and somewhat less than the seconds of a long press.
IS_MOVING = 8
LONG_PRESS = 0.25

# Until an element has been at the same place for three frames.
AT_REST = """element => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('it does not come to rest')), 60000);
  let [place, frames] = [NaN, 0];
  requestAnimationFrame(function look() {
    const { x, y } = element.getBoundingClientRect();
    frames = x + y === place ? frames + 1 : 0;
    place = x + y;
    if (frames < 3) requestAnimationFrame(look);
    else resolve();
  });
})"""


class Hand:
    """How a person touches a row."""

    def _touch(self, kind, *points, at=None):
        """`at`: the moment that the event states, in seconds since 1970; else the one at which it arrives."""
        if self._cdp is None:
            self._cdp = self.page.context.new_cdp_session(self.page)
        event = {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        if at is not None:
            event["timestamp"] = at
        self._cdp.send("Input.dispatchTouchEvent", event)

    def _come_down(self, *places):
        """A finger comes down and begins to move. It begins again if the test was stopped so long that this was a long press."""
        for _ in range(20):
            began = time.monotonic()
            for kind, place in zip(itertools.chain(["touchStart"], itertools.repeat("touchMove")), places):
                self._touch(kind, place)
            if len(places) == 1 or time.monotonic() - began < LONG_PRESS:
                return
            self._touch("touchCancel")
            self.settle()
            if self.menu.count():
                self.press("Escape")
                expect(self.menu).to_have_count(0)
        raise AssertionError("this machine is too slow for a finger that moves")

    def swipe(self, title, direction, distance=None, let_go=True):
        """A finger on the row, moving sideways by real touch points: to the right as far as marks it, or by a part of its width."""
        box = self.box(title)
        if distance is None:
            distance = 0.7 if direction == "left" else min(0.45, 250 / box["width"])
        sign = 1 if direction == "right" else -1
        start = box["x"] + box["width"] * (0.15 if sign > 0 else 0.85)
        self.drag(start, box["y"] + box["height"] / 2, sign * box["width"] * distance, 0, let_go=let_go)

    def drag(self, x, y, by_x, by_y, steps=12, let_go=True):
        """A finger that comes down at x, y and goes by_x, by_y further, some 200 ms in all."""
        places = [(x + by_x * step / max(1, steps), y + by_y * step / max(1, steps)) for step in range(steps + 1)]
        first = next((step for step in range(steps) if math.dist(places[0], places[step]) > IS_MOVING), steps)
        self._come_down(*places[: first + 1])
        for place in places[first + 1 :]:
            self._touch("touchMove", place)
            time.sleep(0.016)
        if let_go:
            self._touch("touchEnd")

    def let_go(self):
        self._touch("touchEnd")

    def box(self, title):
        """Where the row lies, once it lies still: rows close up when one leaves."""
        row = self.row(title)
        self.at_rest(row)
        return row.bounding_box()

    def at_rest(self, element):
        element.evaluate(AT_REST)

    def long_press(self, title):
        """A finger that stays on a row until the menu is there."""
        self.long_press_in(self.box(title))

    def long_press_in(self, box):
        self._touch("touchStart", (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        self.menu.wait_for()
        self._touch("touchEnd")

    def open_row_menu(self, title):
        """As a hand does: with a long press, or by the row's own button."""
        if self.touch:
            self.long_press(title)
        else:
            self.row(title).hover()
            self.row(title).locator(".row-more").click()

    def mouse_drag(self, title, by_x):
        box = self.box(title)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + by_x, y, steps=12)
        self.page.mouse.up()
