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
    times = []
    for number in range(rounds + 1):
        page.goto(url)
        seen = page.evaluate("() => window.listSeen")
        reacted = page.evaluate(REACT)
        if number:
            times.append(seen + reacted)
    return times


def measure(table, browser, server, rounds=7):
    table.section("From opening the address to a usable list (localhost, warm cache, 100 to-dos)")
    context = browser.new_context(viewport=DESKTOP)
    context.add_init_script(WATCH)
    page = context.new_page()
    person = Person(page, server, touch=False)
    person.sign_up()
    person.add(*[f"Something to do {number}" for number in range(100)])
    page.wait_for_timeout(1500)
    for rate, goal in ((1, 300), (4, 800)):
        session = slow_down(page, rate)
        times = usable_times(page, server.url, rounds)
        session.detach()
        label = "usable" if rate == 1 else f"usable, processor {rate}× slower"
        table.add(f"{label} (median of {rounds})", statistics.median(times), "ms", goal)
        table.add(f"{label}, slowest", max(times), "ms")
    context.close()
