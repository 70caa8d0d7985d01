import { secScope as query } from '../../../execution/queries/secScope.js';
import { queryAsCommand } from '../queryCommand.js';

/** `pactwright sec-scope`. */
export const secScope = queryAsCommand(query, [
  ['sec-scope --base main', 'the security checks that a branch asks for'],
]);
