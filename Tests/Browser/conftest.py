"""Fixtures: a server for the whole run, and a person at a phone, a tablet or a desktop."""

import os
import re
import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

from days import wait_for_midnight
from person import Person
from server import Server
from webkit import IS_INSTALLED, WebKit

pytest_plugins = ["runs"]

# The milliseconds for which a test waits for an event: long enough for three browsers on two slow cores. A test that
# passes never waits so long.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)

SIZES = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}


# The shell is Chromium without windows of its own. It runs a document in the same way, and needs two thirds of the processor.
SHELL = "chromium-headless-shell"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def chromium_path(*names):
    """The first of these programs that is installed, or the one that DAYBOOK_CHROMIUM names."""
    path = os.environ.get("DAYBOOK_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not path:
        pytest.exit("no Chromium found; scripts/install.sh test installs it, DAYBOOK_CHROMIUM names another")
    return path


def _is_fault(message, has_bad_network, server):
    """Whether a message is an error. Browsers also report refused calls and a lost network, which tests cause on purpose."""
    gone = "INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|CONNECTION_CLOSED|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE"
    # A server that is killed may be within an answer.
    gone += "|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH"
    expected = rf"responded with a status of (401|409|422)|net::ERR_({gone})"
    if getattr(server, "has_stopped", False):
        # What is under way as it ends has this answer.
        expected += "|status of 503"
    if has_bad_network:
        # Chromium names the error by the part of the answer that is damaged, which may be any.
        expected += "|^Failed to load resource: net::ERR_"
    # A photo's record may come before its bytes: that they are not there yet is an answer.
    if "/api/v1/photos/" in message.location.get("url", ""):
        expected += "|status of 404"
    return message.type == "error" and not re.search(expected, message.text)


@pytest.fixture(autouse=True)
def one_day():
    """No test lives through two days of the people in it."""
    wait_for_midnight()


@pytest.fixture(scope="session")
def server():
    server = Server().start()
    yield server
    server.remove()


@pytest.fixture
def own_server():
    """A server that this test may stop and start."""
    server = Server().start()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def launch():
    """Starts Chromium, with a profile that lasts when a folder is named."""
    with sync_playwright() as playwright:
        # No sandbox: it cannot be made as root, and the documents are our own.
        def start(profile=None, programs=(SHELL, *CHROMIUM), **more):
            options = {"executable_path": chromium_path(*programs), "args": ["--no-sandbox"], "timeout": 3 * PATIENCE}
            if profile:
                context = playwright.chromium.launch_persistent_context(profile, **options, **more)
                context.set_default_timeout(PATIENCE)
                return context
            return playwright.chromium.launch(**options)

        yield start


@pytest.fixture(scope="session")
def browser(launch):
    browser = launch()
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def notifying_browser(launch):
    """The whole Chromium: its shell shows no notifications."""
    browser = launch(programs=CHROMIUM)
    yield browser
    browser.close()


@pytest.fixture
def people(browser, request):
    """Makes persons: `people("phone", server)`; each has a browser profile of their own."""
    contexts, faults = [], []
    has_bad_network = request.node.get_closest_marker("bad_network") is not None

    def make(size, server, **options):
        keeps_app = options.pop("service_workers", "block") == "allow"
        chosen = options.pop("browser", browser)
        context = chosen.new_context(**{"locale": "en-GB", "timezone_id": "Asia/Kolkata", **SIZES[size], **options})
        if not keeps_app:
            # A browser has no service workers in a document without TLS. Playwright's own "block" leaves a `register` that
            # never answers.
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.on("console", lambda message: _is_fault(message, has_bad_network, server) and faults.append(message.text))
        return Person(context.new_page(), server, touch=SIZES[size].get("has_touch", False))

    yield make
    for context in contexts:
        context.close()
    if not request.node.get_closest_marker("allows_errors"):
        assert faults == [], "the web app logged errors"


@pytest.fixture(params=SIZES)
def person(request, people, server):
    """Somebody signed up and at the list, at each of the three sizes in turn."""
    return people(request.param, server).sign_up()


@pytest.fixture
def phone(people, server):
    return people("phone", server).sign_up()


@pytest.fixture
def tablet(people, server):
    return people("tablet", server).sign_up()


@pytest.fixture
def desktop(people, server):
    return people("desktop", server).sign_up()


@pytest.fixture
def phone_with(people, server):
    """Signs somebody in at a phone, to a list with these to-dos: `phone_with("Buy milk", {"title": …})`."""
    return lambda *todos: people("phone", server).arrive(*todos)


@pytest.fixture
def desktop_with(people, server):
    return lambda *todos: people("desktop", server).arrive(*todos)


@pytest.fixture
def window(request):
    """A WebKitGTK window; a test asks for a dark one by `@pytest.mark.parametrize("window", ["dark"], indirect=True)`."""
    if not IS_INSTALLED:
        pytest.skip("WebKitGTK's driver is not installed (scripts/install.sh test)")
    with WebKit(dark=getattr(request, "param", "light") == "dark") as window:
        yield window
