"""A small WebDriver client, for smoke runs on WebKitGTK: the engine next to Safari's that Debian has."""

import glob
import http.client
import json
import os
import shutil
import subprocess
import tempfile
import time

from accessibility import CONTRAST, CUT_OFF
from person import Account
from records import Records
from server import PATIENCE, free_port

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
IS_INSTALLED = bool(shutil.which("WebKitWebDriver") and shutil.which("Xvfb"))

TITLES = "return [...document.querySelectorAll('.row:not(.leaving) .row-title')].map((e) => e.textContent)"
SORT = ".bar [aria-label=Sort]"
DONE = "return [...document.querySelectorAll('.row.is-done .row-title')].map((e) => e.textContent)"
MOVING = """return document.getAnimations().filter(
  (one) => one.effect.getComputedTiming().iterations !== Infinity && one.playState !== 'finished').length"""

TWO_FRAMES = "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0], 16)))"
# What a click may meet while the document is drawn.
PASSING = ("stale element reference", "element click intercepted", "element not interactable")


class WebKit:
    """A WebKitGTK window on a screen of its own, light or dark; use it in a `with`."""

    def __init__(self, dark=False):
        self.theme = "Adwaita:dark" if dark else "Adwaita"

    def __enter__(self):
        self.home = tempfile.mkdtemp(prefix="daybook-webkit-")
        # It takes the first free display, and reports which.
        told, tells = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(tells), "-screen", "0", "1440x1000x24", "-nolisten", "tcp"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[tells],
        )  # fmt: skip
        os.close(tells)
        with open(told) as line:
            self.display = f":{line.readline().strip()}"
        self.port = free_port()
        environment = {**os.environ, "DISPLAY": self.display, "HOME": self.home, "XDG_RUNTIME_DIR": self.home,
                       "LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_DMABUF_RENDERER": "1", "NO_AT_BRIDGE": "1",
                       "GTK_THEME": self.theme, "TZ": "Asia/Kolkata", "LC_ALL": "C.UTF-8"}  # fmt: skip
        environment.pop("WAYLAND_DISPLAY", None)
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={self.port}"], env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        browsers = glob.glob("/usr/lib/*/webkit2gtk-4*/MiniBrowser")
        options = {"binary": sorted(browsers)[-1], "args": ["--automation"]}
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                self.session = None
                answer = self.call("POST", "/session", {
                    "capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
                self.session = answer["sessionId"]
                return self
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("WebKitWebDriver does not answer")

    def __exit__(self, *_):
        try:
            self.call("DELETE", "")
        except (OSError, RuntimeError, http.client.HTTPException):
            pass
        for process in (self.driver, self.screen):
            process.terminate()
            process.wait(timeout=PATIENCE)
        shutil.rmtree(self.home, ignore_errors=True)

    def call(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        prefix = f"/session/{self.session}" if self.session else ""
        connection.request(method, prefix + path, json.dumps(body) if body is not None else None)
        answer = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{answer['error']}: {answer.get('message')}")
        return answer

    def go(self, url):
        self.call("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait_for(self, selector, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := self.run("return document.querySelector(arguments[0])", selector):
                return found[ELEMENT]
            time.sleep(0.1)
        raise RuntimeError(f"{selector} does not appear:\n{self.run('return document.body.outerHTML')[:3000]}")

    def wait_for_value(self, script, wanted, seconds=PATIENCE):
        """Waits until this script returns a wanted value, or a value for which a function returns true."""
        is_wanted = wanted if callable(wanted) else lambda value: value == wanted
        end = time.monotonic() + seconds
        while not is_wanted(value := self.run(script)):
            if time.monotonic() > end:
                page = self.run("return location.href + document.documentElement.outerHTML.replace(/^.*<body/s, '<body')")
                raise RuntimeError(f"{script} stays {value}:\n{page[:3000]}")
            time.sleep(0.05)

    def type(self, selector, text):
        self.call("POST", f"/element/{self.wait_for(selector)}/value", {"text": text})

    def click(self, selector, seconds=PATIENCE):
        self._click(lambda: self.wait_for(selector), seconds)

    def _click(self, find, seconds):
        """Clicks an element; another that takes its place in that moment is clicked instead, and one that moves later."""
        end = time.monotonic() + seconds
        while True:
            try:
                self.call("POST", f"/element/{find()}/click", {})
                return
            except RuntimeError as error:
                if not str(error).startswith(PASSING) or time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def choose(self, words, seconds=PATIENCE):
        """Clicks the button or entry that shows with exactly these words, the topmost if there are several."""
        self._click(lambda: self._shown(words, seconds), seconds)

    def _shown(self, words, seconds):
        find = """return [...document.querySelectorAll('button,[role=menuitem]')].filter(
          (e) => e.textContent.trim() === arguments[0] && e.offsetParent && !e.closest('[inert],.leaving')).pop() || null"""
        end = time.monotonic() + seconds
        while not (found := self.run(find, words)):
            if time.monotonic() > end:
                raise RuntimeError(f"nothing shows with the words {words}")
            time.sleep(0.05)
        return found[ELEMENT]

    def press(self, key):
        actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def pick(self, selector, value):
        """Another entry of a menu by its words, or another number or day: what a finger does in the system's own window."""
        self.wait_for(selector)
        script = """const field = document.querySelector(arguments[0]);
          const entry = [...field.options || []].find(option => option.textContent === arguments[1]);
          field.value = entry ? entry.value : arguments[1];
          field.dispatchEvent(new Event('change', { bubbles: true }));"""
        self.run(script, selector, value)

    def resize(self, width, height):
        self.call("POST", "/window/rect", {"x": 0, "y": 0, "width": width, "height": height})

    def finger(self, x, y, by_x, steps=10):
        """A touch pointer that goes sideways; WebKitGTK hands it to the document as pointer events."""
        moves = [
            {"type": "pointerMove", "duration": 20, "x": round(x + by_x * step / steps), "y": round(y)}
            for step in range(1, steps + 1)
        ]
        actions = [{"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)},
                   {"type": "pointerDown", "button": 0}, *moves, {"type": "pointerUp", "button": 0}]  # fmt: skip
        self.call("POST", "/actions", {"actions": [
            {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": actions}]})

    # The verbs of a person at Daybook

    def sign_up(self, server):
        account = Account()
        self.go(server.url + "/sign-up")
        for name in ("name", "mobile", "email", "password"):
            self.type(f"form [name={name}]", getattr(account, name))
        self.type("form [name=passwordAgain]", account.password)
        self.click("form [type=submit]")
        self.wait_for("html[data-screen=home] .large-title")
        return account

    def arrive(self, server, *todos):
        """Signs in to an account that holds these to-dos already; answers what the server has of it."""
        account = Account()
        records = Records(server, account)
        records.seed(todos)
        self.go(server.url + "/sign-in")
        self.type("form [name=login]", account.email)
        self.type("form [name=password]", account.password)
        self.click("form [type=submit]")
        self.wait_for("html[data-screen=home] [data-row]")
        return records

    def add(self, title):
        self.type("#quick-add", title + "\ue007")

    def sees(self, *titles):
        """Waits until exactly these to-dos show, in this order."""
        self.wait_for_value(TITLES, list(titles))

    def settle(self):
        """Waits until nothing moves in the document. What was asked for just now begins its motion with a later frame."""
        self.call("POST", "/execute/async", {"script": TWO_FRAMES, "args": []})
        self.wait_for_value(MOVING, 0)

    def complaints(self):
        """Texts that do not stand out enough or are cut off."""
        self.settle()
        return self.run(f"return ({CONTRAST})()") + self.run(f"return ({CUT_OFF})()")
