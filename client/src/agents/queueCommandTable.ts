import { all, commandTable, hasItems, inViewTitle, onEntry, onRow, trusted } from '../editor/commandTable.js';

const hasQueue = 'pactwright.queue.entries > 0';
const isRunning = 'pactwright.queue.running';
const work = 'pactwright.work';

export const queueCommandTable = commandTable({
  'pactwright.queue.add': {
    icon: 'add',
    enablement: trusted,
    palette: all(trusted, hasItems),
    menus: [
      onRow('pactwright.trace', 'item', '1_trace@4', trusted),
      onRow(work, 'item', '2_work@1', trusted),
      ...onEntry(/^entry item /, '2_work@3', { writes: true }),
    ],
  },
  'pactwright.queue.runPhase': {
    enablement: trusted,
    palette: false,
    menus: onEntry(/^entry item /, '2_work@5', { writes: true }),
  },
  'pactwright.queue.start': {
    icon: 'run-all',
    enablement: all(trusted, `!${isRunning}`),
    palette: all(trusted, hasQueue, `!${isRunning}`),
    menus: [
      inViewTitle(work, 'navigation@1', trusted, hasQueue, `!${isRunning}`),
      onRow(work, /^queue idle/, 'inline@1', trusted),
    ],
  },
  'pactwright.queue.pause': {
    icon: 'debug-pause',
    enablement: all(trusted, isRunning),
    palette: all(trusted, isRunning),
    menus: [inViewTitle(work, 'navigation@1', trusted, isRunning), onRow(work, /^queue running/, 'inline@1', trusted)],
  },
  'pactwright.queue.remove': {
    icon: 'close',
    enablement: trusted,
    palette: false,
    menus: [onRow(work, /^queued /, 'inline@1'), onRow(work, /^queued /, '2_work@3')],
  },
  'pactwright.queue.moveUp': {
    enablement: trusted,
    palette: false,
    menus: [onRow(work, /^queued /, '2_work@1')],
  },
  'pactwright.queue.moveDown': {
    enablement: trusted,
    palette: false,
    menus: [onRow(work, /^queued /, '2_work@2')],
  },
  'pactwright.queue.removeDone': {
    icon: 'clear-all',
    enablement: trusted,
    palette: all(trusted, hasQueue),
    menus: [onRow(work, /^queue /, '2_work@1')],
  },
});
