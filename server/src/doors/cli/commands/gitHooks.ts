import path from 'node:path';
import { plainLines } from '../../../base/plainText.js';
import { UsageError } from '../../../base/usageError.js';
import { findHooks, installHooks, stateOf, uninstallHooks } from '../../../execution/gitHooks/installation.js';
import { defineCommand, formatField } from '../command.js';
import { exitCodes } from '../io.js';

/** `pactwright git-hooks`. */
export const gitHooks = defineCommand({
  name: 'git-hooks',
  summary: 'Installs the git hooks that run the gate `commit`',
  description:
    'pre-commit and pre-push run the gate `commit` of the item that the branch names; commit-msg asks that the message names the item. Hooks that are there already keep their text and run afterwards: ours are lines at the beginning of a shell script, or a script that calls what was moved aside. They are installed where git finds them: in the git folder, in the folder that core.hooksPath names, or in .husky. `init` installs them, too. docs/guide/hooks.md says more.',
  fields: {
    install: { type: 'flag', description: 'install them, or bring them up to date' },
    uninstall: { type: 'flag', description: 'remove what was installed, and nothing else' },
    status: { type: 'flag', description: 'show whether they are installed and up to date' },
    root: {
      type: 'text',
      placeholder: 'DIR',
      description: 'a folder of the repository (default: the current one)',
      completes: 'path',
    },
    format: formatField('text', 'json'),
  },
  usages: ['git-hooks --install | --uninstall | --status [--root DIR] [--format FORMAT]'],
  examples: [['git-hooks --install', 'let plain git run the gate']],
  exitCodes: { 0: 'done', 1: '(--status) not installed or not up to date', 2: 'a wrong command line' },
  run: async ({ root, format, ...input }, io) => {
    const actions = (['install', 'uninstall', 'status'] as const).filter((name) => input[name]);
    const [action] = actions;
    if (action === undefined || actions.length > 1)
      throw new UsageError('git-hooks takes one of --install, --uninstall and --status');
    const { machine } = io;
    const { folder, state } = await machine.terminal.untilTermination(async (signal) => {
      const hooks = await findHooks(machine, path.resolve(io.cwd, root ?? '.'), signal);
      if (action === 'install') await installHooks(machine, hooks);
      if (action === 'uninstall') await uninstallHooks(machine, hooks);
      return { folder: hooks.folder, state: await stateOf(machine, hooks) };
    });
    const said = `${folder}: ${state === 'absent' ? 'not installed' : state}\n`;
    io.out(format === 'json' ? `${JSON.stringify({ version: 1, folder, state }, undefined, 2)}\n` : plainLines(said));
    return action === 'status' && state !== 'installed' ? exitCodes.findings : exitCodes.fine;
  },
});
