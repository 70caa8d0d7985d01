import { all, commandTable, either, hasFindings, inFolder, inViewTitle, trusted } from '../editor/commandTable.js';

export const findingCommandTable = commandTable({
  'pactwright.explainRule': { palette: inFolder },
  'pactwright.ignoreFinding': { palette: false },
  'pactwright.runOperation': { palette: false },
  'pactwright.adopt': { palette: all(trusted, either(hasFindings, 'pactwright.hiddenFindings > 0')) },
  'pactwright.showHiddenFindings': {
    palette: all('pactwright.hiddenFindings > 0', '!pactwright.showsHiddenFindings'),
    menus: [
      inViewTitle(
        'pactwright.board',
        '4_findings@1',
        'pactwright.hiddenFindings > 0',
        '!pactwright.showsHiddenFindings',
      ),
    ],
  },
  'pactwright.hideKnownFindings': {
    palette: 'pactwright.showsHiddenFindings',
    menus: [inViewTitle('pactwright.board', '4_findings@1', 'pactwright.showsHiddenFindings')],
  },
});
