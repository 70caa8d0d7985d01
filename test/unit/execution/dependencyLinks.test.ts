import { readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { linkDependencies } from '../../../server/src/execution/gates/dependencyLinks.js';
import { testMachine } from '../../support/testMachine.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

it('links what is installed in a package’s own folder, too', async () => {
  const from = realpathSync(
    temporaryFolder({ 'packages/cart/node_modules/sum/index.js': '', 'packages/cart/.venv/pyvenv.cfg': '' }),
  );
  const to = realpathSync(temporaryFolder({ 'packages/cart/cart.js': '' }));
  await linkDependencies(testMachine(), from, to);
  const linked = ['node_modules/sum', '.venv'].map((name) => path.join('packages/cart', name));
  expect(linked.map((name) => readlinkSync(path.join(to, name)))).toEqual(linked.map((name) => path.join(from, name)));
});
