import type { Fields } from '../../../base/json.js';
import { readPactkitSettings } from '../../../project/pactkitSettings.js';
import type { Command } from '../command.js';
import { exitCodes } from '../io.js';
import { type CallOwn, isRefusal, objectsOf, type OwnAnswer, textOf, textsOf } from './ownCommand.js';
import { defineSubcommand, flag, marked, type SaidLines } from './subcommand.js';

const files = { type: 'texts', positional: true, description: 'the files', completes: 'path' } as const;
const stack = {
  type: 'text',
  description: 'only what this stack leaves',
  values: ['python', 'node', 'go', 'java', 'rust'],
} as const;

/** What is about the stack of a project: its linter, its tests, its leftovers, its programs. */
export const stackCommands: readonly Command[] = [
  defineSubcommand({
    name: 'clean',
    summary: 'Removes caches and build products',
    better:
      'Nothing that git tracks is removed, no `dist`, `coverage`, `build` or `target` that it does not ignore, and nothing behind a link.',
    fields: { stack, dryRun: flag('list them, and remove nothing') },
    run: async ({ stack: only, dryRun }, own) => {
      const options = [...(only === undefined ? [] : ['--stack', only]), ...(dryRun ? [] : ['--remove'])];
      const answer = await own('clean', '--format', 'json', ...options);
      if (answer.refused) return marked(answer);
      const paths = textsOf(answer.data['paths']);
      return { lines: [...paths.map((one) => `  ${one}`), `${dryRun ? 'Would remove' : 'Removed'}: ${paths.length}`] };
    },
  }),
  defineSubcommand({
    name: 'lint',
    summary: 'Runs the linter of the project',
    better:
      'The exit code is that of the linter unless pactkit.yaml says `lint_blocking: false`. A linter that is missing is reported as missing. `gates.commands.lint` counts first; it runs once a person allowed it.',
    fields: { fix: flag('let it fix what it can') },
    run: async ({ fix }, own, io) => {
      const { valueOf } = await readPactkitSettings(io.machine, io.cwd);
      const isFixing = fix || valueOf('auto_fix') === true;
      const advisory = valueOf('lint_blocking') === false ? ['--advisory'] : [];
      const { document, code } = await own(
        'stack-lint',
        '--format',
        'json',
        ...(isFixing ? ['--fix'] : []),
        ...advisory,
      );
      const linters = objectsOf(document['linters']);
      const lines = linters.map((one) => textOf(one['said'])).filter((said) => said !== '');
      const failed = linters.filter((one) => one['code'] !== 0);
      const verdict = linters.length === 0 ? [] : [failed.length === 0 ? '✅ lint passed' : '❌ lint failed'];
      return { lines: [...lines, ...verdict], code };
    },
  }),
  defineSubcommand({
    name: 'coverage-gate',
    summary: 'Shows how much of files the tests run: 80 % pass, 50 % warn, less block',
    better:
      'All languages, all files of product code; the exit code is 1 if a file blocks. Runs `gates.commands.coverage` if a person allowed it; otherwise it reads the reports that exist. Without a report it prints `skip` and the reason, with exit code 0; if the command fails, `unknown` with 3.',
    fields: { files },
    run: coverageGate,
  }),
  defineSubcommand({
    name: 'interface-summary',
    summary: 'Shows what files offer others',
    better: 'Eight languages.',
    fields: { files: { ...files, required: true } },
    run: async ({ files: given }, own) => printed(await own('interface-summary', '--', ...given)),
  }),
  defineSubcommand({
    name: 'redetect-stack',
    summary: 'Sets `stack` in every copy of pactkit.yaml',
    better: 'Changes this one value, and keeps comments and all other keys.',
    fields: {},
    run: async (_input, own) => marked(await own('redetect-stack', '--format', 'json')),
  }),
  defineSubcommand({
    name: 'deps check',
    summary: 'Shows which programs are installed',
    fields: { json: flag('print JSON') },
    run: async ({ json }, own) => depsLines(await own('deps', '--format', 'json'), json),
  }),
  defineSubcommand({
    name: 'deps install',
    summary: 'Shows how to install what is missing',
    better: 'Installs nothing: it prints the commands, for a person to run.',
    fields: { yes: flag('not needed') },
    run: async (_input, own) => depsLines(await own('deps', '--format', 'json'), false),
  }),
];

async function coverageGate({ files: given }: { readonly files: readonly string[] }, own: CallOwn): Promise<SaidLines> {
  if (given.length === 0)
    return { lines: [JSON.stringify({ overall: 'skip', reason: 'no files were named', files: [] })] };
  const ask = (...options: readonly string[]): Promise<OwnAnswer> =>
    own.quietly('coverage', '--format', 'json', ...options, '--', ...given);
  const ran = await ask('--run');
  // No command is declared, or it is not allowed here. One that fails leaves no report that counts.
  const mayRun = !ran.refused || !isRefusal(ran.refused.code, 'not-found', 'not-allowed');
  const { document, code, refused } = mayRun ? ran : await ask();
  if (refused) {
    const isMissing = isRefusal(refused.code, 'not-found');
    const said = { overall: isMissing ? 'skip' : 'unknown', reason: refused.message, files: [] };
    return { lines: [JSON.stringify(said)], code: isMissing ? exitCodes.fine : code };
  }
  const found = objectsOf(document['files']);
  if (found.length === 0)
    return { lines: [JSON.stringify({ overall: 'skip', reason: 'no report names these files', files: [] })], code };
  const shown = found.map((one) => ({ file: one['path'], coverage: shareOf(one), level: one['tier'] }));
  const overall = ['block', 'unknown', 'warn', 'pass'].find((level) => shown.some((one) => one.level === level));
  return { lines: [JSON.stringify({ overall, files: shown }, undefined, 2)], code };
}

function shareOf({ lines, missed, tier }: Fields): number | null {
  if (tier === 'unknown' || typeof lines !== 'number' || !Array.isArray(missed)) return null;
  return lines === 0 ? 100 : Math.floor(((lines - missed.length) * 100) / lines);
}

function depsLines({ document, code: own }: OwnAnswer, json: boolean): SaidLines {
  const programs = objectsOf(document['programs']);
  // Most projects have one issue tracker.
  const isMissing = ({ name, path }: Fields): boolean => path === null && name !== 'glab';
  const code = programs.some(isMissing) ? exitCodes.findings : own;
  if (json) return { lines: [JSON.stringify({ dependencies: programs }, undefined, 2)], code };
  return {
    lines: programs.map((one) => {
      const name = textOf(one['name']);
      if (typeof one['path'] === 'string') return `✅ ${name}: ${one['path']}`;
      return `❌ ${name}: missing${one['install'] === null ? '' : ` (${textOf(one['install'])})`}`;
    }),
    code,
  };
}

/** What one of our own commands printed. */
export function printed({ out, code }: OwnAnswer): SaidLines {
  return { lines: out.trim() === '' ? [] : [out.trimEnd()], code };
}
