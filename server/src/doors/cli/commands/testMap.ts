import { testMap as query } from '../../../execution/queries/testMap.js';
import { queryAsCommand } from '../queryCommand.js';

/** `pactwright test-map`. */
export const testMap = queryAsCommand(query, [['test-map src/cart.ts', 'the tests of one file, for a test runner']]);
