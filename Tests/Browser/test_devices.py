"""[S3] [S4] [S11] [S12] Two devices of one person: cut off, edited on both, joined again, and what was replaced."""

import time

import pytest
from playwright.sync_api import expect


@pytest.fixture
def devices(people, own_server):
    """A phone and a desktop of one person, with a list in which these to-dos stand."""

    def open_devices(*todos):
        phone = people("phone", own_server).arrive(*todos)
        desktop = people("desktop", own_server)
        desktop.account, desktop.records = phone.account, phone.records
        desktop.sign_in()
        expect(desktop.page.locator("[data-row]")).to_have_count(len(todos))
        return phone, desktop

    return open_devices


def test_S11_a_change_shows_on_the_other_device_by_itself(devices):
    """[S11] without a tap, both ways, long before any timer asks"""
    phone, desktop = devices("Buy milk")
    phone.add("From the phone")
    expect(desktop.row("From the phone")).to_be_visible()
    desktop.check("Buy milk")
    phone.is_done("Buy milk")
    times = []
    for number in range(5):
        start = time.monotonic()
        desktop.add(f"Number {number}")
        expect(phone.row(f"Number {number}")).to_be_visible()
        times.append(time.monotonic() - start)
    # The next timer would be 20 seconds away.
    assert min(times) < 10, times


def test_S11_they_hear_of_each_other_again_after_the_server_was_gone(devices, own_server):
    """[S11] the stream is opened again by itself"""
    phone, desktop = devices("Buy milk")
    own_server.restart()
    phone.add("After the restart")
    expect(desktop.row("After the restart")).to_be_visible()


@pytest.mark.long
def test_S4_offline_edits_of_one_todo_on_both_sides_are_all_kept(devices, own_server):
    """[S3] [S4] a tag on one, the title on the other, done on one, a new to-do on each"""
    phone, desktop = devices({"title": "Buy milk", "detail": "One litre"})
    own_server.stop()
    phone.open_editor("Buy milk")
    phone.write(title="Buy oat milk")
    phone.save()
    phone.add("Of the phone")
    desktop.open_editor("Buy milk")
    desktop.write(tags=["shop"])
    desktop.save()
    desktop.check("Buy milk")
    desktop.add("Of the desktop")
    own_server.start()
    for device in (phone, desktop):
        device.look_again()  # a tab tries by itself too, ever more slowly
        device.is_done("Buy oat milk")
        expect(device.row("Buy oat milk").locator(".tag")).to_have_text("shop")
        expect(device.row("Of the phone")).to_be_visible()
        expect(device.row("Of the desktop")).to_be_visible()
    todos = phone.records.wait_until(lambda all: set(all) == {"Buy oat milk", "Of the phone", "Of the desktop"})
    assert todos["Buy oat milk"]["tags"] == ["shop"] and todos["Buy oat milk"]["done"]


def test_S4_an_edit_after_a_delete_brings_the_todo_back(devices, own_server):
    """[S4] deleted here, edited there later: the edit is not lost"""
    phone, desktop = devices("Buy milk", "Old")
    own_server.stop()
    phone.swipe("Old", "left")
    expect(phone.row("Old")).to_have_count(0)
    time.sleep(0.05)  # the edit is made after the delete, by the clock that both share
    desktop.open_editor("Old")
    desktop.write(detail="Still needed")
    desktop.save()
    own_server.start()
    for device in (phone, desktop):
        device.look_again()  # a tab tries by itself too, ever more slowly
        expect(device.row("Old").locator(".row-detail")).to_have_text("Still needed")


def test_S12_what_a_merge_replaced_is_in_the_history_and_comes_back(devices, own_server):
    """[S12] both titles were edited; the later one shows, the other is found and brought back on either device"""
    phone, desktop = devices("Buy milk")
    own_server.stop()
    phone.open_editor("Buy milk")
    phone.write(title="Buy oat milk")
    phone.save()
    time.sleep(0.05)
    desktop.open_editor("Buy milk")
    desktop.write(title="Buy soy milk")
    desktop.save()
    own_server.start()
    for device in (phone, desktop):
        device.look_again()  # a tab tries by itself too, ever more slowly
        expect(device.row("Buy soy milk")).to_be_visible()
    desktop.open_editor("Buy soy milk")
    desktop.editor.get_by_role("button", name="History").click()
    page = desktop.account_screen
    expect(page.locator(".screen-value")).to_have_text(["Buy oat soy milk", "Buy soy milk"])
    assert page.locator(".screen-value").first.inner_html() == "Buy <del>oat</del> <ins>soy</ins> milk"
    expect(page.locator("li").first).to_contain_text("Chrome")
    page.get_by_role("button", name="Restore “Buy oat milk” as title").click()
    expect(page.locator(".form-notice")).to_contain_text("Restored")
    desktop.press("Escape")
    expect(page).to_have_count(0)
    expect(desktop.page.locator("#editor-title")).to_have_value("Buy oat milk")
    expect(phone.row("Buy oat milk")).to_be_visible()


def test_S12_a_text_that_was_saved_offline_and_gave_way_is_told(devices):
    """[S12] the newer text shows, a message stays and leads to the history, from which the other one comes back"""
    phone, desktop = devices("Buy milk")
    phone.page.context.set_offline(True)
    phone.open_editor("Buy milk")
    phone.write(title="Buy oat milk")
    phone.save()
    time.sleep(0.05)  # the other edit is later, by the clock that both share
    desktop.open_editor("Buy milk")
    desktop.write(title="Buy soy milk")
    desktop.save()
    desktop.records.wait_until(lambda all: "Buy soy milk" in all)
    phone.page.context.set_offline(False)
    phone.look_again()
    expect(phone.toast).to_contain_text("“Buy soy milk” was edited on another device after you.")
    phone.sees("Buy soy milk")
    phone.toast.get_by_role("button", name="History").tap()
    page = phone.account_screen
    page.get_by_role("button", name="Restore “Buy oat milk” as title").tap()
    expect(page.locator(".form-notice")).to_contain_text("Restored")
    desktop.records.wait_until(lambda all: "Buy oat milk" in all)


def test_S12_several_texts_that_gave_way_are_told_one_after_another(devices):
    """[S12] the message counts them and leads through their histories, which have both texts with no network"""
    phone, desktop = devices("Buy milk", "Buy bread")
    phone.page.context.set_offline(True)
    for device, words in ((phone, "Mine"), (desktop, "Theirs")):
        time.sleep(0.05)  # the other edits are later, by the clock that both share
        for title in ("Buy milk", "Buy bread"):
            device.open_editor(title)
            device.write(detail=f"{words}: {title}")
            device.save()
    desktop.records.wait_until(lambda todos: all("Theirs" in (todo["detail"] or "") for todo in todos.values()))
    phone.page.context.set_offline(False)
    phone.look_again()
    expect(phone.toast).to_contain_text("and 1 more were edited elsewhere after you.")
    phone.page.context.set_offline(True)
    seen = set()
    for _ in range(2):
        phone.toast.get_by_role("button", name="History").tap()
        texts = phone.account_screen.locator(".screen-value")
        expect(texts.filter(has_text="Mine")).to_have_count(1)
        seen.add(texts.filter(has_text="Mine").inner_text().split(": ")[-1])
        phone.close_account_screen()
    assert seen == {"Buy milk", "Buy bread"}
    expect(phone.toast).to_have_count(0)


def test_S3_the_device_that_changed_a_text_too_is_named(devices):
    """[S3] [A14] by the name that its person gave it"""
    phone, desktop = devices("Buy milk")
    desktop.open_account_screen()
    desktop.account_screen.get_by_role("button", name="Rename").first.click()
    desktop.page.get_by_label("Device name").fill("Küche")
    desktop.press("Enter")
    expect(desktop.account_screen.locator(".form-notice")).to_have_text("Device renamed.")
    desktop.close_account_screen()
    phone.open_editor("Buy milk")
    phone.write(detail="Mine")
    desktop.open_editor("Buy milk")
    desktop.write(detail="Theirs")
    desktop.save()
    expect(phone.editor).to_contain_text("Edited on “Küche” too.")
    expect(phone.page.locator("#editor-detail")).to_have_value("Mine")


def test_S12_the_trash_gives_back_what_was_deleted_elsewhere(devices):
    """[S12] whole, and on all devices; one click leads to the trash on a wide screen"""
    phone, desktop = devices({"title": "Buy milk", "detail": "One litre", "tags": ["shop"]}, "Other")
    phone.swipe("Buy milk", "left")
    expect(desktop.row("Buy milk")).to_have_count(0)
    desktop.page.locator(".sidebar").get_by_role("button", name="Trash").click()
    page = desktop.account_screen
    expect(page.locator("li")).to_contain_text("Buy milk")
    page.get_by_role("button", name="Restore “Buy milk”").click()
    expect(page.locator("li")).to_have_count(0)
    expect(page).to_contain_text("The trash is empty")
    desktop.page.go_back()
    expect(page).to_have_count(0)
    expect(phone.row("Buy milk").locator(".row-detail")).to_have_text("One litre")
    expect(desktop.row("Buy milk").locator(".tag")).to_have_text("shop")


def test_S12_with_no_network_the_history_shows_it_and_the_trash_works(devices, own_server):
    """[S12] the trash is on the device, the history is asked of the server"""
    phone, _ = devices("Buy milk", "Old")
    phone.swipe("Old", "left")
    phone.wait_until_synced()
    own_server.stop()
    phone.open_editor("Buy milk")
    phone.editor.get_by_role("button", name="History").click()
    again = phone.account_screen.get_by_role("button", name="Try again")
    again.wait_for()
    own_server.start()
    again.click()
    expect(phone.account_screen).to_contain_text("No earlier versions")
    own_server.stop()
    phone.page.go_back()
    phone.close_editor()
    expect(phone.page.locator(".sheet")).to_have_count(0)
    phone.open_account_menu()
    phone.page.get_by_role("menuitem", name="Trash").click()
    phone.account_screen.get_by_role("button", name="Restore “Old”").click()
    phone.press("Escape")
    expect(phone.row("Old")).to_be_visible()
    own_server.start()
