import { defineCommand } from '../command.js';
import { exitCodes } from '../io.js';

/** `pactwright lsp`. */
export const lsp = defineCommand({
  name: 'lsp',
  summary: 'Serves the Language Server Protocol on standard input and output, for editors',
  description:
    'The same server as in VS Code: findings, completion, hover, code actions, rename and more. docs/guide/editors.md shows how to set up editors.',
  fields: {
    stdio: { type: 'flag', description: 'accepted because editors pass it; there is no other transport' },
  },
  examples: [['lsp --stdio', 'what an editor starts']],
  exitCodes: { 0: 'the editor closed the connection' },
  run: async (_input, io) => {
    await io.load?.('server');
    return exitCodes.fine;
  },
});
