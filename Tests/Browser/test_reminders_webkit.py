"""[R1] [R4] [T6] Reminders, words for times and repeating on WebKitGTK, which has no push; all of it in the dark."""

import time

import pytest

from webkit import DONE

pytestmark = pytest.mark.parametrize("window", ["dark"], indirect=True)

HIGHLIGHTS = "return [...document.querySelectorAll('.quick-highlights mark')].map((e) => e.textContent)"
PIECES = "return [...document.querySelectorAll('.quick-pieces .chip span')].map((e) => e.textContent)"
WIDTHS = """const part = (mark) => { const { left, right } = mark.getBoundingClientRect(); return [left, right]; };
const field = document.querySelector('#quick-add');
const { left } = field.getBoundingClientRect();
const canvas = document.createElement('canvas').getContext('2d');
const { font, letterSpacing } = getComputedStyle(field);
canvas.font = font;
const until = (place) => left - field.scrollLeft + canvas.measureText(field.value.slice(0, place)).width
  + (parseFloat(letterSpacing) || 0) * place;
return [...document.querySelectorAll('.quick-highlights mark')].map((mark) => {
  const start = field.value.indexOf(mark.textContent);
  return [...part(mark), until(start), until(start + mark.textContent.length)];
})"""
SCROLLED = "return ['#quick-add', '.quick-highlights'].map((part) => document.querySelector(part).scrollLeft)"
REPEATS = "return (document.querySelector('.repeat-words .hint') || { textContent: '' }).textContent"
SECOND_LINES = "return [...document.querySelectorAll('.row-meta')].map((e) => e.textContent)"
SCREEN = "return document.querySelector('dialog.screen[open]').textContent"
CARDS = "return [...document.querySelectorAll('.ringing:not(.leaving)')].map((e) => e.textContent)"


def reads_well(window):
    """In the dark each text stands out, and none is cut off."""
    assert window.run("return getComputedStyle(document.documentElement).backgroundColor") == "rgb(19, 19, 22)"
    assert window.complaints() == []


def test_R1_a_reminder_rings_on_WebKit(window, server):
    """[R1] the card is there at its time; Done on it is done, here and on the server"""
    window.resize(1_200, 900)
    records = window.arrive(server, "Buy milk")
    records.seed([{"title": "Pay rent", "detail": "By bank", "reminder": int((time.time() + 2) * 1000)}])
    window.run("document.dispatchEvent(new Event('visibilitychange'))")
    window.wait_for_value(CARDS, lambda cards: len(cards) == 1 and "Time is up" in cards[0] and "By bank" in cards[0])
    reads_well(window)
    window.click(".ringing .is-primary")
    window.wait_for_value(CARDS, [])
    window.wait_for(".fold")
    window.click(".fold")
    window.wait_for_value(DONE, ["Pay rent"])
    records.wait_until(lambda all: all["Pay rent"]["done"])


def test_R4_the_screen_of_reminders_on_WebKit(window, server):
    """[R4] [D2] at the width of a desk and of a phone; a test reports that no device can be reminded"""
    window.resize(1_200, 900)
    window.arrive(server, "Buy milk")
    window.click(".sidebar-foot button:has([href='#i-sliders'])")
    window.choose("Reminders")
    window.wait_for("dialog.screen[open] .screen-list li")
    assert "also when Daybook is closed" not in window.run(SCREEN), "it promises what takes push"
    reads_well(window)
    window.choose("Send a test")
    window.wait_for_value(SCREEN, lambda text: "None of your devices" in text)
    window.resize(400, 900)
    assert window.run("return [location.pathname, document.scrollingElement.scrollWidth <= innerWidth]") == ["/reminders", True]
    reads_well(window)
    window.click("dialog.screen [aria-label=Close]")
    window.wait_for_value("return location.pathname", "/settings")
    window.click("dialog.screen [aria-label=Close]")
    window.wait_for_value("return location.pathname", "/")


def test_T6_a_line_is_understood_as_it_is_typed_on_WebKit(window, server):
    """[T3] [T6] the highlights stand behind their words, also in a line that has scrolled; Enter makes the to-do"""
    window.resize(1_200, 900)
    records = window.arrive(server, "Buy milk")
    window.type("#quick-add", "Pay rent tomorrow 9am #home")
    window.wait_for_value(HIGHLIGHTS, ["tomorrow 9am", "#home"])
    window.wait_for_value(PIECES, ["tomorrow 9:00 am", "home"])
    for left, right, start, end in window.run(WIDTHS):
        assert abs(left + 1 - start) < 2 and abs(right - 1 - end) < 2, "a highlight does not stand behind its words"
    reads_well(window)
    window.type("#quick-add", "\ue007")
    window.sees("Pay rent", "Buy milk")
    found = records.wait_until(lambda all: "Pay rent" in all)["Pay rent"]
    assert found["tags"] == ["home"] and found["reminder"].endswith("T03:30:00.000Z")  # nine in India

    window.type("#quick-add", "Sell the old boat and its oars tomorrow 9am every month on the 15th until 25 dec 2030 #home")
    window.wait_for_value(HIGHLIGHTS, lambda texts: texts[-1:] == ["#home"])
    window.wait_for_value(SCROLLED, lambda places: places[0] > 0 and abs(places[0] - places[1]) <= 1)
    window.click(".quick-pieces .chip:last-child")
    window.wait_for_value(HIGHLIGHTS, lambda texts: len(texts) == 2)


def test_a_to_do_repeats_on_WebKit(window, server):
    """picked in the editor of a phone, every two weeks on two days, three times; done makes the next"""
    window.resize(400, 900)
    records = window.arrive(server, "Buy milk")
    window.click("[data-row] .row-body")
    window.settle()  # the sheet rises
    window.click("#editor-deadline")
    window.settle()  # and so does the panel
    window.type("#editor-deadlineTyped", "monday")
    window.pick("#editor-repeat", "Custom")
    window.pick("#repeat-interval", "2")
    window.choose("We")
    window.pick("#repeat-end", "after a number of times")
    window.pick("#repeat-count", "3")
    words = "Every 2 weeks on Monday and Wednesday, 3 times"
    window.wait_for_value(REPEATS, words)
    window.run("document.querySelector('.sheet-foot').scrollIntoView()")
    reads_well(window)
    window.click(".sheet-bar [type=submit]")
    window.wait_for_value(SECOND_LINES, lambda lines: len(lines) == 1 and words in lines[0])
    window.settle()  # the sheet is gone
    window.click("[data-row] .check")
    window.sees("Buy milk", "Buy milk")
    window.wait_for_value(DONE, ["Buy milk"])
    total = lambda: server.request("GET", "/api/v1/todos?limit=1", token=records.token)[1]["total"]  # noqa: E731
    assert records.wait_until(lambda _: total() == 2)
