import { all, commandTable, hasItems, inViewTitle, onRow } from '../editor/commandTable.js';

export const traceCommandTable = commandTable({
  'pactwright.showMatrix': {
    icon: 'table',
    palette: hasItems,
    menus: [inViewTitle('pactwright.trace', 'navigation@2')],
  },
  'pactwright.trace.showMatrixOfItem': {
    icon: 'table',
    palette: false,
    menus: [onRow('pactwright.trace', 'item', 'inline@1')],
  },
  'pactwright.trace.showImpact': {
    icon: 'references',
    palette: false,
    menus: [onRow('pactwright.trace', /^(item|requirement)$/, '1_trace@1')],
  },
  'pactwright.showReferences': { palette: false },
  'pactwright.openTrace': { palette: false },
  'pactwright.openCommit': { palette: false },
});

export const traceTreeCommandTable = commandTable({
  'pactwright.trace.showGapsOnly': {
    icon: 'filter',
    palette: all('pactwright.traceItems > 0', '!pactwright.trace.gapsOnly'),
    menus: [inViewTitle('pactwright.trace', 'navigation@1', '!pactwright.trace.gapsOnly')],
  },
  'pactwright.trace.showAll': {
    icon: 'filter-filled',
    palette: all('pactwright.traceItems > 0', 'pactwright.trace.gapsOnly'),
    menus: [inViewTitle('pactwright.trace', 'navigation@1', 'pactwright.trace.gapsOnly')],
  },
});
