"""Makes docs/screenshots from the running app: the release build, a fresh account, a week of to-dos and notes.

    scripts/screenshots.py                  all pictures
    scripts/screenshots.py editor ringing   those alone

DAYBOOK_BINARY names another build.
"""

import hashlib
import io
import json
import os
import sys
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
os.environ["FONTCONFIG_FILE"] = str(ROOT / "scripts" / "fonts.conf")
sys.path[:0] = [str(ROOT / "Benchmarks"), str(ROOT / "Tests" / "Browser"), str(ROOT / "Tests" / "Process")]

from days import day  # noqa: E402
from landscapes import landscape  # noqa: E402
from notes import Notes  # noqa: E402
from pages import RELEASE, Person, chromium  # noqa: E402
from PIL import Image  # noqa: E402
from push_service import PushService  # noqa: E402
from server import Server  # noqa: E402

OUT = ROOT / "docs" / "screenshots"

SIZES = {
    "phone": {
        "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True,
    },
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}  # fmt: skip

# Title, detail, tags, days until the deadline, done; the newest last.
WEEK = [
    ("Return the library books", "Three of them, and the atlas.", ["town"], None, True),
    ("Oil the bicycle chain", None, ["home"], None, True),
    ("Write to Grandmother", "Tell her about the garden.", ["family"], 5, False),
    ("Book the train to Mysuru", "Window seats, the early one.", ["travel"], 12, False),
    ("Plant the tomato seeds", None, ["garden", "home"], 3, False),
    ("Read two chapters", "And mark the map.", [], None, False),
    ("Choose a birthday present", None, ["family"], 8, False),
    ("Mend the blue lamp", None, ["home"], None, False),
    ("Call the dentist", "Ask for a morning.", ["health"], 1, False),
    ("Buy stamps and envelopes", None, ["town"], 0, False),
    ("Water the herbs", None, ["garden"], 0, False),
    ("Pay the rent", None, ["home"], -1, False),
]

# Title, description, the photos' lights; the newest last.
NOTES = [
    ("Names for the boat", "Kingfisher, Little Auk, Marigold. Father wants Marigold, and he has painted half of it, so "
     "it will be Marigold. The oars need oil and the third board from the left gives when one steps on it.", []),
    ("The house by the sea", "We have it from the twelfth on. The key hangs behind the blue door, the boat is ours too, "
     "and the neighbour sells eggs in the morning. Bring the long rope and the warm blankets.", ["sea", "desert"]),
    ("What to plant where", "Beans along the wall, where the sun is until four. Tomatoes by the kitchen, basil between "
     "them. The corner under the tree stays as it is: the hedgehog lives there.", ["noon"]),
    ("Three days in the hills", "Up before the sun, and down again with the first lamps. The path over the ridge is "
     "open until the snow comes; take the lower one back, past the two lakes, and do not miss the small bridge.\n\n"
     "- Ask about the hut for October\n- Print the photo of the lake for Grandmother",
     ["dawn", "morning", "autumn", "rain", "dusk", "night", "snow"]),
]


def upload(server, token, data):
    """Stores a photo. Answers its hash."""
    name = hashlib.sha256(data).hexdigest()
    connection = server.connection()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "image/jpeg"}
    connection.request("PUT", f"/api/v1/photos/{name}", data, headers)
    response = connection.getresponse()
    if response.status != 201:
        sys.exit(f"a photo was answered {response.status}: {response.read()}")
    connection.close()
    return name


def write_notes(server, token):
    for title, description, lights in NOTES:
        photos = []
        for light in lights:
            data, small = landscape(light), io.BytesIO()
            Image.open(io.BytesIO(data)).resize((320, 240)).save(small, "JPEG", quality=88)
            photos.append({"sha256": upload(server, token, data), "thumbnail": upload(server, token, small.getvalue())})
        note = {"title": title, "description": description, "photos": photos}
        status, answer = server.request("POST", "/api/v1/notes", note, token)
        if status != 201:
            sys.exit(f"\"{title}\" was answered {status}: {json.dumps(answer)}")


def soon(seconds):
    moment = datetime.now(timezone.utc) + timedelta(seconds=seconds)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def remind_kitchen(server, token, service, todos):
    """The tablet in the kitchen is reminded of each of these, and reports when it showed it."""
    key = server.request("GET", "/api/v1/reminders/key", token=token)[1]["publicKey"]
    tablet = service.subscribe(key)
    body = {"permission": "granted", "subscription": {**tablet.json, "expirationTime": None}}
    server.request("PUT", "/api/v1/reminders/device", body, token)
    for count, todo in enumerate(todos, 1):
        server.request("PATCH", f"/api/v1/todos/{todo}", {"reminder": soon(0.5)}, token)
        due = tablet.wait_accepted(count)[-1].json["due"]
        shown = {"todo": todo, "due": due, "shown": int(time.time() * 1000), "by": "push"}
        server.request("POST", "/api/v1/reminders/shown", shown, token)
        server.request("PATCH", f"/api/v1/todos/{todo}", {"reminder": None}, token)


def made_account(server, service):
    """An account with the week and the notes in it, made through the interface for programs."""
    person = Person(None, server, touch=False)
    account = person.account
    status, answer = server.request("POST", "/api/v1/accounts", {
        "name": account.name, "mobile": account.mobile, "email": account.email, "password": account.password})
    if status != 201:
        sys.exit(f"sign-up answered {status}: {answer}")
    # A second session, beside the one that takes the pictures.
    login = {"login": account.email, "password": account.password, "device": "Kitchen tablet"}
    token = server.request("POST", "/api/v1/sessions", login)[1]["token"]
    server.request("DELETE", "/api/v1/sessions/current", token=answer["token"])
    today = day().replace(hour=23, minute=59, second=0, microsecond=0)
    ids, finished = {}, []
    for title, detail, tags, days, done in WEEK:
        body = {"title": title, "tags": tags}
        if detail:
            body["detail"] = detail
        if days is not None:
            body["deadline"] = (today + timedelta(days=days)).astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        status, todo = server.request("POST", "/api/v1/todos", body, token)
        if status != 201:
            sys.exit(f"\"{title}\" was answered {status}: {todo}")
        ids[title] = todo["id"]
        if done:
            finished.append(todo["id"])
    remind_kitchen(server, token, service, finished)
    for todo in finished:
        server.request("PATCH", f"/api/v1/todos/{todo}", {"done": True}, token)
    write_notes(server, token)
    return account, token, ids


# A browser without a window has no push service to subscribe with; this one subscribes with the tests'.
SUBSCRIBED = """PushManager.prototype.getSubscription = () => Promise.resolve(null);
PushManager.prototype.subscribe = () => Promise.resolve({ toJSON: () => (%s) });"""


class Photographer:
    """A browser of one size and one light, and the pictures it takes."""

    def __init__(self, browser, server, service, made, size, dark=False):
        account, self.token, self.ids = made
        self.server = server
        self.label = f"{size}{'-dark' if dark else ''}"
        context = browser.new_context(
            **SIZES[size], color_scheme="dark" if dark else "light", locale="en-GB", timezone_id="Asia/Kolkata",
            permissions=["notifications"])
        context.add_init_script(SUBSCRIBED % json.dumps(service.subscribe().json))
        self.page = context.new_page()
        self.person = Person(self.page, server, touch=size != "desktop")
        self.person.account = account

    def take(self, name):
        if not self.person.touch:
            self.page.mouse.move(0, 0)
        self.page.wait_for_timeout(450)
        path = OUT / f"{name}-{self.label}.png"
        picture = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        if name not in WITH_PHOTOS:  # 256 colours are as good, and a third of the bytes
            picture = picture.quantize(256, Image.Quantize.MAXCOVERAGE, 3, dither=Image.Dither.NONE)
        picture.save(path, optimize=True)
        print(path.relative_to(ROOT))

    def today(self):
        self.person.filter("Today")
        self.take("today")
        self.person.filter("All")

    def list(self):
        self.take("list")

    def swipe(self):
        self.person.swipe("Call the dentist", "right", 0.45, let_go=False)
        self.page.wait_for_timeout(450)
        self.take("swipe")
        self.page.reload()  # nothing may come of it
        self.person.let_go()
        self.page.wait_for_selector(".row")

    def editor(self):
        self.person.row("Book the train to Mysuru").locator(".row-title").click()
        self.page.wait_for_timeout(300)
        self.page.evaluate("() => document.activeElement.blur()")
        self.take("editor")
        self.person.close_editor()

    def repeat(self):
        self.person.open_editor("Plant the tomato seeds")
        self.person.repeat_by_choice()
        self.page.locator(".repeat-panel").evaluate("panel => panel.scrollIntoView({ block: 'center' })")
        self.page.evaluate("() => document.activeElement.blur()")
        self.take("repeat")
        # The result must be empty.
        self.person.close_editor()
        self.person.press("Control+z")
        self.person.toast.wait_for()
        self.person.wait_until_synced()
        self.person.open()
        self.page.wait_for_selector(".row")

    def words(self):
        self.page.fill("#quick-add", "Water the ferns tomorrow 9am every 3 days #garden")
        self.page.locator(".quick-pieces .chip").nth(2).wait_for()
        self.take("words")
        self.page.fill("#quick-add", "")

    def ringing(self):
        path = f"/api/v1/todos/{self.ids['Call the dentist']}"
        self.server.request("PATCH", path, {"reminder": soon(1)}, self.token)
        self.person.look_again()
        self.page.locator(".ringing").wait_for()
        self.take("ringing")
        self.page.get_by_role("button", name="Dismiss").click()
        self.server.request("PATCH", path, {"reminder": None}, self.token)

    def reminders(self):
        self.person.open("/reminders")
        self.page.get_by_text("Reminders arrive here").wait_for()
        self.page.evaluate("() => document.activeElement.blur()")
        self.take("reminders")
        self.person.open()

    def notes(self):
        Notes(self.person).go()
        self.page.locator(".row-photo[host-loaded]").nth(2).wait_for()
        self.take("notes")

    def note(self):
        title, _, lights = NOTES[-1]
        Notes(self.person).open(title).shows(len(lights))
        self.page.evaluate("() => document.activeElement.blur()")
        self.take("note")

    def gallery(self):
        Notes(self.person).enlarge(1)
        self.page.wait_for_timeout(300)
        self.take("gallery")
        self.person.press("Escape")

    def account(self):
        self.person.open("/account")
        self.page.wait_for_selector(".screen-list li")
        self.page.evaluate("() => document.activeElement.blur()")
        self.take("account")
        self.person.open()

    def sign_up(self):
        self.person.open("/sign-up")
        self.take("sign-up")


# The pictures of the README and of a store page, by size, light and dark.
PICTURES = [
    ("phone", False, ("sign_up", "today", "list", "swipe", "editor", "repeat", "notes", "note", "gallery", "account", "reminders")),
    ("phone", True, ("today", "list", "editor", "repeat", "notes", "note", "account", "reminders")),
    ("tablet", False, ("list", "notes")),
    ("desktop", False, ("today", "list", "words", "editor", "repeat", "notes", "note", "gallery", "account", "reminders")),
    ("desktop", True, ("words", "editor", "repeat", "notes", "note", "account", "reminders")),
    # Last, for what rings shows among the deliveries.
    ("phone", False, ("ringing",)),
    ("phone", True, ("ringing",)),
    ("desktop", False, ("ringing",)),
]
WITH_PHOTOS = {"notes", "note", "gallery"}


def photograph(photographer, wanted):
    if wanted[:1] == ["sign_up"]:
        photographer.sign_up()
        wanted = wanted[1:]
    photographer.person.sign_in()
    photographer.page.wait_for_selector(".row")
    photographer.person.filter("All")  # the first time it opens on Today
    for picture in wanted:
        getattr(photographer, picture)()
    photographer.server.request("DELETE", "/api/v1/sessions/current", token=photographer.person.token)
    photographer.page.context.close()


def main(names):
    OUT.mkdir(parents=True, exist_ok=True)
    server = Server(binary=RELEASE, private_push_hosts="127.0.0.1", push_subject="mailto:somebody@example.org")
    with chromium() as browser, PushService() as service:
        try:
            made = made_account(server.start(), service)
            for size, dark, pictures in PICTURES:
                wanted = [picture for picture in pictures if not names or picture in names]
                if wanted:
                    photograph(Photographer(browser, server, service, made, size, dark), wanted)
        finally:
            server.remove()


if __name__ == "__main__":
    main(sys.argv[1:])
