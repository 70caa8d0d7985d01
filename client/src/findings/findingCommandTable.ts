import { commandTable, inFolder } from '../editor/commandTable.js';

export const findingCommandTable = commandTable({
  'pactwright.explainRule': { palette: inFolder },
  'pactwright.ignoreFinding': { palette: false },
  'pactwright.runOperation': { palette: false },
});
