import path from 'node:path';
import { UsageError } from '../../../base/usageError.js';
import { plainLines } from '../../../base/plainText.js';
import {
  type Clone,
  findClones,
  install,
  type InstallationState,
  stateOf,
  uninstall,
} from '../../../execution/mergeDriver/installation.js';
import { type MergeOutcome, mergeFiles } from '../../../execution/mergeDriver/mergeFiles.js';
import { defineCommand, formatField, rootsField } from '../command.js';
import { type ExitCode, exitCodes, type Io, warner } from '../io.js';

const outcomes: Readonly<Record<MergeOutcome, ExitCode>> = {
  merged: exitCodes.fine,
  conflicts: exitCodes.findings,
  notMerged: exitCodes.notMerged,
};

const documentField = { type: 'text', positional: true, completes: 'path' } as const;

/** `pactwright merge-driver`: sees to the merge driver of a clone; git calls it as the driver. */
export const mergeDriver = defineCommand({
  name: 'merge-driver',
  summary:
    'Merges boards, archives, lessons and contexts by entry and task, so that only changes of the same text are a conflict',
  description:
    'Once it is installed, git calls it for these documents on every merge, rebase and cherry-pick. It is installed for this clone: the driver in the repository’s own configuration, the documents in info/attributes of its git folder.\n\nMerging: the result replaces OURS. Documents that it cannot merge safely are merged by `git merge-file`.',
  fields: {
    base: { ...documentField, description: 'merging: the common ancestor' },
    ours: { ...documentField, description: 'merging: ours' },
    theirs: { ...documentField, description: 'merging: theirs' },
    install: { type: 'flag', description: 'install it, or bring it up to date' },
    uninstall: { type: 'flag', description: 'remove what was installed, and nothing else' },
    status: { type: 'flag', description: 'show whether it is installed and up to date' },
    root: {
      ...rootsField,
      description: 'the root (default: the current folder): the projects at or below it, or the nearest one above',
    },
    format: formatField('text', 'json'),
    path: {
      type: 'text',
      placeholder: 'PATH',
      description: 'merging: where the document is, relative to the current folder',
      completes: 'path',
    },
    markerSize: {
      type: 'integer',
      from: 1,
      to: 1000,
      default: 7,
      description: 'merging: length of the conflict markers',
    },
    oursLabel: { type: 'text', description: 'merging: label of our side in conflict markers (default: ours)' },
    theirsLabel: { type: 'text', description: 'merging: label of the other side (default: theirs)' },
  },
  usages: [
    'merge-driver --install | --uninstall | --status [--root DIR] [--format FORMAT]',
    'merge-driver BASE OURS THEIRS [OPTION…]',
  ],
  examples: [['merge-driver --install', 'let git merge boards by entry and task']],
  exitCodes: {
    0: 'merged or done',
    1: 'merged with conflicts or (--status) not installed or not up to date',
    2: 'a wrong command line',
    129: 'not merged',
  },
  run: async ({ base, ours, theirs, root, format, ...input }, io) => {
    const actions = (['install', 'uninstall', 'status'] as const).filter((name) => input[name]);
    const [action] = actions;
    if (action === undefined && base !== undefined && ours !== undefined && theirs !== undefined) {
      const marks = {
        size: input.markerSize,
        ours: labelOf(input.oursLabel, '%X', 'ours'),
        theirs: labelOf(input.theirsLabel, '%Y', 'theirs'),
      };
      const asked = { cwd: io.cwd, base, ours, theirs, path: input.path ?? ours, marks };
      return outcomes[await mergeFiles(io.machine, asked, warner(io))];
    }
    if (action === undefined || actions.length > 1 || base !== undefined)
      throw new UsageError(
        'merge-driver takes one of --install, --uninstall and --status, or the files BASE OURS THEIRS (`pactwright merge-driver --help` says more)',
      );
    const states = await seeTo(action, path.resolve(io.cwd, root ?? '.'), io);
    io.out(format === 'json' ? asJson(states) : plainLines(states.map(inWords).join('')));
    const isFine = action !== 'status' || states.every(({ state }) => state === 'installed');
    return isFine ? exitCodes.fine : exitCodes.findings;
  },
});

/** @throws UsageError */
function seeTo(action: 'install' | 'uninstall' | 'status', folder: string, io: Io): Promise<readonly Told[]> {
  return io.machine.terminal.untilTermination(async (signal) => {
    const clones = await findClones(io.machine, folder, signal);
    if (action !== 'status')
      for (const clone of clones)
        await (action === 'install' ? install(io.machine, clone, signal) : uninstall(io.machine, clone, signal));
    const states: Told[] = [];
    for (const clone of clones) states.push({ clone, state: await stateOf(io.machine, clone, signal) });
    return states;
  });
}

interface Told {
  readonly clone: Clone;
  readonly state: InstallationState;
}

function asJson(states: readonly Told[]): string {
  const repositories = states.map(({ clone: { top, patterns }, state }) => ({ root: top, state, patterns }));
  return `${JSON.stringify({ version: 1, repositories }, undefined, 2)}\n`;
}

function inWords({ clone: { top, patterns }, state }: Told): string {
  switch (state) {
    case 'installed':
      return `${top}: installed. Git merges these by entry and task:\n${patterns.map((pattern) => `  ${pattern}\n`).join('')}`;
    case 'outdated':
      return `${top}: installed, but not for this program or these documents as they are now: \`pactwright merge-driver --install\` brings it up to date\n`;
    case 'absent':
      return `${top}: not installed. Git merges line by line\n`;
  }
}

/** An older git hands the placeholder on as it is. */
function labelOf(value: string | undefined, placeholder: string, otherwise: string): string {
  return value === undefined || value === placeholder || value.trim() === '' ? otherwise : value;
}
