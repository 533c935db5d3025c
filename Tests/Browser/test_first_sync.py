"""[S5] [S8] A first sync of five thousand to-dos that is cut at twenty places, and still ends equal."""

import collections
import json

import pytest
from playwright.sync_api import expect

from faults import SYNC, Proxy
from records import Records
from seeds import seeded

TODOS = 5_000
LIMIT = 1_000  # in an answer
PAGES = TODOS // LIMIT
CUTS = 20

# Every row that shows while the list is scrolled from one end to the other: its text, by its key.
SCROLL = """async () => {
  const scroller = document.querySelector('[data-scroller]');
  const found = {};
  const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)));
  scroller.scrollTop = 0;
  for (;;) {
    await frame();
    await frame();
    for (const row of document.querySelectorAll('[data-row]')) {
      const text = selector => [...row.querySelectorAll(selector)].map(element => element.textContent).join(' ');
      found[row.dataset.key] = [text('.row-title'), text('.row-detail'), text('.tag')].join(' | ');
    }
    const before = scroller.scrollTop;
    scroller.scrollTop += scroller.clientHeight * 2; // as many rows as show are there above and below
    if (scroller.scrollTop === before) return found;
  }
}"""


class Cuts:
    """Where answers are cut: each page of the list so many times, behind any of its bytes, before it comes through."""

    def __init__(self, random):
        self.random = random
        self.left = collections.Counter(random.randrange(PAGES) for _ in range(CUTS))
        self.made = []

    @property
    def are_over(self):
        return all(count <= 0 for count in self.left.values())

    def plan(self, exchange):
        if exchange.path != SYNC:
            return None
        page = json.loads(exchange.body)["cursor"] // LIMIT
        if self.left[page] <= 0:
            return None
        self.left[page] -= 1
        return lambda exchange, random: self.cut(page, exchange, random)

    def cut(self, page, exchange, random):
        answer = exchange.ask()
        length = random.randrange(len(answer))
        self.made.append(f"{length} of {len(answer)} bytes of page {page}")
        exchange.answer(answer[:length])
        exchange.cut()


def five_thousand():
    tags = ["home", "shop", "work"]
    return [
        {"title": f"Errand {number}", "detail": f"Detail {number * 7}", "tags": [tags[number % 3]]}
        for number in range(TODOS)
    ]


def shown(person):
    """All rows of the list, by the ids of their to-dos."""
    person.page.set_viewport_size({"width": 480, "height": 4_000})
    return person.page.evaluate(SCROLL)


@pytest.mark.long
@pytest.mark.bad_network
def test_S5_a_first_sync_that_is_cut_at_twenty_places_ends_equal(people, own_server):
    """[S5] [S8] cut within answers; at three of the cuts the tab is loaded again as well"""
    random = seeded()
    cuts = Cuts(random)
    reloads = sorted(random.sample(range(1, CUTS), 3))
    with Proxy(own_server, random, plan=cuts.plan) as proxy:
        person = people("desktop", proxy)
        person.records = Records(own_server, person.account)
        person.records.seed(five_thousand())
        proxy.storm()
        person.sign_in()
        while reloads or not cuts.are_over:
            if reloads and reloads[0] <= len(cuts.made):
                reloads.pop(0)
                person.reload()
            # The tab tries again after seconds, and at once when somebody comes back to it.
            person.look_again()
            person.page.wait_for_timeout(100)
        proxy.calm()
        expect(person.count).to_contain_text(f"{TODOS:,}")
        print("cut after", *cuts.made, sep="\n")
        assert len(cuts.made) >= CUTS
        # The tab shows now what it reads from the disk.
        person.reload()
        server = {
            todo["id"]: f"{title} | {todo['detail']} | {' '.join(todo['tags'])}"
            for title, todo in person.records.todos().items()
        }
        assert len(server) == TODOS
        assert shown(person) == server


@pytest.mark.bad_network
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_L7_a_new_device_does_not_say_that_there_is_nothing(people, own_server, size):
    """[L7] while the answer takes long, and while the server cannot be reached; a new to-do shows meanwhile"""
    first = people("desktop", own_server).arrive("Buy milk")
    second = people(size, own_server)
    second.account, second.records = first.account, first.records
    held, isRefused = [], []
    second.page.context.route("**/api/v1/sync", lambda route: route.abort() if isRefused else held.append(route))
    second.sign_in()
    expect(second.page.locator(".coming")).to_be_visible()
    expect(second.page.get_by_text("A clear page")).to_have_count(0)
    expect(second.count).to_have_text("")
    isRefused.append(True)
    for route in held:
        route.abort()
    expect(second.page.get_by_text("Nothing on this device yet")).to_be_visible()
    expect(second.page.locator(".coming")).to_have_count(0)
    second.add("Of the train")
    expect(second.row("Of the train")).to_be_visible()
    second.go_to("Notes")
    expect(second.page.get_by_text("Not everything is on this device yet")).to_be_visible()
    second.go_to("To-dos" if size == "phone" else "All")
    second.page.context.unroute("**/api/v1/sync")
    second.look_again()
    expect(second.row("Buy milk")).to_be_visible()
    expect(second.count).to_have_text("2 to-dos")
