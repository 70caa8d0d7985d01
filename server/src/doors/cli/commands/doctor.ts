import { doctor as query } from '../../../execution/queries/doctor.js';
import { queryAsCommand } from '../queryCommand.js';

/** `pactwright doctor`. */
export const doctor = queryAsCommand(query, [
  ['doctor', 'whether the project is in order'],
  ['doctor --format json', 'for a program'],
]);
