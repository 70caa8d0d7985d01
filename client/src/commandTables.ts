import { commandTable, hasProject, inFolder } from './editor/commandTable.js';

export const serverCommandTable = commandTable({
  'pactwright.restartServer': { palette: true },
  'pactwright.showLog': { palette: true },
  'pactwright.lintWorkspace': { palette: inFolder },
});

export const walkthroughCommandTable = commandTable({
  'pactwright.openWalkthrough': { palette: true },
  'pactwright.makeExample': { palette: true },
  'pactwright.goToFinding': { palette: hasProject },
});
