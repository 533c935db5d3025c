"""Typed text that is not saved: typing it, and waiting until the disk has it."""

# Counts what is being sealed and written. In between nothing but promises runs, so a timer that finds nothing under way
# finds all of it on the disk.
WATCH = """
window.writing = 0;
// The empty document that a browser begins with is not secure, and has no disk.
const seal = crypto.subtle && crypto.subtle.encrypt.bind(crypto.subtle);
if (seal) {
  crypto.subtle.encrypt = async (...given) => {
    window.writing += 1;
    try { return await seal(...given); } finally { window.writing -= 1; }
  };
}
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (...given) {
  const change = begin.apply(this, given);
  if (change.mode === 'readonly') return change;
  window.writing += 1;
  const over = () => { window.writing -= 1; };
  for (const end of ['complete', 'abort']) change.addEventListener(end, over);
  return change;
};
"""

# Timers fire in their order, however late: the one that keeps what was typed is set to less than this. A write that has
# ended may begin the next one a few turns later, so it is over once nothing was written for some turns.
KEPT = """async () => {
  const wait = span => new Promise(done => setTimeout(done, span));
  await wait(300);
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await new Promise(requestAnimationFrame);
    for (let turn = 0; turn < 3; turn += 1) await wait(0);
    for (; window.writing; quiet = 0) await wait(5);
  }
}"""


def watch(person):
    """To be called before the tab opens."""
    person.page.context.add_init_script(WATCH)


def wait_until_kept(person):
    """Until the disk has what was typed."""
    person.page.evaluate(KEPT)


WAYS = ("reload", "close", "server", "session", "tab")


def end(person, way="close"):
    """The tab ends, and the same person is at Daybook again.

    - reload, close: the tab alone. A tab that was closed opens again at Daybook's first address.
    - server: the tab is closed while the server is gone.
    - session: the session is ended from another device.
    - tab: another tab logs out.
    """
    wait_until_kept(person)
    if way == "reload":
        return person.reload()
    if way == "close":
        return _close(person)
    if way == "server":
        person.server.kill()
        _close(person)
        person.server.start()
        return person.look_again()
    if way == "session":
        status, _ = person.server.request("DELETE", "/api/v1/sessions/current", token=person.token)
        assert status == 204
        person.look_again()
    else:
        other = person.another_tab()
        other.wait_for_list()
        other.turn_here().log_out()
        person.turn_here()
    person.page.locator("#login").wait_for()
    if way == "tab":
        other.page.close()
    person.come_in()


def _close(person):
    # A context without a tab would be over.
    page = person.page.context.new_page()
    person.page.close()
    person.page = page
    person.open()
    person.wait_for_list()
