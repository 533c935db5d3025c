"""Writing a to-do."""

from playwright.sync_api import expect

# What an open sheet shows, whether its title has the focus, and whether the document still gets frames.
SHEET = """async () => {
  const sheet = document.querySelector('.sheet');
  const [title, save] = ['#editor-title', '[type=submit]'].map(selector => sheet && sheet.querySelector(selector));
  const frame = new Promise(resolve => requestAnimationFrame(() => resolve('frames come')));
  const none = new Promise(resolve => setTimeout(() => resolve('no frames come'), 2000));
  return [sheet && sheet.className, sheet && sheet.innerText, title && title.value, title === document.activeElement,
    save && save.outerHTML, await Promise.race([frame, none])];
}"""


class Editor:
    """What a person does in the editor of a to-do."""

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
        """Waits until the row of the deadline or the reminder has this text."""
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
        self.at_rest(self.editor.locator(".sheet-bar"))
        self.page.click(".sheet-bar [type=submit]")
        try:
            expect(self.page.locator(".sheet")).to_have_count(0)
        except AssertionError as error:
            raise AssertionError(f"the sheet stays: {self.page.evaluate(SHEET)}") from error

    def close_editor(self):
        self.page.locator(".sheet").get_by_role("button", name="Close").click()
