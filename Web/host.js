/**
 * The part of the web app that cannot be Swift, and its start: it loads the WebAssembly module and begins a new instance when
 * a person leaves. `host/commands.js` has what Swift tells the host to do; `host/input.js`, `host/keys.js` and
 * `host/environment.js` have what the host tells Swift.
 */

import { commands, forget } from './host/commands.js';
import { entry, habits, online, armMidnight, zone } from './host/environment.js';
import { later } from './host/frames.js';
import './host/input.js';
import './host/keys.js';
import { complete, connect, disconnect, emit, imports, stop } from './host/module.js';
import { disk, event, reminders, second, tabs } from './host/parts.js';
import { notifying } from './notify.js';
import { isWhole, load, loadRest, open } from './rest.js';
import { others, place } from './tabs.js';
import { tell } from './tell.js';
import { wait } from './wait.js';

let where; // this tab's tab number
const otherTabs = () => others(where, number => emit(tell.tabEnded, String(number)));

/**
 * @param {string} after why the account was left just now; empty at a launch.
 * @param {number} tabsOpen the other tabs' numbers, a bit each
 */
function begin(exports, after, tabsOpen) {
  connect(exports);
  const [path, depth] = entry();
  emit(tell.start, path, online(), zone(), after, where, ...notifying(), depth, String(tabsOpen), ...habits());
}

/** The server got another version between the two parts of the module. */
function startAgain(error) {
  if (performance.navigation.type === performance.navigation.TYPE_RELOAD) stop(error);
  location.reload();
}

async function start() {
  const [exports, found, free] = await Promise.all([load(imports), disk.look(), place()]);
  where = free;
  if (isWhole()) await Promise.race([second.load(), wait(1000)]); // what opens needs it
  armMidnight();
  begin(exports, '', await otherTabs());
  event(...found);
  later(() => second.load().then(loadRest).then(complete).catch(startAgain));
  const wide = window.matchMedia('(min-width: 75em)');
  const widen = () => wide.matches && import('./split.js');
  wide.addListener(widen);
  widen();
}

const LEFT = 'daybook-left';

/** A log-out, or the end of the account or session: the module's whole memory is dropped, and a new instance begins. */
async function leave(reason, unsent) {
  disconnect();
  forget();
  await second.leave();
  const gone = reminders.leave();
  const id = await disk.leave(reason, unsent); // first: the rest may have to wait
  if (!reason.startsWith('ended') && id) { // the change of the value alone is the message to other tabs
    try {
      localStorage.setItem(LEFT, `${id} ${Date.now()}`);
      localStorage.removeItem(LEFT);
    } catch (_) { /* no storage: they learn of it from the server */ }
  }
  await gone;
  tabs.part(); // only now: the next leader would call the server for an account that was left
  history.replaceState(history.state, '', '/');
  begin(await open(), reason, await otherTabs());
  complete();
}

commands.leave = ([, reason, unsent]) => later(() => leave(reason, unsent).catch(stop));
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === LEFT && newValue) emit(tell.left, newValue.split(' ')[0]);
});

start().catch(stop);
