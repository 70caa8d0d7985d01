import { boardHeadings } from '../../documents/board/board.js';
import { defineOperation } from '../operation.js';
import { newFile } from '../support/newFile.js';

/** The board that PactKit makes (operations reference, C2). */
const empty = `# Sprint Board\n\n${[boardHeadings.backlog, boardHeadings.inProgress, boardHeadings.done].join('\n\n\n')}\n`;

/** Makes the board. */
export const newBoard = defineOperation({
  name: 'new-board',
  group: 'scaffold',
  summary: 'Creates an empty board',
  details: 'With the three sections Backlog, In Progress and Done. Fails if a board exists.',
  example: {},
  fields: {},
  reads: ['board'],
  needs: 'documents',
  writes: true,
  begins: true,
  plan: async (workspace) => {
    const path = workspace.configuration.paths.board;
    return {
      changes: [await newFile(workspace, { path, text: empty })],
      answer: { message: `created ${path}`, data: { path } },
    };
  },
});
