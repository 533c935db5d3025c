"""Sync as people meet it: ten thousand to-dos come to a new device and are opened again, a tap shows on another device."""

import gzip
import json
import statistics
import time
import uuid

from pages import DESKTOP, fill, sign_up
from person import Account, Person
from tracing import Trace

TODOS = 10_000
ROUNDS = 5
CHANGES = 100

# When the list that counts all to-dos has been handed to the screen, in milliseconds since the tab was opened.
ARRIVED = """
  window.arrived = new Promise((resolve) => {
    const isThere = () => {
      const count = document.querySelector('.count');
      return count && count.textContent.startsWith('10,000 to-dos') && document.querySelector('[data-row]');
    };
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
"""

CALLS = """() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/v1/sync'))
  .map(({ startTime, responseEnd, encodedBodySize, decodedBodySize }) =>
    ({ start: startTime, end: responseEnd, wire: encodedBodySize, bytes: decodedBodySize }))"""

# The same calls again, one after another, with nothing done about what they bring.
FETCH = """async bodies => {
  const start = performance.now();
  for (const body of bodies) {
    const answer = await fetch('/api/v1/sync', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    await answer.arrayBuffer();
  }
  return performance.now() - start;
}"""


def account_with(server, count):
    """Somebody with so many to-dos on the server, and a session that no browser has."""
    account = Account()
    token = sign_up(server, account)
    fill(server, token, count)
    return account, token


def new_device(browser, server, account, script=ARRIVED):
    """A browser with nothing of anybody's, and the person before it."""
    context = browser.new_context(viewport=DESKTOP)
    context.add_init_script(script)
    person = Person(context.new_page(), server, touch=False)
    person.account = account
    return person


# The first sync


def first_sync(person):
    """Milliseconds from the first call until the last to-do is on the screen, when that began, and the calls."""
    person.open("/sign-in")
    # While somebody types, the app installs itself.
    person.page.wait_for_timeout(2000)
    person.come_in()
    seen = person.page.evaluate("() => window.arrived")
    calls = [call for call in person.page.evaluate(CALLS) if call["start"] < seen]
    return seen - calls[0]["start"], calls


def first_sync_traced(person):
    """Milliseconds of the main thread's own time in that: script, and layout with paint."""
    page = person.page
    with Trace(page) as trace:
        took, calls = first_sync(person)
        start = calls[0]["start"]
        page.evaluate("""([start, end]) => {
          performance.mark('bench:first', { startTime: start });
          performance.mark('bench:last', { startTime: end });
        }""", [start, start + took])
    return trace.script_and_layout(trace.time_of("first"), trace.time_of("last"))


def read_all(server, token):
    """The cost of reading everything for a bare client: milliseconds, bytes on the wire, and its calls."""
    connection, device = server.connection(), str(uuid.uuid4())
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Accept-Encoding": "gzip"}
    took, wire, bodies, more, cursor = 0, 0, [], True, 0
    while more:
        bodies.append(json.dumps({"device": device, "cursor": cursor, "limit": 1000, "changes": []}))
        start = time.perf_counter()
        connection.request("POST", "/api/v1/sync", bodies[-1], headers)
        response = connection.getresponse()
        data = response.read()
        took += time.perf_counter() - start
        wire += len(data)
        if response.status != 200 or response.getheader("Content-Encoding") != "gzip":
            raise RuntimeError(f"sync answered {response.status} in {response.getheader('Content-Encoding')}")
        answer = json.loads(gzip.decompress(data))
        more, cursor = answer["more"], answer["cursor"]
    connection.close()
    return 1000 * took, wire, bodies


def measure_first_sync(table, browser, server, account, token):
    """Answers the last device, which holds everything now."""
    table.section(f"First sync of {TODOS:,} to-dos into an empty browser (best of {ROUNDS})")
    totals, fetches, bare = [], [], []
    person = None
    for _ in range(ROUNDS):
        if person:
            person.page.context.close()
        person = new_device(browser, server, account)
        took, calls = first_sync(person)
        totals.append(took)
        person.page.wait_for_timeout(1500)
        bare.append(read_all(server, token))
        fetches.append(person.page.evaluate(FETCH, bare[-1][2]))
    traced = []
    for _ in range(3):
        other = new_device(browser, server, account)
        traced.append(first_sync_traced(other))
        other.page.context.close()
    script, layout = min(traced)
    table.add("from the first call until all are counted on the screen", min(totals), "ms", 1500)
    table.note(f"{'':4}median {statistics.median(totals):.0f} ms, {len(calls)} calls")
    table.add("fetching the same bytes and leaving it at that", min(fetches), "ms")
    table.add("the first sync to that", min(totals) / min(fetches), "×")
    table.add("server: a bare client's wait for the answers", min(took for took, _, _ in bare), "ms")
    table.add("bytes on the wire, gzip", sum(call["wire"] for call in calls), "B")
    table.note(f"{'':4}of {sum(call['bytes'] for call in calls):,} B of JSON; a bare client gets {bare[-1][1]:,} B")
    table.add("script, processor time", script, "ms")
    table.note(f"{'':4}layout and paint {layout:.0f} ms")
    return person


# Opening again


def measure_opening(table, person, url, rounds=7):
    table.section(f"Opening the app with {TODOS:,} to-dos from disk, sealed (best of {rounds})")
    page = person.page
    results = []
    for _ in range(rounds):
        with Trace(page) as trace:
            page.goto(url)
            seen = page.evaluate("() => window.arrived")
            page.evaluate("(seen) => void performance.mark('bench:seen', { startTime: seen })", seen)
            page.wait_for_timeout(500)
        end = trace.time_of("seen")
        results.append((*trace.script_and_layout(end - seen * 1000, end), seen))
    script, layout, seen = (sorted(values) for values in zip(*results))
    table.add("script until all are counted on the screen, processor time", script[0], "ms", 400)
    table.note(f"{'':4}median {statistics.median(script):.0f} ms; layout and paint {layout[0]:.0f} ms")
    table.add("all the time until then, traced", seen[0], "ms")
    table.note(f"{'':4}median {statistics.median(seen):.0f} ms")


# From one device to another

# All times are milliseconds of the machine's clock, which both tabs share.
NOW = "window.wallOf = (moment) => Date.now() - performance.now() + moment; performance.setResourceTimingBufferSize(10000);"
TAPPED = NOW + """
  window.addEventListener('click', (event) => { window.tapped = wallOf(event.timeStamp); }, true);
"""
PAINTED = NOW + """
  window.watch = (key, checked) => {
    const isShown = () => [...document.querySelectorAll(`[data-row][data-key="${key}"]:not(.leaving) .check`)]
      .some((check) => check.getAttribute('aria-checked') === checked);
    window.painted = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('a change did not show within 30 s')), 30000);
      const observer = new MutationObserver(() => {
        if (!isShown()) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(wallOf(performance.now())), 0));
      });
      observer.observe(document, { childList: true, subtree: true, attributes: true });
    });
  };
"""
CALLS_BETWEEN = """([start, end]) => performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('/api/v1/sync'))
  .map(({ startTime, responseEnd }) => [wallOf(startTime), wallOf(responseEnd)])
  .filter(([from, to]) => from >= start - 1 && to <= end + 1)"""


def one_change(giver, taker, key, done):
    """Milliseconds from a tap until the other device shows what came of it, in parts and as a whole."""
    taker.page.evaluate("([key, checked]) => watch(key, checked)", [key, "true" if done else "false"])
    giver.page.locator(f'[data-row][data-key="{key}"]:not(.leaving) .check').click()
    painted = taker.page.evaluate("() => window.painted")
    tapped = giver.page.evaluate("() => window.tapped")
    sent = giver.page.evaluate(CALLS_BETWEEN, [tapped, painted + 1000])
    read = taker.page.evaluate(CALLS_BETWEEN, [tapped, painted])
    parts = None
    if sent and read:
        (sent_at, answered_at), (asked_at, told_at) = sent[0], read[-1]
        parts = (sent_at - tapped, answered_at - sent_at, asked_at - answered_at, told_at - asked_at, painted - told_at)
    return painted - tapped, parts


def measure_crossing(table, browser, server, series=3):
    table.section(f"A change from the tap on one device to the frame on another (best of {series} series of {CHANGES})")
    account, _ = account_with(server, 20)
    giver, taker = new_device(browser, server, account, TAPPED), new_device(browser, server, account, PAINTED)
    for person in (giver, taker):
        person.sign_in()
        person.page.locator("[data-row]").first.wait_for()
        person.page.get_by_role("button", name="Done", exact=True).click()  # else what is done goes out of sight
        person.page.wait_for_timeout(1500)
    row = giver.page.locator("[data-row]").nth(2)
    key, done = row.get_attribute("data-key"), row.locator(".check").get_attribute("aria-checked") == "true"
    found = []
    for _ in range(series):
        changes = []
        for _ in range(CHANGES):
            done = not done
            changes.append(one_change(giver, taker, key, done))
            giver.page.wait_for_timeout(60)
        took = sorted(took for took, _ in changes)
        found.append((took[CHANGES // 2], took[CHANGES * 99 // 100], [parts for _, parts in changes if parts]))
    p50, p99, parts = min(found, key=lambda one: one[:2])
    table.add("p50", p50, "ms", 100)
    table.add("p99", min(p99 for _, p99, _ in found), "ms", 300)
    names = ("tap to call", "call", "until the other calls", "its call", "until its frame")
    medians = (f"{name} {statistics.median(values):.0f}" for name, values in zip(names, zip(*parts)))
    table.note(f"{'':4}medians: {', '.join(medians)} ms")
    table.note(f"{'':4}all series: {', '.join(f'{p50:.0f} and {p99:.0f}' for p50, p99, _ in found)} ms")
    for person in (giver, taker):
        person.page.context.close()


def measure(table, browser, server):
    account, token = account_with(server, TODOS)
    person = measure_first_sync(table, browser, server, account, token)
    measure_opening(table, person, server.url)
    person.page.context.close()
    measure_crossing(table, browser, server)
