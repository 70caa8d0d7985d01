import type { ParsedDocument } from '../../documents/document.js';
import { Refused } from '../errorCodes.js';
import type { OperationWorkspace } from '../operation.js';

/** @throws Refused if there is no board, or one that cannot be read: it is never treated as an empty one. */
export function findBoard({ project, configuration }: OperationWorkspace): ParsedDocument<'board'> {
  const [board] = project.ofKind('board');
  if (!board)
    throw new Refused(
      'not-found',
      `there is no board (${configuration.paths.board}): create one with \`pactwright new-board\``,
    );
  const [problem] = board.problems;
  if (problem) throw new Refused('unreadable', `${board.path} cannot be changed. ${problem.message}`);
  return board;
}
