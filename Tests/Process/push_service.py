"""A push service for tests, built on the standards and on other projects' code: it checks each message as Mozilla's or
Apple's service would, and decrypts it as a browser would.

    with PushService() as service:
        phone = service.subscribe()
        # phone.json is the result of `PushSubscription.toJSON()` in a browser
        phone.answer(429, times=1, retry_after=2)
        arrival = phone.wait_for(2)[-1]
        arrival.json["title"], arrival.at, arrival.status
        assert service.problems == []

py_vapid checks signatures and http_ece decrypts bodies: neither shares code with the server.
"""

import base64
import http.server
import json
import os
import re
import socket
import socketserver
import threading
import time
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from server import free_port

# The size that every push service must accept (RFC 8030, section 7.2).
LONGEST_BODY = 4_096


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unbase64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Arrival:
    """One request, whatever its answer was."""

    at: float
    """`time.time()` when its body had arrived."""
    subscription: "Subscription | None"
    path: str
    headers: dict
    """The headers, with names in lowercase."""
    body: bytes
    status: int | None = None
    """The status of the answer; None when the connection was dropped."""
    payload: bytes | None = None
    """The message for the service worker; None when the body could not be decrypted."""
    claims: dict | None = None
    """The claims of the VAPID token."""
    key: str | None = None
    """`k` of the VAPID header: the server's public key."""
    problems: list = field(default_factory=list)
    """All violations of the standards in the request."""
    answered: float | None = None
    """When it was answered, in seconds since 1970."""

    @property
    def json(self):
        return json.loads(self.payload)

    @property
    def ttl(self):
        return int(self.headers["ttl"])

    @property
    def urgency(self):
        return self.headers.get("urgency")

    @property
    def topic(self):
        return self.headers.get("topic")

    @property
    def authorization(self):
        return self.headers.get("authorization", "")


@dataclass
class Answer:
    """The answers to a subscription's messages."""

    status: int | None = 201
    headers: dict = field(default_factory=dict)
    after: float = 0
    body: bytes = b""
    times: int | None = None


class Subscription:
    """A browser's subscription: its keys, its arrivals, and the answers to its messages."""

    def __init__(self, service, application_server_key=None):
        self.service = service
        self.application_server_key = application_server_key
        self.private_key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.path = "/push/" + base64url(os.urandom(24))
        self.answers = []

    @property
    def endpoint(self):
        return self.service.origin + self.path

    @property
    def p256dh(self):
        return base64url(self.private_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    @property
    def json(self):
        return {"endpoint": self.endpoint, "keys": {"p256dh": self.p256dh, "auth": base64url(self.auth)}}

    def answer(self, status, *, times=None, retry_after=None, headers=None, after=0, body=b""):
        """Sets the status of further answers, or of the next `times` answers, each `after` this many seconds. Several
        calls queue up: each is used its `times`, then the next one, and 201 after the last. `retry_after` is seconds or
        an HTTP date."""
        headers = dict(headers or {})
        if retry_after is not None:
            headers["Retry-After"] = str(retry_after)
        with self.service.lock:
            self.answers.append(Answer(status, headers, after, body, times))

    def drop(self, *, times=None, after=0):
        """Closes the connection without an answer, although the message arrived."""
        self.answer(None, times=times, after=after)

    def accept(self):
        """Answers 201 from now on, whatever was set before."""
        with self.service.lock:
            self.answers.clear()

    def next_answer(self):
        # The caller holds the service's lock.
        while self.answers:
            first = self.answers[0]
            if first.times is None:
                return first
            first.times -= 1
            if first.times <= 0:
                self.answers.pop(0)
            return first
        return Answer()

    @property
    def arrivals(self):
        """All arrivals, in order."""
        with self.service.lock:
            return [arrival for arrival in self.service.arrivals if arrival.subscription is self]

    @property
    def accepted(self):
        """The messages that were answered 201: the browser would show these."""
        return [arrival for arrival in self.arrivals if arrival.status in (200, 201, 202)]

    def wait_for(self, count=1, timeout=120):
        """The arrivals, once there are `count` of them."""
        self.service.wait(lambda: len(self.arrivals) >= count, timeout, lambda: f"{len(self.arrivals)} of {count} came")
        return self.arrivals

    def wait_accepted(self, count=1, timeout=120):
        """The accepted arrivals, once there are `count` of them."""
        self.service.wait(
            lambda: len(self.accepted) >= count, timeout, lambda: f"{len(self.accepted)} of {count} were accepted"
        )
        return self.accepted


class PushService:
    """The service itself: an HTTP server at 127.0.0.1 on a free port, in threads."""

    def __init__(self, host="127.0.0.1", port=None):
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.subscriptions = {}
        self.arrivals = []
        self.port = port or free_port()
        self.host = host
        self.server = None

    @property
    def origin(self):
        return f"http://{self.host}:{self.port}"

    def start(self):
        service = self

        class Handler(_Handler):
            pass

        Handler.service = service
        self.server = _Server((self.host, self.port), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def stop(self):
        """Closes the port and every connection; `start` opens the same port again."""
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server.close_connections()
            self.server = None

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    def subscribe(self, application_server_key=None):
        """A new subscription; with a key (base64url) it accepts messages of that server only (RFC 8292, section 4)."""
        subscription = Subscription(self, application_server_key)
        with self.lock:
            self.subscriptions[subscription.path] = subscription
        return subscription

    def unsubscribe(self, subscription):
        """The browser has ended the subscription: further messages get 410."""
        subscription.accept()
        subscription.answer(410)

    @property
    def problems(self):
        """All violations of the standards in the requests. A test has failed when this is not empty."""
        with self.lock:
            return [problem for arrival in self.arrivals for problem in arrival.problems]

    def wait(self, done, timeout=120, tell=lambda: "it did not happen"):
        deadline = time.monotonic() + timeout
        with self.changed:
            while not done():
                left = deadline - time.monotonic()
                if left <= 0:
                    raise AssertionError(f"after {timeout} s: {tell()}")
                self.changed.wait(left)

    # The checks of a request.

    def take(self, arrival):
        """Checks and stores a request, and returns the answer."""
        subscription = self.subscriptions.get(arrival.path)
        arrival.subscription = subscription
        refusal = self._check_headers(arrival) or self._check_vapid(arrival)
        if subscription:
            self._open(arrival)
        with self.changed:
            if subscription is None:
                answer = Answer(404)
            elif refusal:
                answer = Answer(refusal)
            else:
                answer = subscription.next_answer()
            arrival.status = answer.status
            self.arrivals.append(arrival)
            self.changed.notify_all()
        return answer

    def _check_headers(self, arrival):
        headers, problems = arrival.headers, arrival.problems
        if not re.fullmatch(r"\d+", headers.get("ttl", "")):
            problems.append(f"TTL is {headers.get('ttl')!r}")
        if headers.get("urgency", "normal") not in ("very-low", "low", "normal", "high"):
            problems.append(f"Urgency is {headers['urgency']!r}")
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", headers.get("topic", "x")):
            problems.append(f"Topic is {headers['topic']!r}")
        if headers.get("content-encoding") != "aes128gcm":
            problems.append(f"Content-Encoding is {headers.get('content-encoding')!r}")
        if problems:
            return 400
        if len(arrival.body) > LONGEST_BODY:
            problems.append(f"the body has {len(arrival.body)} bytes")
            return 413
        return None

    def _check_vapid(self, arrival):
        found = re.fullmatch(r"vapid t=([A-Za-z0-9_.-]+), ?k=([A-Za-z0-9_-]+)", arrival.authorization)
        if not found:
            arrival.problems.append(f"Authorization is {arrival.authorization!r}")
            return 401
        token, arrival.key = found.groups()
        before = len(arrival.problems)
        try:
            if not Vapid02.verify(f"vapid t={token},k={arrival.key}"):
                arrival.problems.append("the token's signature is wrong")
            head, claims, _ = token.split(".")
            if json.loads(unbase64url(head)) != {"typ": "JWT", "alg": "ES256"}:
                arrival.problems.append(f"the token's head is {unbase64url(head)!r}")
            arrival.claims = json.loads(unbase64url(claims))
            self._check_claims(arrival)
        except Exception as error:  # noqa: BLE001  every error refuses the request
            arrival.problems.append(f"the token cannot be read: {error!r}")
        subscription = arrival.subscription
        if subscription and subscription.application_server_key not in (None, arrival.key):
            arrival.problems.append("the key is not the one that was subscribed for")
        return 403 if len(arrival.problems) > before else None

    def _check_claims(self, arrival):
        claims = arrival.claims
        if claims.get("aud") != self.origin:
            arrival.problems.append(f"aud is {claims.get('aud')!r} and not {self.origin!r}")
        if not isinstance(claims.get("exp"), int) or not arrival.at < claims["exp"] <= arrival.at + 86_400:
            arrival.problems.append(f"exp is {claims.get('exp')!r} at {arrival.at}")
        if "sub" in claims and urlsplit(claims["sub"]).scheme not in ("mailto", "https"):
            arrival.problems.append(f"sub is {claims['sub']!r}")

    def _open(self, arrival):
        subscription = arrival.subscription
        try:
            arrival.payload = http_ece.decrypt(
                arrival.body, private_key=subscription.private_key, auth_secret=subscription.auth, version="aes128gcm"
            )
        except Exception as error:  # noqa: BLE001  a browser would drop it without a report
            arrival.problems.append(f"the body cannot be opened: {error!r}")


class _Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = 1_024

    def __init__(self, *arguments):
        self.connections = set()
        super().__init__(*arguments)

    def process_request(self, request, client_address):
        self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request):
        self.connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request, client_address):
        """A client that disconnects is not reported."""

    def close_connections(self):
        for connection in list(self.connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # An answer is two writes, which would otherwise wait for each other.
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        if len(body) < length:
            # The sender was cut off in the middle: no message has arrived.
            self.close_connection = True
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        arrival = Arrival(time.time(), None, self.path, headers, body)
        answer = self.service.take(arrival)
        if answer.after:
            time.sleep(answer.after)
        arrival.answered = time.time()
        if answer.status is None:
            self.close_connection = True
            return
        self.send_response(answer.status)
        if answer.status in (200, 201, 202):
            self.send_header("Location", self.service.origin + "/message/" + base64url(os.urandom(12)))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)
