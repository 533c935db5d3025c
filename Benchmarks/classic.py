"""The classic sequence: add 100 to-dos, complete 100, delete 100, through a web app's own input and rows.

The driver knows no web app. `Page` tells it the selectors of one. It does in each step what Speedometer's TodoMVC
tests do (100 events in a row, then to the end of the frame that shows them), and reports two figures:
the time from the first event to the end of the last frame, and all that the main thread did until quiet.
Events are made by script for every web app, so none moves the focus.
"""

import statistics
from dataclasses import dataclass

from tracing import Trace

COUNT = 100


@dataclass
class Page:
    """The selectors and gestures of a web app: its input, its rows, and the way to complete and delete a row."""

    name: str
    url: str
    input: str
    row: str
    toggle: str
    delete: str | None = None  # a button in the row; None: the key Delete on the row
    ready: str | None = None


DRIVER = """() => {
  window.bench = {
    frame: () => new Promise((resolve) => {
      requestAnimationFrame(() => {
        document.body.getBoundingClientRect();
        setTimeout(resolve, 0);
      });
    }),
    press: (element, key) => {
      const options = { key, code: key, bubbles: true, cancelable: true, composed: true };
      const go = element.dispatchEvent(new KeyboardEvent('keydown', options));
      // What a browser does by itself for a person's Enter in a form's field, and not for a script's.
      const submit = () => element.form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
      if (go && key === 'Enter' && element.form) submit();
      element.dispatchEvent(new KeyboardEvent('keyup', options));
    },
    async step(name, work) {
      performance.mark(`bench:${name}`);
      const start = performance.now();
      work();
      await bench.frame();
      const end = performance.now();
      return end - start;
    },
    add: (selector, count) => bench.step('add', () => {
      for (let i = 1; i <= count; i += 1) {
        const input = document.querySelector(selector);
        input.value = `Something to do ${i}`;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        bench.press(input, 'Enter');
      }
    }),
    complete: (selector) => bench.step('complete', () => {
      for (const toggle of document.querySelectorAll(selector)) toggle.click();
    }),
    remove: (selector, byKey) => bench.step('delete', () => {
      for (const element of document.querySelectorAll(selector)) {
        if (byKey) bench.press(element, 'Delete');
        else element.click();
      }
    }),
  };
}"""


def run_once(browser_page, page):
    """One round in a fresh document with no to-dos; milliseconds for each step, and how busy the thread was."""
    browser_page.evaluate(DRIVER)
    took = {}
    with Trace(browser_page) as trace:
        took["add"] = browser_page.evaluate("([s, n]) => bench.add(s, n)", [page.input, COUNT])
        browser_page.wait_for_timeout(700)
        expect(browser_page, page, COUNT)
        took["complete"] = browser_page.evaluate("(s) => bench.complete(s)", f"{page.row} {page.toggle}")
        browser_page.wait_for_timeout(700)
        selector = f"{page.row} {page.delete}" if page.delete else page.row
        took["delete"] = browser_page.evaluate("([s, k]) => bench.remove(s, k)", [selector, page.delete is None])
        browser_page.wait_for_timeout(700)
        expect(browser_page, page, 0)
        trace.mark("end")
    marks = ["add", "complete", "delete", "end"]
    busy = {}
    for name, following in zip(marks, marks[1:]):
        start, end = trace.time_of(name), trace.time_of(following)
        busy[name] = trace.busy({"RunTask"}, start, end)
    return took, busy


def expect(browser_page, page, count):
    found = browser_page.locator(page.row).count()
    if found != count:
        raise RuntimeError(f"{page.name}: {found} rows where {count} were expected")


def run(open_page, page, rounds=7):
    """The median of some rounds after one to warm up. `open_page` opens the web app, ready and without to-dos."""
    all_took, all_busy = [], []
    for number in range(rounds + 1):
        took, busy = run_once(open_page(), page)
        if number:
            all_took.append(took)
            all_busy.append(busy)
    middle = lambda rows: {key: statistics.median(row[key] for row in rows) for key in rows[0]}
    total = lambda rows: statistics.median(sum(row.values()) for row in rows)
    return middle(all_took), total(all_took), middle(all_busy), total(all_busy)
