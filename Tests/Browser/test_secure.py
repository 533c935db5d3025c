"""[A12] The web app under TLS, as on a phone in the home network: its cookie, its headers, and what its policy forbids."""

import subprocess

import pytest
from playwright.sync_api import expect

from notes import wait_until
from records import Records
from server import Server

# Every screen and every layer is drawn under the policy; what it forbids is told here.
WATCH = """
  document.addEventListener('securitypolicyviolation', event => {
    window.tellViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
  });
"""


@pytest.fixture(scope="module")
def tls(tmp_path_factory):
    """A server with a certificate of its own making."""
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "certificate.pem",
         "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    server = Server(tls_certificate=folder / "certificate.pem", tls_key=folder / "key.pem").start()
    yield server
    server.remove()


@pytest.fixture
def guest(people, tls):
    """Somebody at a phone whose browser tells of every break of the policy."""
    person = people("phone", tls, ignore_https_errors=True)
    person.violations = []
    person.page.expose_function("tellViolation", lambda text: person.violations.append(text))
    person.page.add_init_script(WATCH)
    return person


def test_A9_the_cookie_is_bound_to_this_host_and_to_tls(guest):
    """[A9] [A12] __Host-, Secure, HttpOnly, SameSite=Strict; no script sees it, and it lasts"""
    guest.sign_up()
    cookies = {cookie["name"]: cookie for cookie in guest.page.context.cookies()}
    assert "__Host-daybook" in cookies
    for name, cookie in cookies.items():
        assert name.startswith("__Host-"), name
        assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"]) == (True, True, "Strict"), name
        assert (cookie["domain"], cookie["path"]) == ("localhost", "/"), name
        assert cookie["expires"] > 0, name
    assert guest.page.evaluate("() => document.cookie") == ""
    guest.add("Buy milk")
    guest.reload()
    guest.sees("Buy milk")
    with guest.page.expect_response("**/api/v1/sessions/current"):
        guest.log_out()
    assert "__Host-daybook" not in {cookie["name"] for cookie in guest.page.context.cookies()}


def test_every_answer_asks_for_tls_from_now_on(guest, tls):
    """HSTS on the document, files and the interface"""
    seen = {}
    guest.page.on("response", lambda answer: seen.update({answer.url: answer.headers}))
    guest.sign_up()
    assert {url.rsplit("/", 1)[1] for url in seen} >= {"sign-up", "host.js", "daybook.wasm", "daybook.rest", "style.css", "accounts"}
    for url, headers in seen.items():
        assert int(headers["strict-transport-security"].split("=")[1].split(";")[0]) >= 31_536_000, url
        assert headers["x-content-type-options"] == "nosniff", url


def test_the_policy_names_no_inline_script_and_no_other_host(guest):
    """The document's own policy, and Trusted Types"""
    guest.open("/sign-in")
    answer = guest.page.request.get(guest.server.url + "/")
    policy = dict(
        (part.split(" ", 1) + [""])[:2] for part in map(str.strip, answer.headers["content-security-policy"].split(";"))
    )
    assert policy["default-src"] == "'none'" and policy["frame-ancestors"] == "'none'"
    assert set(policy["script-src"].split()) == {"'self'", "'wasm-unsafe-eval'"}
    assert "unsafe-inline" not in answer.headers["content-security-policy"]
    assert "require-trusted-types-for" in policy
    assert not any("http" in sources or "*" in sources for sources in policy.values()), policy


@pytest.mark.allows_errors
def test_what_the_policy_forbids_does_not_happen(guest):
    """An inline script, an inline style, a picture from elsewhere, text made to elements: all reported, none carried out"""
    guest.open("/sign-in")
    guest.page.evaluate("""() => {
      const script = document.createElement('script');
      try { script.textContent = 'window.evil = 1'; document.head.append(script); } catch (_) {}
      document.body.setAttribute('style', 'color: red');
      new Image().src = 'https://example.org/x.png';
      try { document.body.insertAdjacentHTML('beforeend', '<p id=evil>x</p>'); } catch (_) {}
    }""")
    assert guest.page.evaluate("() => window.evil === undefined && !document.getElementById('evil')")
    assert guest.page.evaluate("() => getComputedStyle(document.body).color") != "rgb(255, 0, 0)"
    for directive in ("style-src", "img-src", "require-trusted-types-for"):
        wait_until(
            lambda directive=directive: any(directive in text for text in guest.violations),
            directive,
            pause=lambda: guest.pause(0.05),
        )


def test_no_screen_breaks_the_policy(guest, tls):
    """Forms, list, gestures, editor, menus, questions, the account screen, download, both password screens"""
    page = guest.page
    guest.open("/sign-up")
    guest.send()
    guest.page.locator(".field-error").first.wait_for()
    guest.sign_up()
    guest.records = Records(tls, guest.account)
    guest.add("Buy milk", "Buy bread")
    guest.open_editor("Buy milk")
    guest.write(detail="Two litres", tags=["home"])
    guest.save()
    guest.swipe("Buy bread", "left")
    expect(guest.toast).to_contain_text("Deleted")
    guest.choose_order("Title, A to Z")
    guest.search("mil")
    guest.search("")
    guest.page.get_by_role("button", name="Show delete buttons").click()
    guest.page.get_by_role("button", name="Delete “Buy milk”").click()
    guest.dialog.get_by_role("button", name="Keep").click()
    guest.open_account_screen()
    for button in ("Change name, mobile or email", "Change password", "Delete account"):
        guest.open_form(button)
        guest.account_screen.get_by_role("button", name="Cancel").click()
    with page.expect_download():
        guest.account_screen.get_by_text("Download everything", exact=True).click()
    guest.close_account_screen()
    guest.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.context.set_offline(True)
    guest.add("Not synced")
    guest.records.change_password(guest.account, "copper#LAKES38")
    page.context.set_offline(False)
    page.locator("#login").wait_for()
    guest.try_to_come_in()
    page.get_by_role("heading", name="Earlier password").wait_for()
    guest.fill(earlier="cobalt#RIVER27")
    guest.send()
    guest.wait_for_list()
    guest.sees("Buy milk", "Not synced")
    guest.log_out()
    assert guest.violations == []


def test_A13_offline_sign_in_works_under_tls(people, tls):
    """[A13] with the network gone"""
    person = people("phone", tls, ignore_https_errors=True).sign_up()
    person.add("Buy milk")
    person.wait_until_synced()
    person.log_out()
    person.page.context.set_offline(True)
    person.come_in()
    person.sees("Buy milk")
    person.page.context.set_offline(False)
    expect(person.banner).to_have_count(0)
