import { all, commandTable, inFolder, onCard, onEntryRow, onRow, trusted } from '../editor/commandTable.js';

export const codeGraphCommandTable = commandTable({
  'pactwright.showCodeGraph': { icon: 'type-hierarchy', palette: all(inFolder, trusted) },
  'pactwright.showCodeGraphOfFile': {
    // The languages whose imports are read.
    palette: all(
      inFolder,
      trusted,
      'resourceScheme == file',
      'resourceExtname =~ /^\\.(?:[cm]?[jt]s|[jt]sx|py|go|rs)$/',
    ),
  },
  'pactwright.showCodeGraphOfItem': {
    palette: false,
    menus: [
      onRow('pactwright.trace', 'item', '1_trace@2', trusted),
      onEntryRow(/^entry item /, '4_trace@9', { alone: true, writes: true }),
      onCard(/^entry item /, '4_trace@9', { alone: true, writes: true }),
    ],
  },
});
