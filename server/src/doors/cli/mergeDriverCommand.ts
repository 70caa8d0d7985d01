import path from 'node:path';
import { commonOptions, oneOf, readArguments } from './arguments.js';
import { mergeDriverHelp } from './help.js';
import { type ExitCode, exitCodes, type Io, warner } from './io.js';
import { UsageError } from '../../base/usageError.js';
import { plainLines } from '../../base/plainText.js';
import {
  type Clone,
  findClones,
  install,
  type InstallationState,
  stateOf,
  uninstall,
} from '../../execution/mergeDriver/installation.js';
import { type MergeOutcome, mergeFiles } from '../../execution/mergeDriver/mergeFiles.js';

const outcomes: Readonly<Record<MergeOutcome, ExitCode>> = {
  merged: exitCodes.fine,
  conflicts: exitCodes.findings,
  notMerged: exitCodes.notMerged,
};

const formats = ['text', 'json'] as const;
const defaultMarkerSize = 7;

/** `pactwright merge-driver`. @throws UsageError */
export async function runMergeDriver(args: readonly string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = readArguments('merge-driver', args, {
    ...commonOptions,
    install: { type: 'boolean' },
    uninstall: { type: 'boolean' },
    status: { type: 'boolean' },
    root: { type: 'string' },
    format: { type: 'string' },
    path: { type: 'string' },
    'marker-size': { type: 'string' },
    'ours-label': { type: 'string' },
    'theirs-label': { type: 'string' },
  });
  if (values.help) {
    io.out(mergeDriverHelp);
    return exitCodes.fine;
  }
  const actions = (['install', 'uninstall', 'status'] as const).filter((name) => values[name]);
  const [action] = actions;
  const [base, ours, theirs, ...more] = positionals;
  if (action === undefined && base !== undefined && ours !== undefined && theirs !== undefined && more.length === 0) {
    const marks = {
      size: readMarkerSize(values['marker-size']),
      ours: labelOf(values['ours-label'], '%X', 'ours'),
      theirs: labelOf(values['theirs-label'], '%Y', 'theirs'),
    };
    const asked = { cwd: io.cwd, base, ours, theirs, path: values.path ?? ours, marks };
    return outcomes[await mergeFiles(io.machine, asked, warner(io))];
  }
  if (action === undefined || actions.length > 1 || positionals.length > 0)
    throw new UsageError(
      'merge-driver takes one of --install, --uninstall and --status, or the files BASE OURS THEIRS (`pactwright merge-driver --help` says more)',
    );
  const format = oneOf('--format', values.format ?? 'text', formats);
  const folder = path.resolve(io.cwd, values.root ?? '.');
  return io.machine.terminal.untilTermination(async (signal) => {
    const clones = await findClones(io.machine, folder, signal);
    if (action !== 'status')
      for (const clone of clones)
        await (action === 'install' ? install(io.machine, clone, signal) : uninstall(io.machine, clone, signal));
    const states: Told[] = [];
    for (const clone of clones) states.push({ clone, state: await stateOf(io.machine, clone, signal) });
    io.out(format === 'json' ? asJson(states) : plainLines(states.map(inWords).join('')));
    const isFine = action !== 'status' || states.every(({ state }) => state === 'installed');
    return isFine ? exitCodes.fine : exitCodes.findings;
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

/** @throws UsageError */
function readMarkerSize(value: string | undefined): number {
  const size = Number(value ?? defaultMarkerSize);
  if (Number.isInteger(size) && size > 0 && size <= 1_000) return size;
  throw new UsageError(`--marker-size takes a number from 1 to 1000, not "${value ?? ''}"`);
}

/** An older git hands the placeholder on as it is. */
function labelOf(value: string | undefined, placeholder: string, otherwise: string): string {
  return value === undefined || value === placeholder || value.trim() === '' ? otherwise : value;
}
