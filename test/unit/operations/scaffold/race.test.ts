import { it } from 'vitest';
import { bundledCli } from '../../../support/bundledCli.js';
import { checkRaceForIds } from '../../../support/raceForIds.js';

const program = bundledCli('test/support/programs/makeItems.ts');

it('new-item in two processes at once gives every item an id of its own, and loses none: 6 each', () =>
  checkRaceForIds(program, 6));
