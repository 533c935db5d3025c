"""[S3] [S5] [S8] [S12] Two browsers and a program that write through a network which delays, cuts, doubles and truncates."""

import pytest
from playwright.sync_api import expect

from devices import Program
from faults import SYNC_FAULTS, Proxy
from notes import wait_until
from records import Records
from seeds import seeded

ROUNDS = 6

ROWS = """() => Object.fromEntries([...document.querySelectorAll('[data-row]')].map(row => {
  const text = selector => [...row.querySelectorAll(selector)].map(element => element.textContent).join(' ');
  const done = row.querySelector('.check').getAttribute('aria-checked') === 'true';
  return [row.dataset.key, [text('.row-title'), text('.row-detail'), text('.tag'), done]];
}))"""


class Writer:
    """A person at one of the two browsers, and what they have written."""

    def __init__(self, person, number):
        self.person, self.number = person, number
        person.show_completed()
        self.own = {}

    def add(self, round):
        title = f"Of {self.number} in {round}"
        self.person.add(title)
        self.own[title] = False

    def mark_and_delete(self, random):
        marked, deleted = random.sample(sorted(self.own), 2)
        self.person.check(marked)
        self.own[marked] = not self.own[marked]
        self.person.row(deleted).press("Delete")
        del self.own[deleted]

    def edit(self, id, **fields):
        self.person.page.locator(f'[data-row][data-key="{id}"] .row-body').click()
        self.person.editor.wait_for()
        self.person.write(**fields)
        self.person.save()


def items(server, token, path):
    status, answer = server.request("GET", f"/api/v1/{path}?limit=500", token=token)
    assert status == 200 and not answer.get("next"), answer
    return answer["items"]


def arrive(proxy, people, own_server):
    """Two browsers of one person behind the proxy, with to-dos of which they will edit one a round each, and fight over one."""
    first, second = (people("desktop", proxy) for _ in range(2))
    second.account = first.account
    records = Records(own_server, first.account)
    ids = records.seed([f"Shared {number}" for number in range(2 * ROUNDS)])
    for person in (first, second):
        person.sign_in()
        expect(person.rows).to_have_count(len(ids))
    return records, ids[:ROUNDS], ids[ROUNDS:], [Writer(first, 1), Writer(second, 2)]


def write_through_it(proxy, writers, program, shared, fought, random):
    """Rounds of work, and more of them until each kind of fault was met."""
    one, two = writers
    round = 0
    while round < ROUNDS or min(proxy.met[fault.__name__] for fault in SYNC_FAULTS) == 0:
        for writer in writers:
            writer.add(round)
            if round % 2:
                writer.mark_and_delete(random)
        program.step()
        if round < ROUNDS:
            one.edit(shared[round], detail=f"Detail of {round}")
            two.edit(shared[round], tags=[f"tag{round}"])
            for writer in writers:
                writer.edit(fought[round], title=f"Won by {writer.number} in {round}")
        if round == ROUNDS // 2:
            two.person.reload()
        for writer in writers:
            writer.person.look_again()
        round += 1


def check_what_each_wrote_alone(todos, writers, program):
    by_title = {todo["title"]: todo for todo in todos.values()}
    for writer in writers:
        for title, done in writer.own.items():
            assert by_title[title]["done"] == done
    for id, values in program.todos.items():
        assert {name: todos[id][name] for name in values} == values


def check_what_both_wrote(todos, shared, fought, history):
    """Each another field, and both the same: then the title that lost is in the history, once."""
    for round, id in enumerate(shared):
        assert (todos[id]["detail"], todos[id]["tags"]) == (f"Detail of {round}", [f"tag{round}"])
    for round, id in enumerate(fought):
        titles = {f"Won by 1 in {round}", f"Won by 2 in {round}"}
        entries = [(item["field"], str(item["value"]), item["at"], str(item["device"])) for item in history(id)]
        assert len(entries) == len(set(entries))
        assert todos[id]["title"] in titles
        assert titles - {todos[id]["title"]} <= {value for field, value, *_ in entries if field == "title"}


@pytest.mark.long
@pytest.mark.bad_network
def test_S5_S8_two_browsers_and_a_program_agree_after_a_bad_network(people, own_server):
    """[S3] [S5] [S8] [S12] nothing is lost or doubled, and both browsers show what the server has"""
    random = seeded()
    with Proxy(own_server, random) as proxy:
        records, shared, fought, writers = arrive(proxy, people, own_server)
        program = Program(proxy, records.token, random, doubled=True)
        proxy.storm()
        write_through_it(proxy, writers, program, shared, fought, random)
        proxy.calm()
        print(dict(proxy.met))
        for writer in writers:
            writer.person.look_again()
            writer.person.wait_until_synced()
        todos = {todo["id"]: todo for todo in items(own_server, records.token, "todos")}
        check_what_each_wrote_alone(todos, writers, program)
        check_what_both_wrote(todos, shared, fought, lambda id: items(own_server, records.token, f"history/todo/{id}"))
        count = sum(len(writer.own) for writer in writers) + len(program.todos) + len(shared) + len(fought)
        assert len(todos) == count
        shown = {
            todo["id"]: [todo["title"], todo["detail"] or "", " ".join(todo["tags"]), todo["done"]]
            for todo in todos.values()
        }
        for writer in writers:
            writer.person.look_again()  # the last edits of the other one came after it had synced
            expect(writer.person.rows).to_have_count(count)
            wait_until(
                lambda person=writer.person: person.page.evaluate(ROWS) == shown,
                "what the server has",
                pause=lambda person=writer.person: person.pause(0.1),
            )
