"""The time until a page that is opened again is usable: the list is on the screen and the input reacts."""

import statistics

from pages import DESKTOP, slow_down
from person import Person

# Marks the moment at which the first frame with the list has been handed to the screen.
WATCH = """
  window.listSeen = new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('.row') || !document.querySelector('.quick-add input')) return false;
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
      return true;
    };
    const observer = new MutationObserver(() => look() && observer.disconnect());
    observer.observe(document, { childList: true, subtree: true });
  });
"""

# Marks what the page waits for on its way: the same functions, with the time around them.
STEPS = """
  window.steps = {};
  const note = (name) => { window.steps[name] = performance.now(); };
  const timed = (owner, name, before, after) => {
    const real = owner[name];
    owner[name] = function (...given) {
      if (before && !(before in window.steps)) note(before);
      const result = real.apply(this, given);
      if (result && result.then) result.then(() => note(after), () => {});
      return result;
    };
  };
  timed(WebAssembly, 'instantiateStreaming', 'script', 'compiled');
  timed(crypto.subtle, 'decrypt', 'read', 'decrypted');
  const open = indexedDB.open;
  indexedDB.open = function (...given) {
    if (!('opening' in window.steps)) note('opening');
    const request = open.apply(this, given);
    request.addEventListener('success', () => 'opened' in window.steps || note('opened'));
    return request;
  };
  new MutationObserver((_, watching) => {
    if (!document.querySelector('.row')) return;
    note('rows');
    watching.disconnect();
  }).observe(document, { childList: true, subtree: true });
"""

# What has happened by which millisecond; files by when their last byte was there.
TIMES = """() => {
  const of = (name) => performance.getEntriesByName(location.origin + name)[0];
  const [page] = performance.getEntriesByType('navigation');
  const files = { 'page': page, 'style.css': of('/style.css'), 'host.js': of('/host.js'), 'daybook.wasm': of('/daybook.wasm') };
  const times = Object.entries(files).map(([name, entry]) => [name, entry ? entry.responseEnd : 0]);
  return [...times, ...Object.entries(window.steps)];
}"""

WORDS = {
    "page": "the page is there", "style.css": "the style is there", "host.js": "the script is there",
    "script": "the script runs", "opening": "the database is asked for", "opened": "the database is open",
    "daybook.wasm": "the module is there", "compiled": "the module is compiled", "read": "sealed bytes are read",
    "decrypted": "the last are decrypted", "rows": "the first rows are in the page",
    "seen": "the frame with them is done", "usable": "a letter has had its effect",
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


def usable_times(page, url, rounds):
    """The times until usable, and for each step the median of the times by which it was done."""
    times, steps = [], {name: [] for name in WORDS}
    for number in range(rounds + 1):
        page.goto(url)
        seen = page.evaluate("() => window.listSeen")
        reacted = page.evaluate(REACT)
        if number:
            times.append(seen + reacted)
            for name, time in [*page.evaluate(TIMES), ("seen", seen), ("usable", seen + reacted)]:
                steps[name].append(time)
    return times, {name: statistics.median(found) for name, found in steps.items() if found}


def say_steps(table, steps):
    before = 0
    for name, time in sorted(steps.items(), key=lambda step: step[1]):
        table.note(f"{'':4}{time:7.0f} ms (+{time - before:.0f})  {WORDS[name]}")
        before = time


def measure(table, browser, server, rounds=7):
    table.section("From opening the address to a usable list (localhost, warm cache, 100 to-dos)")
    context = browser.new_context(viewport=DESKTOP)
    context.add_init_script(WATCH)
    context.add_init_script(STEPS)
    page = context.new_page()
    person = Person(page, server, touch=False)
    person.sign_up()
    person.add(*[f"Something to do {number}" for number in range(100)])
    page.wait_for_timeout(1500)
    for rate, goal in ((1, 300), (4, 800)):
        session = slow_down(page, rate)
        times, steps = usable_times(page, server.url, rounds)
        session.detach()
        label = "usable" if rate == 1 else f"usable, processor {rate}× slower"
        table.add(f"{label} (median of {rounds})", statistics.median(times), "ms", goal)
        table.add(f"{label}, slowest", max(times), "ms")
        say_steps(table, steps)
    context.close()
