import type { Command } from '../command.js';
import { exitCodes } from '../io.js';
import { textOf } from './ownCommand.js';
import { defineSubcommand } from './subcommand.js';

const files = { type: 'texts', positional: true, description: 'the changed files', completes: 'path' } as const;

/** Paths as Windows writes them, too. */
const slashed = (paths: readonly string[]): readonly string[] => paths.map((one) => one.replaceAll('\\', '/'));

/** Questions about source code. */
export const codeQuestions: readonly Command[] = [
  defineSubcommand({
    name: 'regression',
    summary: 'Shows which tests a change can break: `SKIP`, `IMPACT` or `FULL`, and why',
    better:
      'Follows imports, and sees files that git does not track; lock files and CI configuration ask for all tests.',
    fields: { files },
    run: async ({ files: given }, own) => {
      const { out, code } = await own('regression', '--', ...slashed(given));
      return { lines: [out.trimEnd().replace(/^(SKIP|IMPACT|FULL): /u, '$1 — ')], code };
    },
  }),
  defineSubcommand({
    name: 'test-map',
    summary: 'Lists the test files of source files',
    better: 'Follows imports, in all languages.',
    fields: { files: { ...files, required: true } },
    run: async ({ files: given }, own) => {
      const { out, code } = await own('test-map', '--', ...slashed(given));
      return { lines: out.trim() === '' ? [] : [out.trimEnd()], code };
    },
  }),
  defineSubcommand({
    name: 'sec-scope',
    summary: 'Shows which of the security checks SEC-1 to SEC-8 a change asks for',
    better: 'Names the lines that say so, and reads whole words of paths.',
    fields: { files: { ...files, required: true } },
    run: async ({ files: given }, own) => {
      const { out, code } = await own('sec-scope', '--', ...slashed(given));
      return { lines: [out.trimEnd()], code };
    },
  }),
  defineSubcommand({
    name: 'next-id',
    summary: 'Prints the next free id of a story',
    better: 'Looks at all types of items, the archive and branches, so that no id is given twice.',
    fields: {},
    run: async (_input, own) => {
      const { message, code, refused } = await own('next-id', '--format', 'json');
      return { lines: [refused ? `❌ ${textOf(refused.message)}` : message], code };
    },
  }),
  defineSubcommand({
    name: 'version',
    summary: 'Prints the version of Pactwright',
    fields: {},
    run: (_input, _own, { version }) => ({ lines: [version], code: exitCodes.fine }),
  }),
];
