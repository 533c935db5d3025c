"""Opening Daybook, signing up, in and out."""

import time

from playwright.sync_api import expect

from records import Records


class Session:
    """How a person comes to the list, and leaves."""

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
        """Fills the form with valid values, except for those that are given."""
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
        """Signs in at the visible form, without loading the tab again."""
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
        """Waits until the question of logging out shows that nothing waits; stays."""
        self.open_account_menu()
        self.page.get_by_role("menuitem", name="Log out").click()
        expect(self.alert).to_contain_text("stay safe on the server")
        self.alert.get_by_role("button", name="Stay").click()
        expect(self.alert).to_have_count(0)

    @property
    def token(self):
        """The session that the browser holds; no script of the web app can see it."""
        (token,) = [c["value"] for c in self.page.context.cookies() if c["name"] in ("daybook", "__Host-daybook")]
        return token

    def another_tab(self):
        """The same browser's next tab, at sign-in or at the list."""
        other = type(self)(self.page.context.new_page(), self.server, self.touch)
        other.account, other.records, other.waits_for_rest = self.account, self.records, self.waits_for_rest
        return other.open()

    def turn_here(self):
        """Brings this tab to the front, as one does before working in it: what is behind moves slowly."""
        self.page.bring_to_front()
        return self

    def pause(self, seconds):
        """Waits; what the tab asks for meanwhile through a route of the test is answered."""
        if self.page.is_closed():
            time.sleep(seconds)
        else:
            self.page.wait_for_timeout(seconds * 1000)

    def keep_app(self):
        """From now on the web app's own files come from the device, as an installed app's do; the rest does not."""
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
        """Waits for the list, and for what comes after its first frame: gestures, layers, photos and the rest of the module."""
        whole = "[host-whole]" if self.waits_for_rest else ""
        self.page.locator(f"html[data-screen=home][host-second]{whole}").wait_for()
        self.page.locator(".large-title").wait_for()

    def reload(self):
        self.page.reload()
        self.wait_for_list()
