/** The parts of the host that have a state of their own, connected with Swift and with each other. */

import { makeDisk } from '../disk.js';
import { makeReminders } from '../notify.js';
import { makeSecondPart } from '../secondpart.js';
import { makeTabs } from '../tabs.js';
import { later, tick } from './frames.js';
import { deliver, emit, swift } from './module.js';
import { request } from './request.js';

export const disk = makeDisk(event, () => tabs.grew());
export const tabs = makeTabs(emit, disk.lease);
export const second = makeSecondPart({ deliver, emit, disk, later, request, tick });
export const reminders = makeReminders(emit);

/** An event of the disk. When an account's vault has been read, this tab joins the account's tabs. */
export function event(told, bytes) {
  deliver(told, bytes);
  if (swift && tabs.isApart() && disk.whose()) {
    tabs.join(disk.whose(), disk.catchUp);
    later(disk.catchUp); // what other tabs appended since it was read
    second.opened();
    reminders.opened();
  }
}
