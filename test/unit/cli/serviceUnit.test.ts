import { expect, it } from 'vitest';
import { launchdList, systemdUnit } from '../../../server/src/reports/serviceUnit.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const service = {
  command: ['/usr/bin/node', '/a "b"/50%/$HOME/cli.js', 'run', 'serve'],
  folder: '/my 50% <shop>',
  description: 'Runs',
};

it('quotes what systemd and launchd would read otherwise', () => {
  expect(systemdUnit(service)).toContain('ExecStart="/usr/bin/node" "/a \\"b\\"/50%%/$$HOME/cli.js" "run" "serve"\n');
  expect(systemdUnit(service)).toContain('WorkingDirectory=/my 50%% <shop>\n');
  expect(launchdList('shop', service)).toContain('<string>/my 50% &lt;shop&gt;</string>');
});

it.each(['systemd', 'launchd'])('prints the unit of %s, and starts nothing', async (unit) => {
  const cwd = temporaryFolder();
  const { code, out, err } = await run({ cwd, script: '/opt/pactwright/cli.js' }, 'run', 'serve', '--unit', unit);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const word of ['/opt/pactwright/cli.js', 'serve', cwd]) expect(out).toContain(word);
});
