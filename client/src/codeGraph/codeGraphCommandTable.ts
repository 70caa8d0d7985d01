import { all, commandTable, inFolder, onCard, onEntryRow, onRow, trusted } from '../editor/commandTable.js';

export const codeGraphCommandTable = commandTable({
  'pactwright.showCodeGraph': { icon: 'type-hierarchy', palette: all(inFolder, trusted) },
  'pactwright.showCodeGraphOfFile': { palette: all(inFolder, trusted, 'resourceScheme == file') },
  'pactwright.showCodeGraphOfItem': {
    palette: false,
    menus: [
      onRow('pactwright.trace', 'item', '1_trace@2', trusted),
      onEntryRow(/^entry item /, '4_trace@9', { alone: true, writes: true }),
      onCard(/^entry item /, '4_trace@9', { alone: true, writes: true }),
    ],
  },
});
