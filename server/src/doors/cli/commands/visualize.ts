import { visualize as query } from '../../../execution/queries/visualize.js';
import { queryAsCommand } from '../queryCommand.js';

/** `pactwright visualize`. */
export const visualize = queryAsCommand(query, [
  ['visualize > code_graph.mmd', 'which file imports which'],
  ['visualize --mode reverse --entry Cart.total', 'who calls a method, directly or not'],
  ['visualize --focus src/cart.ts --depth 2 --format dot', 'a file with what is two imports away'],
]);
