import { commandTable, inRepository } from '../editor/commandTable.js';

export const insightsCommandTable = commandTable({
  'pactwright.openInsights': {
    icon: 'graph-line',
    palette: inRepository,
  },
});
