import { regression as query } from '../../../execution/queries/regression.js';
import { queryAsCommand } from '../queryCommand.js';

/** `pactwright regression`. */
export const regression = queryAsCommand(query, [
  ['regression', 'what to test for what is not committed yet'],
  ['regression --base main', 'what to test for the whole branch'],
]);
