"""The line that adds a to-do: what reading it costs at each keystroke."""

from pages import DESKTOP
from person import Person

SLOWER = 4
ROUNDS = 20
LINES = {
    "a title alone": "Pay the rent of the house by the sea",
    "a time, a tag": "Pay rent tomorrow 9am #home",
    "five pieces": "Water the plants every 2 weeks on monday and friday at 17:30 by 25 dec #home #garden",
}

# Each keystroke is one event, which the web app has answered when dispatching it returns; drawing comes with the next frame
# and is left out. The clock of a tab is coarse, so that all keystrokes of some rounds are timed together.
TYPE = """async ([line, rounds]) => {
  const field = document.querySelector('#quick-add');
  const type = text => {
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  let spent = 0;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    for (let length = 1; length <= line.length; length += 1) type(line.slice(0, length));
    spent += performance.now() - start;
    type('');
    await new Promise(done => setTimeout(done, 50));
  }
  return spent / rounds / line.length;
}"""


def measure(table, browser, server):
    table.section(f"The line that adds, a keystroke's script, processor {SLOWER}× slower")
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    Person(page, server, touch=False).sign_up()
    page.wait_for_selector("#quick-add")
    page.evaluate(TYPE, ["Warm up tomorrow 9am", ROUNDS])
    costs = {name: page.evaluate(TYPE, [line, ROUNDS]) * SLOWER for name, line in LINES.items()}
    for name, cost in costs.items():
        table.add(f"a keystroke of {name}", cost, "ms", 1)
    plain, full = costs["a title alone"], costs["five pieces"]
    table.add("five pieces to a title alone", full / plain, "×")
    context.close()
