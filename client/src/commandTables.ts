import { commandTable, hasFindings, hasProject, inFolder, inViewTitle } from './editor/commandTable.js';

export const serverCommandTable = commandTable({
  'pactwright.restartServer': { palette: true },
  'pactwright.showLog': { palette: true },
  'pactwright.lintWorkspace': { palette: hasProject },
});

export const walkthroughCommandTable = commandTable({
  'pactwright.openWalkthrough': { palette: true },
  'pactwright.makeExample': { palette: true },
  'pactwright.goToFinding': { palette: hasFindings },
});

export const viewCommandTable = commandTable({
  'pactwright.showView': {
    palette: inFolder,
    menus: [inViewTitle('pactwright.board', '2_views@1', inFolder), inViewTitle('pactwright.work', '2_views@1')],
  },
});
