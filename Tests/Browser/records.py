"""The same account outside of the browser: what the server holds, and what another device would send."""

import os
import time


class Records:
    """A device of the same person that speaks to the server alone."""

    def __init__(self, server, account, pause=time.sleep):
        """`pause` waits some seconds, during which a tab whose calls go through the test gets them."""
        self.server = server
        self.pause = pause
        self.counter = 0
        body = {"name": account.name, "mobile": account.mobile, "email": account.email, "password": account.password}
        status, answer = server.request("POST", "/api/v1/accounts", body)
        if status == 409:
            login = {"login": account.email, "password": account.password}
            status, answer = server.request("POST", "/api/v1/sessions", login)
        assert status == 201, answer
        self.token = answer["token"]
        self.device = os.urandom(8).hex()

    def stamp(self, wall):
        self.counter = (self.counter + 1) % 65_536
        return f"{int(wall):012x}{self.counter:04x}{self.device}"

    def seed(self, todos):
        """Sends to-dos as another device. The first is the oldest; `age` is in milliseconds. Answers their ids."""
        now = int(time.time() * 1000)
        changes, todos = [], list(todos)
        for place, todo in enumerate(todos):
            todo = {"title": todo} if isinstance(todo, str) else dict(todo)
            wall = now - todo.pop("age", 60_000 + 10 * (len(todos) - place))
            stamp = self.stamp(wall)
            names = {"done": False, "origin": "own", "createdAt": wall, **todo}
            tags = names.pop("tags", [])
            fields = {name: [value, stamp] for name, value in names.items()}
            fields.update({f"tag:{tag}": [True, stamp] for tag in tags})
            changes.append({"kind": "todo", "id": uuid7(wall), "fields": fields})
        for start in range(0, len(changes), 1_000):
            self.sync(changes[start : start + 1_000])
        return [change["id"] for change in changes]

    def change(self, todo, **fields):
        """One change of one to-do, as another device makes it."""
        stamp = self.stamp(time.time() * 1000)
        sent = {name: [value, stamp] for name, value in fields.items()}
        self.sync([{"kind": "todo", "id": todo, "fields": sent}])

    def sync(self, changes):
        body = {"device": uuid7(0), "cursor": 0, "limit": 1, "changes": changes}
        status, answer = self.server.request("POST", "/api/v1/sync", body, self.token)
        assert status == 200 and answer["rejected"] == [], answer

    def change_password(self, account, new):
        """The person changes the password on this other device: all sessions but this one end."""
        body = {"current": account.password, "new": new}
        status, answer = self.server.request("PUT", "/api/v1/account/password", body, self.token)
        assert status == 204, answer
        account.password = new

    def todos(self):
        """Title to to-do, as the server has them."""
        found, after = {}, ""
        while True:
            status, answer = self.server.request("GET", f"/api/v1/todos?limit=500{after}", token=self.token)
            assert status == 200, answer
            found.update({todo["title"]: todo for todo in answer["items"]})
            if not answer.get("next"):
                return found
            after = f"&after={answer['next']}"

    def wait_until(self, wanted, seconds=120):
        """Waits until the server's to-dos are as wanted; answers them. A title it has not got yet is waited for."""
        end = time.monotonic() + seconds
        while True:
            todos = self.todos()
            try:
                met = wanted(todos)
            except KeyError:
                met = False
            if met:
                return todos
            assert time.monotonic() < end, todos
            self.pause(0.05)


def reminding(title, moment, **values):
    """A change that adds a to-do with a reminder, as a device made it just now. It counts also when it arrives after the moment."""
    wall = int(time.time() * 1000)
    values = {"title": title, "done": False, "origin": "own", "createdAt": wall, "reminder": round(moment * 1000), **values}
    stamp = f"{wall:012x}0000{os.urandom(8).hex()}"
    fields = {name: [value, stamp] for name, value in values.items() if value is not None}
    return {"kind": "todo", "id": uuid7(wall), "fields": fields}


def uuid7(wall):
    raw = bytearray(int(wall).to_bytes(6, "big") + os.urandom(10))
    raw[6] = 0x70 | raw[6] & 0x0F
    raw[8] = 0x80 | raw[8] & 0x3F
    text = raw.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
