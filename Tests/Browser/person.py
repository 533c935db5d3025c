"""The verbs of a person at the web app. Tests read as stories that use them; `verbs` has them by what they are about."""

import itertools

from verbs.editor import Editor
from verbs.hand import Hand
from verbs.lists import Lists
from verbs.screens import UpperScreens
from verbs.session import Session
from verbs.window import Window

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


class Person(Session, Lists, UpperScreens, Editor, Hand, Window):
    """A person at a tab of a browser."""

    def __init__(self, page, server, touch):
        self.page = page
        self.server = server
        self.touch = touch
        self.account = Account()
        self.records = None
        self.waits_for_rest = True
        self._cdp = None
