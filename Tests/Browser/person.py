"""The verbs of a person at the page. Tests read as stories that use them."""

import itertools
import re
import time

from playwright.sync_api import expect

import accessibility
from records import Records

_numbers = itertools.count(1)

PASSWORD = "cobalt#RIVER27"

# Until an element has been at the same place for three frames.
AT_REST = """async element => {
  const frame = () => new Promise(requestAnimationFrame);
  for (let place = NaN, frames = 0; frames < 3;) {
    await frame();
    const { x, y } = element.getBoundingClientRect();
    frames = x + y === place ? frames + 1 : 0;
    place = x + y;
  }
}"""


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
        self.page.locator("html[data-screen=form], html[data-screen=home]").wait_for()
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

    def come_in(self, login=None, password=None):
        """Signs in at the visible form, without loading the page again."""
        self.try_to_come_in(login, password)
        self.wait_for_list()
        return self

    def try_to_come_in(self, login=None, password=None):
        self.fill(login=login or self.account.email, password=password or self.account.password)
        self.send()

    def log_out(self):
        self.open_account_menu()
        self.page.get_by_role("menuitem", name="Log out").click()
        self.alert.get_by_role("button", name="Log out").click()
        self.page.locator("#login").wait_for()

    def wait_until_synced(self):
        """Until the question of logging out says that nothing waits; stays."""
        self.open_account_menu()
        self.page.get_by_role("menuitem", name="Log out").click()
        expect(self.alert).to_contain_text("stay safe on the server")
        self.alert.get_by_role("button", name="Stay").click()
        expect(self.alert).to_have_count(0)

    @property
    def token(self):
        """The session that the browser holds; no script of the page can see it."""
        (token,) = [c["value"] for c in self.page.context.cookies() if c["name"] in ("daybook", "__Host-daybook")]
        return token

    def another_tab(self):
        """The same browser's next tab, at sign-in or at the list."""
        other = Person(self.page.context.new_page(), self.server, self.touch)
        other.account, other.records = self.account, self.records
        return other.open()

    def turn_here(self):
        """Brings this tab to the front, as one does before working in it: what is behind moves slowly."""
        self.page.bring_to_front()
        return self

    def pause(self, seconds):
        """Waits; what the page asks for meanwhile through a route of the test is answered."""
        if self.page.is_closed():
            time.sleep(seconds)
        else:
            self.page.wait_for_timeout(seconds * 1000)

    def keep_app(self):
        """From now on the page's own files come from the device, as an installed app's do; the rest does not."""
        # All files are fetched now: a file that is first needed later could find no server.
        paths = ["/", *("/" + name for name in self.server.files() if name not in ("index.html", "sw.js"))]
        kept = {path: self.page.context.request.get(self.server.url + path) for path in paths}

        def serve(route):
            path = route.request.url[len(self.server.url) :]
            if path.startswith("/api/"):
                return route.continue_()
            return route.fulfill(response=kept[path if "." in path else "/"])

        self.page.context.route(self.server.url + "/**", serve)
        self.reload()

    def arrive(self, *todos, list="All"):
        """Signs in to an account that holds these to-dos already: titles, or dictionaries of fields.

        A device that is new to an account opens on Today if something is due; `list` is the one to go on with.
        """
        self.records = Records(self.server, self.account, self.pause)
        if todos:
            self.records.seed(todos)
        self.sign_in()
        if todos:
            self.page.locator("[data-row]").first.wait_for()
        if list and self.page.title().startswith("Today"):
            self.filter(list)
            # The buttons beside the title move as the list changes.
            self.page.locator(".large-title", has_not_text="Today").wait_for()
        return self

    def wait_for_list(self):
        self.page.locator("html[data-screen=home]").wait_for()
        self.page.locator(".large-title").wait_for()

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
        self.reveal(title)
        self.row(title).locator(".check").click()

    def is_done(self, title, done=True):
        self.reveal(title, done)
        expect(self.row(title).locator(".check")).to_have_attribute("aria-checked", "true" if done else "false")

    def reveal(self, title, done=None):
        """Waits for a row, and unfolds the completed to-dos if it is not among the others."""
        self.page.wait_for_function(
            """([title, done]) => {
                const rows = [...document.querySelectorAll('[data-row]:not([host-part])')];
                const row = rows.find(one => one.querySelector('.row-title').textContent === title);
                if (row) return done === null || row.querySelector('.check').getAttribute('aria-checked') === String(done);
                const fold = document.querySelector('.fold[aria-expanded=false]');
                if (fold) fold.click();
                return false;
            }""",
            arg=[title, done],
        )

    def search(self, text):
        self.page.fill("#search", text)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def choose_order(self, label):
        self.open_order_menu()
        self.page.get_by_role("menuitemradio", name=label, exact=True).click()

    def can_reorder(self):
        """Waits for the part of the page that moves rows and photos, which is loaded when there are some."""
        expect(self.page.locator("[host-reorders]").last).to_be_attached()

    def open_order_menu(self):
        self.page.get_by_role("button", name="Sort", exact=True).click()

    def show_completed(self):
        """Unfolds the completed to-dos by the menu of orders, whether there are any or not."""
        self.open_order_menu()
        self.page.get_by_role("menuitemcheckbox", name="Show completed").click()
        expect(self.menu).to_have_count(0)

    def filter(self, label):
        """A chip on a phone, an entry of the sidebar elsewhere."""
        places = self.page.locator(".chip, .sidebar-item")
        places.filter(has_text=re.compile(f"^{re.escape(label)}\\s*\\d*$"), visible=True).first.click()

    def open_account_menu(self):
        self.account_button.click()

    @property
    def account_button(self):
        """At the foot of the sidebar, or in the bar of a phone."""
        return self.page.locator(".sidebar-foot [aria-haspopup=menu], .bottom-bar [aria-haspopup=menu]").filter(visible=True)

    def go_to(self, section):
        """One of the two lists, from the sidebar or from the bar of a phone."""
        entries = self.page.get_by_role("navigation").get_by_role("button")
        entries.filter(has_text=re.compile(f"^{re.escape(section)}\\d*$"), visible=True).first.click()

    # One's account

    @property
    def account_page(self):
        return self.page.locator("dialog.screen[open]")

    def open_account_page(self):
        self.open_account_menu()
        self.page.get_by_role("menuitem", name="Account and devices").click()
        self.account_page.wait_for()

    def open_settings(self):
        self.open_account_menu()
        self.page.get_by_role("menuitem", name="Settings").click()
        self.account_page.wait_for()

    def open_reminders(self):
        self.open_account_menu()
        self.page.get_by_role("menuitem", name="Reminders").click()
        self.account_page.wait_for()

    def close_account_page(self):
        self.press("Escape")
        expect(self.account_page).to_have_count(0)

    def open_form(self, button):
        """Opens a form of the account screen."""
        self.account_page.get_by_role("button", name=button, exact=True).click()
        self.account_page.locator("form").wait_for()

    def change_password(self, new):
        self.open_form("Change password")
        self.fill(current=self.account.password, new=new, newAgain=new)
        self.send()
        expect(self.account_page.locator(".form-notice")).to_contain_text("Your password is changed.")
        self.account.password = new

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
            self.press("Shift+N")
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

    def open_when(self, field):
        """Opens the panel of the deadline or the reminder, and answers it."""
        button = self.page.locator(f"#editor-{field}")
        if button.get_attribute("aria-expanded") == "false":
            button.click()
        panel = self.page.locator(f".field[data-key={field}] .when-panel")
        panel.wait_for()
        return panel

    def say_when(self, field, words):
        self.open_when(field)
        self.page.fill(f"#editor-{field}Typed", words)

    def pick_day(self, day, within):
        """Picks a day in a calendar, by the buttons that lead to its month."""
        cell = within.get_by_role("gridcell", name=f"{day:%A}, {day.day} {day:%B} {day.year}", exact=True)
        month = within.locator(".calendar-month")
        for _ in range(12):
            if cell.count():
                break
            shown = month.text_content()
            within.get_by_role("button", name="Next month").click()
            expect(month).not_to_have_text(shown)
        cell.click()

    def pick_time(self, field, label):
        self.page.select_option(f"#editor-{field}-time", label=label)

    def shows_when(self, field, text):
        """Waits until the row of the deadline or the reminder says so."""
        expect(self.page.locator(f"#editor-{field}")).to_contain_text(text)

    def repeat_by_choice(self):
        """Every two weeks on Monday and Wednesday, three times: no entry of the menu."""
        self.say_when("deadline", "monday")
        self.page.select_option("#editor-repeat", label="Custom")
        self.page.fill("#repeat-interval", "2")
        self.page.press("#repeat-interval", "Tab")
        self.page.get_by_role("button", name="Wednesday", exact=True).click()
        self.page.select_option("#repeat-end", label="after a number of times")
        self.page.fill("#repeat-count", "3")
        self.page.press("#repeat-count", "Tab")
        expect(self.page.locator(".repeat-words")).to_contain_text("Every 2 weeks on Monday and Wednesday, 3 times")

    def save(self):
        self.page.click(".sheet-bar [type=submit]")
        expect(self.page.locator(".sheet")).to_have_count(0)

    def close_editor(self):
        self.page.locator(".sheet").get_by_role("button", name="Close").click()

    # The hand

    def _touch(self, kind, *points, at=None):
        """`at`: the moment that the event says it happened, in seconds since 1970; else the one at which it arrives."""
        if self._cdp is None:
            self._cdp = self.page.context.new_cdp_session(self.page)
        event = {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        if at is not None:
            event["timestamp"] = at
        self._cdp.send("Input.dispatchTouchEvent", event)

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
        self._touch("touchStart", (x, y))
        for step in range(1, steps + 1):
            self._touch("touchMove", (x + by_x * step / steps, y + by_y * step / steps))
            time.sleep(0.016)
        if let_go:
            self._touch("touchEnd")

    def let_go(self):
        self._touch("touchEnd")

    def box(self, title):
        """Where the row lies, once it lies still: rows close up when one leaves."""
        row = self.row(title)
        row.evaluate(AT_REST)
        return row.bounding_box()

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

    def look_again(self):
        """Comes back to the page, which then asks the server."""
        self.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")

    # The page

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
    def alert(self):
        """A question."""
        return self.page.locator("dialog.alert[open]")

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

    def outlast(self, milliseconds):
        """Waits until each timer of the page that was to fire within this time has fired.

        The page sets one more timer and waits for that. On a loaded machine all of them are late, in the same order.
        """
        self.page.evaluate("span => new Promise(done => setTimeout(done, span))", milliseconds)

    def settle(self):
        """Waits until nothing moves on the page."""
        accessibility.wait_until_still(self.page)
