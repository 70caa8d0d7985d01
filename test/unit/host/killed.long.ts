import { describe, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { checkKilled, killedCases } from '../../support/killedWriter.js';

const program = bundledCli('test/support/programs/applyOnce.ts');

describe.skipIf(process.platform === 'win32')('a writer that is killed before any of its steps', () => {
  it.each(Object.entries(killedCases))('leaves every file whole, and no lock that holds: %s', (_, one) =>
    checkKilled(program, one),
  );
});
