import { garden as query } from '../../../execution/queries/garden.js';
import { queryAsCommand } from '../queryCommand.js';

/** `pactwright garden`. */
export const garden = queryAsCommand(query, [
  ['garden', 'all source code and documents'],
  ['garden src/cart --format json', 'of a folder, for a program'],
]);
