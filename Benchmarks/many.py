"""Ten thousand to-dos (L8): what one action costs until the frame that shows it, and how the list scrolls."""

import statistics
from contextlib import contextmanager

from pages import DESKTOP, fill, peer, sign_up, slow_down
from person import Person
from starting import WATCH
from tracing import Trace

TODOS = 10_000
SLOWER = 4

SAMPLE_ROWS = """() => {
  window.mostRows = 0;
  window.sampling = true;
  const sample = () => {
    window.mostRows = Math.max(window.mostRows, document.querySelectorAll('.row').length);
    if (window.sampling) requestAnimationFrame(sample);
  };
  sample();
}"""


def actions(page):
    """Each action, as something a hand does, and the event by which it reaches the document."""
    search, quick = ".search input", ".quick-add input"

    def keystroke(letter):
        def act():
            page.keyboard.press(letter)
        return act

    def toggle(row):
        box = page.locator(".row .check").nth(row).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        return lambda: page.mouse.click(x, y)

    def insert(number):
        page.fill(quick, f"Measured to-do {number}")
        page.focus(quick)
        page.wait_for_timeout(400)
        return lambda: page.keyboard.press("Enter")

    def order(label):
        page.get_by_role("button", name="Sort", exact=True).click()
        choice = page.get_by_role("menuitemradio", name=label, exact=True)
        choice.wait_for()
        page.wait_for_timeout(500)
        box = choice.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        return lambda: page.mouse.click(x, y)

    yield "a keystroke of search, first letter", lambda n: (
        page.fill(search, ""), page.focus(search), page.wait_for_timeout(400), keystroke("b"))[-1], ("input",)
    yield "a keystroke of search, third letter", lambda n: (
        page.fill(search, "bu"), page.focus(search), page.wait_for_timeout(400), keystroke("y"))[-1], ("input",)
    yield "a to-do marked done", lambda n: (page.fill(search, ""), page.wait_for_timeout(400), toggle(2 + n % 8))[-1], (
        "click",)  # rows beyond these are not on the screen
    yield "a to-do added", insert, ("keydown", "submit")
    yield "a change of order", lambda n: order(("Deadline", "Title, A to Z", "Newest first")[n % 3]), ("click",)


def measure_once(page, prepare, kinds, number):
    page.bring_to_front()
    act = prepare(number)
    page.wait_for_timeout(300)
    with Trace(page) as trace:
        trace.mark("before")
        act()
        page.wait_for_timeout(400)
        trace.mark("after")
    return trace.to_next_frame(kinds, trace.time_of("before"), trace.time_of("after"))


@contextmanager
def peer_list(browser):
    """A list of as many that is written by hand in plain JavaScript and stores nothing, in a tab."""
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    with peer() as address:
        page.goto(f"{address}many.html#{TODOS}")
        page.wait_for_selector(".row")
        page.wait_for_timeout(1000)
        yield page
    context.close()


def measure_actions(table, page, other, rounds=9):
    """Script is the processor's time, times the slowdown: what a slower machine adds, and nothing else does. A page has 16
    ms for it, and 8 where the plain one, which takes turns with it, needs no more either. Each order comes as often."""
    for (name, prepare, kinds), (_, prepare_other, _) in zip(actions(page), actions(other)):
        results, peers = [], []
        for number in range(rounds):
            results.append(measure_once(page, prepare, kinds, number))
            peers.append(measure_once(other, prepare_other, kinds, number)[0])
        script, layout, _ = (statistics.median(values) for values in zip(*results))
        peer_script = SLOWER * statistics.median(peers)
        session = slow_down(page, SLOWER)
        span = statistics.median(measure_once(page, prepare, kinds, rounds + number)[2] for number in range(3))
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        session.detach()
        table.add(f"{name}: script", script * SLOWER, "ms", 8 if peer_script <= 8 else 16)
        table.note(f"{'':4}plain JavaScript {peer_script:.1f} ms; layout and paint {layout * SLOWER:.1f} ms; event to frame, throttled, {span:.0f} ms")


def measure_first_paint(table, page, url):
    """All script of the frame that first shows the list, when the web app is opened again."""
    with Trace(page) as trace:
        page.goto(url)
        seen = page.evaluate("() => window.listSeen")
        page.evaluate("(seen) => void performance.mark('bench:seen', { startTime: seen })", seen)
        trace.mark("end")
    end = trace.time_of("seen")
    start = end - seen * 1000
    drawn = max(trace.on_main({"FireAnimationFrame"}, start, end), key=lambda event: event["dur"])
    script, _ = trace.script_and_layout(drawn["ts"], drawn["ts"] + drawn["dur"])
    table.add("first paint of the list: script of its frame", script * SLOWER, "ms", 50)
    script, layout = trace.script_and_layout(start, end)
    table.note(f"{'':4}all script until then {script * SLOWER:.0f} ms, layout {layout * SLOWER:.0f} ms")


def measure_scrolling(table, page):
    page.evaluate(SAMPLE_ROWS)
    session = page.context.new_cdp_session(page)
    height = page.evaluate("() => (document.querySelector('[data-scroller]') || document.scrollingElement).scrollHeight")
    with Trace(page) as trace:
        trace.mark("top")
        session.send("Input.synthesizeScrollGesture", {
            "x": DESKTOP["width"] / 2, "y": DESKTOP["height"] / 2, "yDistance": -height, "speed": 20_000,
            "gestureSourceType": "mouse", "preventFling": True,
        })
        trace.mark("bottom")
    session.detach()
    drawn, dropped = trace.frames(trace.time_of("top"), trace.time_of("bottom"))
    page.evaluate("() => { window.sampling = false; }")
    table.add(f"frames dropped in {drawn + dropped:,} from end to end", 100 * dropped / max(1, drawn + dropped), "%", 1)
    table.add("most rows in the document at once", page.evaluate("() => window.mostRows"), "", 150)


def measure(table, browser, server):
    table.section(f"{TODOS:,} to-dos, 1440×900, processor {SLOWER}× slower (to the next frame, medians)")
    context = browser.new_context(viewport=DESKTOP)
    context.add_init_script(WATCH)
    page = context.new_page()
    person = Person(page, server, touch=False)
    fill(server, sign_up(server, person.account), TODOS)
    person.sign_in()
    page.wait_for_selector(".row")
    page.wait_for_timeout(4000)
    measure_first_paint(table, page, server.url)
    page.wait_for_timeout(2000)
    with peer_list(browser) as other:
        measure_actions(table, page, other)
    page.bring_to_front()
    page.fill(".search input", "")
    page.wait_for_timeout(500)
    measure_scrolling(table, page)
    context.close()
