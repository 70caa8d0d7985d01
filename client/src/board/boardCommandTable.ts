import {
  all,
  commandTable,
  hasBoard,
  inFolder,
  inViewTitle,
  onCard,
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
    menus: [
      onCard('1_open@1', 'hasSpec'),
      onRow('pactwright.board', /^entry item spec /, 'inline@1'),
      onRow('pactwright.board', /^entry item spec /, '1_open@1', oneRow),
    ],
  },
  'pactwright.board.openEntry': {
    palette: false,
    menus: [onCard('1_open@2'), onRow('pactwright.board', /^entry item /, '1_open@2', oneRow)],
  },
  'pactwright.board.openTrace': {
    palette: false,
    menus: [onCard('1_open@3', 'hasId'), onRow('pactwright.board', /^entry item /, '1_open@3', oneRow)],
  },
  'pactwright.board.askDone': {
    palette: false,
    menus: [
      onCard('2_work@2', 'hasId', 'canWrite', "section == 'inProgress'"),
      onRow('pactwright.board', /^entry item .*inProgress/, '2_work@2', oneRow, trusted),
    ],
  },
  'pactwright.board.move': {
    icon: 'arrow-right',
    palette: false,
    menus: [onCard('2_work@1', 'hasId', 'canWrite'), onRow('pactwright.board', /^entry item /, '2_work@1', trusted)],
  },
  'pactwright.board.addTask': {
    palette: false,
    menus: [
      onCard('3_edit@1', 'hasId', 'canWrite'),
      onRow('pactwright.board', /^entry item /, '3_edit@1', oneRow, trusted),
    ],
  },
  'pactwright.board.editTitle': {
    palette: false,
    menus: [onRow('pactwright.board', /^entry item /, '3_edit@2', oneRow, trusted)],
  },
  'pactwright.board.copyId': {
    palette: false,
    menus: [onCard('5_cutcopypaste@1', 'hasId'), onRow('pactwright.board', /^entry item /, '5_cutcopypaste@1')],
  },
  'pactwright.board.archive': {
    palette: false,
    menus: [
      onCard('7_modification@0', 'hasId', 'canWrite', "section == 'done'"),
      onRow('pactwright.board', /^entry item .*finished/, '7_modification@0', trusted),
    ],
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
    menus: [
      onCard('7_modification@1', 'hasId', 'canWrite'),
      onRow('pactwright.board', /^entry item /, '7_modification@1', trusted),
    ],
  },
});

export const newBoardCommandTable = commandTable({
  'pactwright.newBoard': {
    enablement: trusted,
    palette: all(trusted, inFolder),
  },
});
