import { all, commandTable, hasBoard, inFolder, inViewTitle, trusted } from '../editor/commandTable.js';

export const quickAddCommandTable = commandTable({
  'pactwright.newItem': {
    icon: 'add',
    palette: all(trusted, hasBoard),
    menus: [inViewTitle('pactwright.board', 'navigation@1', trusted, hasBoard)],
  },
});

export const itemCommandTable = commandTable({
  'pactwright.setStatus': { palette: all(trusted, inFolder) },
  'pactwright.startBranch': { palette: all(trusted, inFolder) },
  'pactwright.newTestCase': { palette: all(trusted, inFolder) },
});

export const mergeDriverCommandTable = commandTable({
  'pactwright.mergeDriver.install': {
    enablement: trusted,
    palette: true,
    menus: [inViewTitle('pactwright.board', '3_git@1', trusted, hasBoard)],
  },
  'pactwright.mergeDriver.uninstall': {
    enablement: trusted,
    palette: true,
    menus: [inViewTitle('pactwright.board', '3_git@2', trusted, hasBoard)],
  },
});
