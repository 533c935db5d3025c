"""[D1] Every screen fits: 320 pixels to a desktop, text at 200 %, dark, and without motion."""

import pytest
from playwright.sync_api import expect

import accessibility

SCREENS = ["sign-in", "sign-up", "list", "editor", "menu", "dialog", "help", "words", "repeating", "reminders"]

TODOS = [
    {"title": "Water the fern", "done": True},
    {"title": "Donaudampfschifffahrtsgesellscha", "detail": "One word that is as long as the line it stands in",
     "tags": ["home", "wwwwwwww", "garden"], "deadline": 1_000_000_000_000, "age": 1_000_000_000_000},
    {"title": "From elsewhere", "origin": "imported"},
    {"title": "Buy milk", "detail": "Two litres, and the good rye bread from the market", "tags": ["home"]},
]  # fmt: skip


def show(person, screen):
    """Opens a screen of the web app."""
    if screen in ("sign-in", "sign-up"):
        person.open(f"/{screen}")
        person.send()
        person.page.locator(".field-error").first.wait_for()
        return
    person.arrive(*TODOS)
    if screen in ("editor", "repeating"):
        person.open_editor("Donaudampfschifffahrtsgesellscha")
        if screen == "repeating":
            person.repeat_by_choice()
    elif screen == "words":
        if not person.page.locator("#quick-add").is_visible():
            person.page.set_viewport_size({"width": 820, "height": 1180})
        person.page.fill("#quick-add", "A title of thirty-two characters tomorrow 9am every month on the 15th until 25 dec #home")
        person.page.locator(".quick-pieces .chip").nth(2).wait_for()
    elif screen == "reminders":
        person.open_reminders()
        person.page.locator(".screen-list li").first.wait_for()
    elif screen == "menu":
        person.row("Buy milk").locator(".row-body").click(button="right")
        person.menu.wait_for()
    elif screen == "dialog":
        person.page.get_by_role("button", name="Show delete buttons").click()
        person.page.get_by_role("button", name="Delete “Buy milk”").click()
        person.dialog.wait_for()
    elif screen == "help":
        person.press("?")
        person.dialog.wait_for()
    person.settle()


@pytest.mark.parametrize("screen", SCREENS)
def test_D1_nothing_is_cut_off_at_320_pixels_and_200_percent(people, server, screen):
    """[D1] no sideways scrolling, no control outside the window or with its words cut off"""
    person = people("phone", server)
    show(person, screen)
    assert accessibility.narrow_or_large(person) == []


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_D1_every_screen_can_be_read_and_heard(people, server, size, screen):
    """[D1] names, contrast in light and dark, ids, headings, and on touch targets of 44 pixels"""
    if (size, screen) == ("phone", "help"):
        pytest.skip("a phone has no keys to show")
    person = people(size, server)
    show(person, screen)
    # The panel has been scrolled to; what is half below the sheet's bar now is another screen's.
    # A menu covers parts of what is below it.
    within = {"repeating": ".repeat-panel", "menu": ".menu"}.get(screen, "body")
    assert accessibility.everything(person.page, touch=person.touch, within=within) == []
    person.page.emulate_media(color_scheme="dark")
    person.settle()
    assert accessibility.contrast(person.page) == []


def test_D1_dark_follows_the_system(phone_with):
    """[D1] while the web app is open"""
    person = phone_with("Buy milk")
    ground = "() => getComputedStyle(document.documentElement).backgroundColor"
    assert person.page.evaluate(ground) == "rgb(251, 250, 246)"
    person.page.emulate_media(color_scheme="dark")
    assert person.page.evaluate(ground) == "rgb(19, 19, 22)"
    expect(person.row("Buy milk").locator(".row-title")).to_have_css("color", "rgb(242, 241, 236)")


MOTIONS = """() => {
  window.moved = [];
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (frames.some(frame => frame.transform && frame.transform !== 'none')) window.moved.push(this.className);
    return real.call(this, frames, options);
  };
  document.addEventListener('animationstart', event => {
    const moves = event.target.getAnimations({ subtree: true }).some(animation => animation.effect.getKeyframes
      && animation.effect.getKeyframes().some(frame => frame.transform && frame.transform !== 'none'));
    if (moves) window.moved.push(event.animationName + ' ' + event.target.className);
  }, true);
}"""


@pytest.mark.parametrize("reduced", [True, False])
def test_D1_without_motion_nothing_flies(people, server, reduced):
    """[D1] with reduced motion things fade; otherwise they move"""
    person = people("phone", server, reduced_motion="reduce" if reduced else "no-preference")
    person.arrive("Buy milk", "Buy bread")
    person.page.evaluate(MOTIONS)
    person.add("Buy apples")
    person.complete("Buy milk")
    person.swipe("Buy milk", "left")
    person.sees("Buy apples", "Buy bread")
    person.account_button.click()
    person.menu.get_by_role("menuitem", name="Log out").click()
    person.dialog.wait_for()
    person.settle()
    moved = person.page.evaluate("() => window.moved")
    assert (moved == []) is reduced, moved


@pytest.mark.parametrize("reduced", [True, False])
def test_D1_while_the_app_loads_rows_without_words_stand_where_its_rows_will_be(people, server, reduced):
    """[D1] as soon as that takes a moment, with and without motion, and no longer than it takes"""
    person = people("phone", server, reduced_motion="reduce" if reduced else "no-preference")
    held = []
    person.page.route("**/daybook.wasm", lambda route: held.append(route))
    person.page.goto(server.url)
    launch = person.page.locator(".launch")
    expect(launch).to_be_visible()
    expect(launch).to_have_css("opacity", "1")
    for route in held:
        route.continue_()
    person.page.locator("html[data-screen=form]").wait_for()
    expect(launch).to_have_count(0)
