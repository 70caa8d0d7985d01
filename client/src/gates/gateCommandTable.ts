import { all, commandTable, hasItems, inViewTitle, onRow, trusted } from '../editor/commandTable.js';

export const gateCommandTable = commandTable({
  'pactwright.gates.ask': {
    icon: 'play',
    palette: all(trusted, hasItems),
    menus: [
      inViewTitle('pactwright.gates', 'navigation@1', trusted, 'pactwright.gates.rows >= 0'),
      onRow('pactwright.gates', /^item (new|asked)/, 'inline@2'),
      onRow('pactwright.gates', /^item (new|asked)/, '1_ask@1'),
    ],
  },
  'pactwright.gates.askAgain': {
    icon: 'refresh',
    palette: false,
    menus: [
      onRow('pactwright.gates', /^item (new|asked)/, '1_ask@2'),
      onRow('pactwright.gates', /^condition/, 'inline@2'),
      onRow('pactwright.gates', /^condition/, '1_ask@2'),
    ],
  },
  'pactwright.gates.askFresh': {
    palette: false,
    menus: [onRow('pactwright.gates', /^item (new|asked)/, '1_ask@3')],
  },
  'pactwright.gates.cancel': {
    icon: 'debug-stop',
    palette: false,
    menus: [
      onRow('pactwright.gates', /^item running/, 'inline@3'),
      onRow('pactwright.gates', /^item running/, '1_ask@4'),
    ],
  },
  'pactwright.gates.openProblem': {
    icon: 'go-to-file',
    palette: false,
    menus: [
      onRow('pactwright.gates', /^condition .*placed/, 'inline@1'),
      onRow('pactwright.gates', /^condition .*placed/, '1_ask@1'),
    ],
  },
  'pactwright.gates.showReport': {
    icon: 'open-preview',
    palette: all(trusted, 'pactwright.gates.reports > 0'),
    menus: [
      onRow('pactwright.gates', /^item .*reported/, 'inline@1'),
      onRow('pactwright.gates', /^item .*reported/, '2_report@1'),
    ],
  },
  'pactwright.gates.copyReport': {
    palette: all(trusted, 'pactwright.gates.reports > 0'),
    menus: [onRow('pactwright.gates', /^item .*reported/, '2_report@2')],
  },
  'pactwright.gates.askDone': { palette: false },
});

export const gateWordCommandTable = commandTable({
  'pactwright.gates.override': {
    icon: 'shield',
    palette: false,
    menus: [
      onRow('pactwright.gates', /^condition .*open/, 'inline@3'),
      onRow('pactwright.gates', /^condition .*open/, '2_word@1'),
    ],
  },
  'pactwright.gates.approveChange': {
    icon: 'shield',
    palette: false,
    menus: [
      onRow('pactwright.gates', /^problem .*approvable/, 'inline@3'),
      onRow('pactwright.gates', /^problem .*approvable/, '2_word@1'),
    ],
  },
  'pactwright.gates.agreeToSpec': {
    icon: 'shield',
    palette: false,
    menus: [
      onRow('pactwright.gates', /^problem .*refreeze/, 'inline@3'),
      onRow('pactwright.gates', /^problem .*refreeze/, '2_word@1'),
    ],
  },
});

export const gateApprovalCommandTable = commandTable({
  'pactwright.gates.approveCommand': {
    icon: 'run-all',
    palette: false,
    menus: [
      onRow('pactwright.gates', /^(condition|problem) .*command/, '2_word@2'),
      onRow('pactwright.gates', /^problem .*command/, 'inline@3'),
    ],
  },
});
