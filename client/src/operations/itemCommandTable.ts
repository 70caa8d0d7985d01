import { all, commandTable, hasBoard, hasGit, hasItems, inViewTitle, trusted } from '../editor/commandTable.js';

export const quickAddCommandTable = commandTable({
  'pactwright.newItem': {
    icon: 'add',
    palette: all(trusted, hasBoard),
    menus: [inViewTitle('pactwright.board', 'navigation@1', trusted, hasBoard)],
  },
});

export const itemCommandTable = commandTable({
  'pactwright.findItem': {
    palette: hasItems,
    menus: [inViewTitle('pactwright.board', '1_show@0', hasBoard)],
  },
  'pactwright.setStatus': { palette: all(trusted, hasItems) },
  'pactwright.startBranch': { palette: all(trusted, hasItems, hasGit) },
  'pactwright.newTestCase': { palette: all(trusted, hasItems) },
});

export const mergeDriverCommandTable = commandTable({
  'pactwright.mergeDriver.install': {
    enablement: trusted,
    palette: all(trusted, hasBoard, hasGit),
    menus: [inViewTitle('pactwright.board', '3_git@1', trusted, hasBoard)],
  },
  'pactwright.mergeDriver.uninstall': {
    enablement: trusted,
    palette: all(trusted, hasBoard, hasGit),
    menus: [inViewTitle('pactwright.board', '3_git@2', trusted, hasBoard)],
  },
});
