import {
  all,
  commandTable,
  either,
  hasBoard,
  inFolder,
  inViewTitle,
  onEntry,
  onEntryRow,
  onRow,
  oneRow,
  trusted,
} from '../editor/commandTable.js';

export const boardCommandTable = commandTable({
  'pactwright.board.filter': {
    icon: 'filter',
    palette: hasBoard,
    menus: [
      inViewTitle('pactwright.board', 'navigation@2', hasBoard, '!pactwright.board.narrowed'),
      inViewTitle('pactwright.board', '1_show@1', hasBoard, 'pactwright.board.narrowed'),
    ],
  },
  'pactwright.board.sort': {
    icon: 'list-ordered',
    palette: hasBoard,
    menus: [inViewTitle('pactwright.board', '1_show@2', hasBoard)],
  },
  'pactwright.board.showMine': {
    icon: 'account',
    palette: all('pactwright.board.developer', '!pactwright.board.mine'),
    menus: [inViewTitle('pactwright.board', '1_show@3', 'pactwright.board.developer', '!pactwright.board.mine')],
  },
  'pactwright.board.showEverybody': {
    icon: 'organization',
    palette: all('pactwright.board.developer', 'pactwright.board.mine'),
    menus: [inViewTitle('pactwright.board', '1_show@3', 'pactwright.board.developer', 'pactwright.board.mine')],
  },
  'pactwright.board.showAll': {
    icon: 'clear-all',
    palette: 'pactwright.board.narrowed',
    menus: [inViewTitle('pactwright.board', 'navigation@2', 'pactwright.board.narrowed')],
  },
  'pactwright.board.show': {
    palette: false,
    menus: [onRow('pactwright.trace', 'item', '1_trace@2', hasBoard)],
  },
  'pactwright.board.openSpec': {
    icon: 'go-to-file',
    palette: false,
    menus: [onEntryRow(/^entry item spec /, 'inline@1'), ...onEntry(/^entry item spec /, '1_open@1', { alone: true })],
  },
  'pactwright.board.openEntry': {
    palette: false,
    menus: onEntry(/^entry item /, '1_open@2', { alone: true }),
  },
  'pactwright.board.openTrace': {
    palette: false,
    menus: onEntry(/^entry item /, '1_open@3', { alone: true }),
  },
  'pactwright.board.showFindings': {
    palette: false,
    menus: onEntry(/^entry item .*findings/, '1_open@4', { alone: true }),
  },
  'pactwright.board.askDone': {
    palette: false,
    menus: onEntry(/^entry item .*inProgress/, '2_work@2', { alone: true, writes: true }),
  },
  'pactwright.board.move': {
    icon: 'arrow-right',
    palette: false,
    menus: onEntry(/^entry item /, '2_work@1', { writes: true }),
  },
  'pactwright.board.addTask': {
    palette: false,
    menus: onEntry(/^entry item /, '3_edit@1', { alone: true, writes: true }),
  },
  'pactwright.board.editTitle': {
    palette: false,
    menus: [onEntryRow(/^entry item /, '3_edit@2', { alone: true, writes: true })],
  },
  'pactwright.board.copyId': {
    palette: false,
    menus: onEntry(/^entry item /, '5_cutcopypaste@1'),
  },
  'pactwright.board.archive': {
    palette: false,
    menus: onEntry(/^entry item .*finished/, '7_modification@0', { writes: true }),
  },
  'pactwright.board.archiveDone': {
    palette: false,
    menus: [onRow('pactwright.board', 'section done', '7_modification@0', trusted)],
  },
  'pactwright.board.editTask': {
    palette: false,
    menus: [onRow('pactwright.board', /^task item/, '3_edit@1', oneRow, trusted)],
  },
  'pactwright.board.removeTask': {
    palette: false,
    menus: [onRow('pactwright.board', /^task item/, '7_modification@1', oneRow, trusted)],
  },
  'pactwright.board.remove': {
    palette: false,
    menus: onEntry(/^entry item /, '7_modification@1', { writes: true }),
  },
});

export const newBoardCommandTable = commandTable({
  'pactwright.newBoard': {
    enablement: trusted,
    // Of several folders one may still lack a board.
    palette: all(trusted, inFolder, either('!pactwright.boards', 'workspaceFolderCount > 1')),
  },
});
