import { describe, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { checkKilled, killedCases } from '../../support/killedWriter.js';

const program = bundledCli('test/support/programs/applyOnce.ts');

/** It has an edit in it, and a name that goes; all others are in killed.long.ts. */
const shortest = Object.entries(killedCases).filter(([name]) => name === 'an edit, and another name');

describe.skipIf(process.platform === 'win32')('a writer that is killed before any of its steps', () => {
  it.each(shortest)('leaves every file whole, and no lock that holds: %s', (_, one) => checkKilled(program, one));
});
