"""The notebooks of one person on several machines, which sync with one server."""

import json

from person import Account
from test_notebook import Notebook

UNREACHABLE, SIGNED_OUT, REFUSED = 3, 4, 5


class Devices:
    """Notebooks of one person, each in a folder of its own, as on different machines."""

    def __init__(self, server, folder):
        self.server, self.folder, self.account = server, folder, Account()

    def new(self, name):
        return Notebook(self.folder / name)

    def signed_up(self, name="first", server=None):
        notebook = self.new(name)
        account = self.account
        fields = ["--name", account.name, "--mobile", account.mobile, "--email", account.email]
        notebook("signup", (server or self.server).url, *fields, "--password-stdin", input=account.password + "\n")
        return notebook

    def signed_in(self, name, *arguments, server=None, **options):
        notebook = self.new(name)
        self.sign_in(notebook, *arguments, server=server, **options)
        return notebook

    def sign_in(self, notebook, *arguments, server=None, **options):
        login = ["login", (server or self.server).url, "--user", self.account.email, "--password-stdin"]
        return notebook(*login, *arguments, input=self.account.password + "\n", **options)


def synced(notebook, code=0):
    return json.loads(notebook("sync", "--json", code=code).stdout)["sync"]
