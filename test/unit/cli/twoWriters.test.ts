import { it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { checkTwoWriters } from '../../support/twoWriters.js';

const program = bundledCli('test/support/programs/operateMany.ts');

it('two processes that write at the same time lose none of 15 random operations each', () =>
  checkTwoWriters(program, 15));
