import { all, commandTable, inFolder, trusted } from '../editor/commandTable.js';

export const setUpCommandTable = commandTable({
  'pactwright.setUp': { palette: all(trusted, inFolder) },
});
