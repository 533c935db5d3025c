"""The account, the settings and the reminders."""

from playwright.sync_api import expect


class UpperScreens:
    """What a person does on the screens above the list."""

    @property
    def account_screen(self):
        return self.page.locator("dialog.screen[open]")

    def open_account_screen(self):
        self.open_account_menu()
        self.page.get_by_role("menuitem", name="Account and devices").click()
        self.account_screen.wait_for()

    def open_settings(self):
        self.open_account_menu()
        self.page.get_by_role("menuitem", name="Settings").click()
        self.account_screen.wait_for()

    def open_reminders(self):
        self.open_account_menu()
        self.page.get_by_role("menuitem", name="Reminders").click()
        self.account_screen.wait_for()

    def close_account_screen(self):
        self.press("Escape")
        expect(self.account_screen).to_have_count(0)

    def open_form(self, button):
        """Opens a form of the account screen."""
        self.account_screen.get_by_role("button", name=button, exact=True).click()
        self.account_screen.locator("form").wait_for()

    def change_password(self, new):
        self.open_form("Change password")
        self.fill(current=self.account.password, new=new, newAgain=new)
        self.send()
        expect(self.account_screen.locator(".form-notice")).to_contain_text("Password changed.")
        self.account.password = new
