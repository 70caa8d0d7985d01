import { callTrace as query } from '../../../execution/queries/callTrace.js';
import { queryAsCommand } from '../queryCommand.js';

/** `pactwright call-trace`. */
export const callTrace = queryAsCommand(query, [
  ['call-trace checkout', 'what happens when a function is called'],
  ['call-trace Cart.total --depth 2', 'the same, two calls deep'],
]);
