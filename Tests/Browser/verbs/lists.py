"""The lists: adding, finding, marking, filters, orders and the ways to other lists."""

import re

from playwright.sync_api import TimeoutError, expect


class Lists:
    """What a person does with the rows of a list."""

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
        """Presses the circle of a row. A row that was just marked may go among the completed ones in that moment."""
        for _ in range(6):
            self.reveal(title)
            try:
                return self.row(title).locator(".check").click(timeout=10_000)
            except TimeoutError:
                if self.row(title).count():
                    raise
        raise AssertionError(f"“{title}” does not stay")

    def complete(self, title):
        """Marks an open to-do, and unfolds the completed ones once it is among them and stays where it is."""
        self.check(title)
        fold = self.page.locator(".fold")
        fold.wait_for()
        if fold.get_attribute("aria-expanded") == "false":
            fold.click()
        self.is_done(title)

    def is_done(self, title, done=True):
        """Waits until the row shows so. It is looked at once: a moment later it may be among the completed ones."""
        self.reveal(title, done)

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
        """Waits for the part of the web app that moves rows and photos, which is loaded when there are some."""
        expect(self.page.locator("[host-reorders]").last).to_be_attached()

    def open_order_menu(self):
        self.page.get_by_role("button", name="Sort", exact=True).click()

    def show_completed(self):
        """Unfolds the completed to-dos by the menu of orders, whether there are any or not."""
        self.open_order_menu()
        self.page.get_by_role("menuitemcheckbox", name="Show done").click()
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
