"""[A9] [A13] The app starts with no network, and goes on with a newer version when a person agrees."""

import hashlib
import json
import re
import shutil
import struct

import pytest
from playwright.sync_api import expect

from server import ROOT, Server

READY = "navigator.serviceWorker.ready.then(r => new Promise(done => {\
    const look = () => r.active && r.active.state === 'activated' ? done(true) : setTimeout(look, 20); look(); }))"
UPDATE = "navigator.serviceWorker.getRegistration().then(r => r.update()).then(() => true)"


@pytest.fixture
def web(tmp_path):
    """A copy of the built web app that a test may change."""
    folder = tmp_path / "web"
    shutil.copytree(ROOT / ".build-wasm/daybook-web", folder)
    for compressed in [*folder.glob("*.br"), *folder.glob("*.gz")]:
        compressed.unlink()
    return folder


@pytest.fixture
def server(web):
    server = Server(web=web).start()
    yield server
    server.remove()


def change(web, name, text, tell=True):
    """A newer build of one file, of which the service worker knows unless `tell` is off."""
    path = web / name
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    path.write_text(path.read_text() + text)
    if tell:
        worker = web / "sw.js"
        after = hashlib.sha256(path.read_bytes()).hexdigest()
        source = worker.read_text()
        assert before in source
        worker.write_text(re.sub(r"version: '\w+'", "version: 'newer'", source.replace(before, after)))


def installed(people, server, size="phone"):
    person = people(size, server, service_workers="allow").sign_up()
    person.page.evaluate(READY)
    return person


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_A13_the_app_starts_with_the_server_gone(people, server, size):
    """[A9] [A13] signed in and not, at any of its addresses; what is done meanwhile arrives later"""
    person = installed(people, server, size)
    person.add("Buy milk")
    person.wait_until_synced()
    server.kill()
    person.open("/")
    person.wait_for_list()
    person.sees("Buy milk")
    person.add("Written without a server")
    person.log_out()
    person.open("/")
    person.come_in()
    person.sees("Written without a server", "Buy milk")
    server.start()
    person.look_again()
    person.wait_until_synced()
    token = server.request(
        "POST", "/api/v1/sessions", {"login": person.account.email, "password": person.account.password}
    )[1]["token"]
    titles = [todo["title"] for todo in server.request("GET", "/api/v1/todos", token=token)[1]["items"]]
    assert sorted(titles) == ["Buy milk", "Written without a server"]


def test_what_is_kept_is_the_app_alone(people, server):
    """Answers of the interface never lie in a cache, and a file is there once"""
    person = installed(people, server)
    person.add("Buy milk")
    kept = person.page.evaluate("""async () => {
      const found = {};
      for (const name of await caches.keys()) {
        const requests = await (await caches.open(name)).keys();
        found[name] = requests.map(({ url }) => new URL(url).pathname).sort();
      }
      return found;
    }""")
    (paths,) = kept.values()
    assert "/" in paths and "/daybook.wasm" in paths and "/daybook.whole" in paths and "/host.js" in paths
    assert "/daybook.rest" not in paths, "the whole module takes its place"
    assert not [path for path in paths if path.startswith(("/api", "/healthz", "/metrics"))]
    assert len(paths) == len(set(paths))


WHOLE = "html[host-whole]"


def asked_for(person):
    """The parts of the module that the person's page asks for from now on."""
    asked = []
    person.page.on("request", lambda request: "/daybook." in request.url and asked.append(request.url.rsplit(".", 1)[1]))
    return asked


def test_D5_the_worker_makes_the_whole_module_once(people, server):
    """[D5] a tab takes it from the worker and does not make it again"""
    person = installed(people, server)
    asked = asked_for(person)
    server.kill()
    person.open("/")
    expect(person.page.locator(WHOLE)).to_have_count(1)
    assert sorted(asked) == ["wasm", "whole"]
    person.add("Written without a server")
    person.sees("Written without a server")


@pytest.mark.parametrize("worker_has", [None, "other build", "no module"])
@pytest.mark.allows_errors
def test_D5_a_tab_makes_the_whole_module_where_the_worker_has_none(people, server, worker_has):
    """[D5] nor one that goes with the first part"""
    person = installed(people, server)
    person.page.evaluate(
        """async has => {
          const cache = await caches.open((await caches.keys())[0]);
          const part = await (await cache.match('/daybook.wasm')).arrayBuffer();
          await cache.delete('/daybook.whole');
          const [bytes, type] = has === 'other build' ? [part, 'application/wasm'] : ['-', 'text/plain'];
          if (has) await cache.put('/daybook.whole', new Response(bytes, { headers: { 'content-type': type } }));
        }""",
        worker_has,
    )
    asked = asked_for(person)
    person.open("/")
    expect(person.page.locator(WHOLE)).to_have_count(1)
    assert "rest" in asked
    person.add("Buy milk")
    person.sees("Buy milk")


@pytest.mark.long
def test_a_newer_version_is_offered_and_never_forced(people, web, server):
    """It comes in the background; this tab takes it when told to, another tab keeps its own"""
    person = installed(people, server)
    other = person.another_tab()
    other.wait_for_list()
    change(web, "style.css", "\n.large-title { letter-spacing: 3px; }\n")
    server.restart()
    person.page.evaluate(UPDATE)
    expect(person.toast).to_contain_text("A new version is ready.")
    spacing = "getComputedStyle(document.querySelector('.large-title')).letterSpacing"
    person.open("/")
    person.wait_for_list()
    assert person.page.evaluate(spacing) != "3px", "it was forced"
    expect(person.toast).to_contain_text("A new version is ready.")
    person.add("Before the update")
    stayed = other.page.evaluate("window.stayed = true")
    person.open_account_menu()
    person.menu.get_by_text("Update Daybook").click()
    expect(person.page.locator(".large-title")).to_have_css("letter-spacing", "3px")
    person.sees("Before the update")
    assert other.page.evaluate("window.stayed") is stayed is True, "the other tab was loaded again"


@pytest.mark.allows_errors
def test_files_of_two_versions_are_never_mixed(people, web, server):
    """A file with another hash than the built one stops the installation; the version before goes on"""
    person = installed(people, server)
    change(web, "style.css", "\n.large-title { letter-spacing: 3px; }\n")
    change(web, "gallery.js", "\n// from yet another build\n", tell=False)
    server.restart()
    person.page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update().catch(() => {});
      while (registration.installing) await new Promise(resolve => setTimeout(resolve, 20));
    }""")
    expect(person.toast).to_have_count(0)
    names = person.page.evaluate("caches.open('daybook newer').then(cache => cache.keys()).then(keys => keys.length)")
    assert names == 0
    person.open("/")
    person.wait_for_list()


def test_it_can_be_installed(people, server, web):
    """The manifest names icons that exist, of the sizes that it states"""
    person = installed(people, server)
    manifest = json.loads((web / "app.webmanifest").read_text())
    assert person.page.locator("link[rel=manifest]").get_attribute("href") == "/app.webmanifest"
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    sizes = set()
    for icon in manifest["icons"]:
        data = (web / icon["src"].lstrip("/")).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", data[16:24])
            assert f"{width}x{height}" == icon["sizes"]
            sizes.add((width, icon.get("purpose", "any")))
    assert {(192, "any"), (512, "any"), (512, "maskable")} <= sizes
    session = person.page.context.new_cdp_session(person.page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A window without a profile may not install anything; nothing else is wrong.
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []
