"""The time until the web app, opened again, is usable: the list is on the screen and the input reacts."""

import statistics

from pages import DESKTOP, peer, slow_down
from person import Person
from tracing import Trace

TODOS = 100

# Records the moment at which the first frame with the list has been handed to the screen: a size is observed in the frame that lays
# it out, whether the rows were made in that frame or before it.
WATCH = """
  window.listSeen = new Promise((resolve) => {
    const laidOut = new ResizeObserver(() => {
      laidOut.disconnect();
      setTimeout(() => resolve(performance.now()), 0);
    });
    const look = () => {
      const row = document.querySelector('.row');
      if (!row || !document.querySelector('.quick-add input')) return false;
      laidOut.observe(row);
      return true;
    };
    const made = new MutationObserver(() => look() && made.disconnect());
    made.observe(document, { childList: true, subtree: true });
  });
"""

# Records what the web app waits for on its way: the same functions, with the time around them. Swift's own share lies between
# the calls of the module's functions; 15 is the event that brings the content of the open vault (`diskOpen` in Web/tell.js).
STEPS = """
  window.steps = {};
  const note = (name) => {
    if (name in window.steps) return;
    window.steps[name] = performance.now();
    performance.mark(`bench:${name}`);
  };
  note('began');
  const timed = (owner, name, before, after) => {
    const real = owner[name];
    owner[name] = function (...given) {
      if (before) note(before);
      const result = real.apply(this, given);
      if (result && result.then) result.then(() => { window.steps[after] = performance.now(); }, () => {});
      return result;
    };
  };
  timed(crypto.subtle, 'decrypt', 'read', 'decrypted');
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...given) => {
    note('script');
    const { instance, module } = await instantiate.apply(WebAssembly, given);
    note('compiled');
    const { exports } = instance;
    let isOpen = false;
    const receive = (kind, ...rest) => {
      if (kind === 15) note('given');
      exports.receive(kind, ...rest);
      if (kind === 15) note('indexed');
      isOpen = isOpen || kind === 15;
    };
    const frame = (now) => {
      if (isOpen) note('frame');
      exports.frame(now);
      if (isOpen) note('drawn');
    };
    return { module, instance: { exports: { ...exports, receive, frame } } };
  };
  const open = indexedDB.open;
  indexedDB.open = function (...given) {
    note('opening');
    const request = open.apply(this, given);
    request.addEventListener('success', () => note('opened'));
    return request;
  };
"""

# What has happened by which millisecond; files by when their last byte was there.
TIMES = """() => {
  const of = (name) => performance.getEntriesByName(location.origin + name)[0];
  const [shell] = performance.getEntriesByType('navigation');
  const files = { 'document': shell, 'style.css': of('/style.css'), 'host.js': of('/host.js'), 'daybook.wasm': of('/daybook.wasm') };
  const times = Object.entries(files).map(([name, entry]) => [name, entry ? entry.responseEnd : 0]);
  return [['worker', shell.workerStart], ...times, ...Object.entries(window.steps)];
}"""

WORDS = {
    "worker": "the service worker is asked", "document": "the document is there", "began": "the document begins",
    "style.css": "the style is there", "host.js": "the script is there",
    "script": "the script runs", "opening": "the database is asked for", "opened": "the database is open",
    "daybook.wasm": "the module is there", "compiled": "the module is compiled", "read": "sealed bytes are read",
    "decrypted": "the last are decrypted", "given": "Swift has the bytes", "indexed": "records are read and indexed",
    "frame": "the first frame begins", "drawn": "its rows are in the document",
    "seen": "that frame is done", "usable": "a letter has had its effect, in the second frame",
}  # fmt: skip

# A letter typed by script reaches Swift as a typed one does; the next frame shows what came of it.
REACT = """async () => {
  const input = document.querySelector('.search input') || document.querySelector('.quick-add input');
  const before = performance.now();
  input.value = 'b';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return performance.now() - before;
}"""


def open_once(page, url):
    """The time until usable, and for each step the time by which it was done."""
    page.goto(url)
    seen = page.evaluate("() => window.listSeen")
    reacted = page.evaluate(REACT)
    return seen + reacted, dict([*page.evaluate(TIMES), ("seen", seen), ("usable", seen + reacted)])


def leave(page):
    """Ends the page, which is no part of opening another."""
    page.goto("about:blank")


def usable_times(page, url, rounds):
    """The times until usable, and for each step the median of the times by which it was done."""
    opened = []
    for _ in range(rounds + 1):
        leave(page)
        opened.append(open_once(page, url))
    del opened[0]
    steps = {name: statistics.median(found[name] for _, found in opened if name in found) for name in opened[0][1]}
    return [time for time, _ in opened], steps


def busy_between(page, url):
    """How long the main thread was busy between each step and the one before it, in one more round, which is traced."""
    for _ in range(5):
        leave(page)
        with Trace(page) as trace:
            _, steps = open_once(page, url)
        if trace.has("began"):
            break  # a new process of the browser sometimes records only what comes later
    start = trace.time_of("began") - steps["began"] * 1000
    busy, before = {}, 0
    for name, time in sorted(steps.items(), key=lambda step: step[1]):
        busy[name] = trace.filled({"RunTask", "ThreadControllerImpl::RunTask"}, start + before * 1000, start + time * 1000)
        before = time
    return busy


def say_steps(table, steps, busy):
    before = 0
    for name, time in sorted(steps.items(), key=lambda step: step[1]):
        table.note(f"{'':4}{time:7.0f} ms  {time - before:+6.0f}  busy {busy[name]:4.0f}  {WORDS[name]}")
        before = time


def peer_times(browser, rates, rounds):
    """The same for a list of as many to-dos that a plain page makes itself, at each of these rates: medians."""
    context = browser.new_context(viewport=DESKTOP)
    context.add_init_script(WATCH)
    page = context.new_page()
    times = {}
    with peer() as address:
        for rate in rates:
            session = slow_down(page, rate)
            found = []
            for _ in range(rounds + 1):
                leave(page)
                page.goto(f"{address}many.html#{TODOS}")
                found.append(page.evaluate("() => window.listSeen") + page.evaluate(REACT))
            session.detach()
            times[rate] = statistics.median(found[1:])
    context.close()
    return times


def measure(table, browser, server, rounds=7):
    table.section(f"From opening the address to a usable list (localhost, warm cache, {TODOS} to-dos)")
    peers = peer_times(browser, (1, 4), rounds)
    context = browser.new_context(viewport=DESKTOP)
    context.add_init_script(WATCH)
    context.add_init_script(STEPS)
    page = context.new_page()
    person = Person(page, server, touch=False)
    person.sign_up()
    person.add(*[f"Something to do {number}" for number in range(TODOS)])
    page.wait_for_timeout(1500)
    for rate, goal in ((1, 300), (4, 800)):
        session = slow_down(page, rate)
        times, steps = usable_times(page, server.url, rounds)
        busy = busy_between(page, server.url)
        session.detach()
        label = "usable" if rate == 1 else f"usable, processor {rate}× slower"
        table.add(f"{label} (median of {rounds})", statistics.median(times), "ms", goal)
        table.add(f"{label}, slowest", max(times), "ms")
        ratio = statistics.median(times) / peers[rate]
        table.add(f"{label}, to a plain page of as many ({peers[rate]:.0f} ms)", ratio, "×", 4 if rate == 4 else None)
        say_steps(table, steps, busy)
    context.close()
