"""What shows over and beside the lists, what is heard, and waiting."""

import re

from playwright.sync_api import expect

import accessibility


class Window:
    """What a person sees and hears."""

    @property
    def toast(self):
        return self.page.locator(".toast:not(.leaving)")

    def hold_toast(self):
        """Points at the message: it stays as long as the pointer is there."""
        self.toast.hover()

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
        return self.page.locator(".banner:not(:empty)")  # the line is there before its text

    @property
    def count(self):
        return self.page.locator(".count")

    def focused(self, attribute="id"):
        return self.page.evaluate("name => document.activeElement && document.activeElement.getAttribute(name)", attribute)

    def text_of(self, selector):
        return re.sub(r"\s+", " ", self.page.locator(selector).inner_text()).strip()

    def hears(self, text):
        """Waits until the live region has this text."""
        expect(self.page.locator("#polite")).to_have_text(text)

    def outlast(self, milliseconds):
        """Waits until each timer of the tab that was to fire within this time has fired.

        The tab sets one more timer and waits for that. On a loaded machine all of them are late, in the same order.
        """
        self.page.evaluate("span => new Promise(done => setTimeout(done, span))", milliseconds)

    def slow_down(self, rate):
        """The processor of this tab is that many times slower, until another rate is set."""
        self.page.context.new_cdp_session(self.page).send("Emulation.setCPUThrottlingRate", {"rate": rate})

    def settle(self):
        """Waits until nothing moves in the document."""
        accessibility.wait_until_still(self.page)

    def look_again(self):
        """Comes back to the tab, which then asks the server."""
        self.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
