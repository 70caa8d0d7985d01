import { all, commandTable, inFolder, trusted } from '../editor/commandTable.js';

export const healthCommandTable = commandTable({
  'pactwright.showDoctor': { icon: 'heart', palette: all(inFolder, trusted) },
  'pactwright.showRegression': { icon: 'beaker', palette: all(inFolder, trusted) },
  'pactwright.showCoverage': { icon: 'shield', palette: all(inFolder, trusted) },
  // Buttons of the page.
  'pactwright.fixHealthFinding': { palette: false },
  'pactwright.openHealthPlace': { palette: false },
  'pactwright.examineAgain': { palette: false },
});
