import { callers } from '../../../execution/queries/callers.js';
import { queryAsCommand } from '../queryCommand.js';

/** `pactwright query`. */
export const query = queryAsCommand(callers, [
  ['query --callers Cart.total', 'who calls a method'],
  ['query --chain Cart.total --down', 'what it calls, directly or not'],
]);
