import { all, commandTable, hasItems, onEntry, onRow, onThread, trusted } from '../editor/commandTable.js';

const controller = 'commentController == pactwright.review';

export const reviewCommandTable = commandTable({
  'pactwright.review.open': {
    icon: 'diff-multiple',
    enablement: trusted,
    palette: all(trusted, hasItems),
    menus: [
      onRow('pactwright.work', 'item', 'inline@1', trusted),
      onRow('pactwright.trace', 'item', '1_trace@5', trusted),
      ...onEntry(/^entry item /, '2_work@4', { alone: true, writes: true }),
    ],
  },
  'pactwright.review.comment': {
    enablement: '!commentIsEmpty',
    palette: false,
    menus: [{ menu: 'comments/commentThread/context', when: controller, group: 'inline@1' }],
  },
  'pactwright.review.send': {
    icon: 'send',
    enablement: trusted,
    palette: false,
    menus: [onThread(controller, 'open', 'navigation@1')],
  },
  'pactwright.review.resolve': {
    icon: 'pass',
    palette: false,
    menus: [onThread(controller, 'open', 'navigation@2'), onThread(controller, 'sent', 'navigation@2')],
  },
  'pactwright.review.reopen': {
    icon: 'issue-reopened',
    palette: false,
    menus: [onThread(controller, 'resolved', 'navigation@2')],
  },
  'pactwright.review.delete': {
    icon: 'trash',
    palette: false,
    menus: [...['open', 'sent', 'resolved'].map((state) => onThread(controller, state, 'navigation@3'))],
  },
});
