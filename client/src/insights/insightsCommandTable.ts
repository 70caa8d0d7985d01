import { all, commandTable, hasGit, hasProject, trusted } from '../editor/commandTable.js';

export const insightsCommandTable = commandTable({
  'pactwright.openInsights': {
    icon: 'graph-line',
    palette: all(trusted, hasProject, hasGit),
  },
});
