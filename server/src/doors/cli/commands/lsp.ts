import { defineCommand } from '../command.js';
import { exitCodes } from '../io.js';

/** `pactwright lsp`. */
export const lsp = defineCommand({
  name: 'lsp',
  summary: 'Serves the Language Server Protocol on standard input and output, for editors',
  description:
    'The same server as in VS Code: findings, completion, hover, code actions, rename and more. docs/guide/editors.md shows how editors are set up.',
  fields: {
    stdio: { type: 'flag', description: 'the only way there is; editors pass it by custom' },
  },
  examples: [['lsp --stdio', 'what an editor starts']],
  exitCodes: { 0: 'the editor has closed its end' },
  run: async (_input, io) => {
    await io.load?.('server');
    return exitCodes.fine;
  },
});
