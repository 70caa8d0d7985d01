import path from 'node:path';
import { fieldsOf, parseJson } from '../../../base/json.js';
import { UsageError } from '../../../base/usageError.js';
import { commits } from '../../../gates/shell/commits.js';
import { readPactkitSettings } from '../../../project/pactkitSettings.js';
import { checkpointStatuses, checkpointSteps } from '../../../operations/support/checkpoint.js';
import type { Command } from '../command.js';
import { type ExitCode, exitCodes, type Io } from '../io.js';
import { type CallOwn, isRefusal, textOf } from './ownCommand.js';
import { printed } from './stackCommands.js';
import { defineSubcommand, flag, marked, option, place, type SaidLines } from './subcommand.js';

const item = place('the item id');

/** What hands work on. */
export const deliveryCommands: readonly Command[] = [
  defineSubcommand({
    name: 'commit-gate',
    summary: 'Runs the tests that what is not committed can break',
    better:
      'All test runners that Pactwright knows. Where no test can be run, it warns and allows; a test that fails refuses. `--hook` ends with 2 where it refuses.',
    exitCodes: { 0: 'allowed', 1: 'refused', 2: 'refused, for a hook' },
    fields: {
      hook: flag(
        'read the call of a tool as JSON on standard input; only `git commit` counts, with `--no-verify`, too',
      ),
      installGitHook: flag('install the git hooks'),
    },
    run: async ({ hook, installGitHook }, own, io) => {
      if (installGitHook) return printed(await own('git-hooks', '--install'));
      if (hook && !isCommit(await io.machine.terminal.readInput())) return { lines: [] };
      return commitGate(own, hook ? exitCodes.usage : exitCodes.findings);
    },
  }),
  defineSubcommand({
    name: 'continuation checkpoint',
    summary: 'Notes that a step of an item’s work is done',
    better:
      'Tests, code, ticks and commits between two steps are fine; changed specs, lost tasks and lost tests are not.',
    fields: {
      item,
      step: { ...option('the step'), required: true, values: checkpointSteps },
      evidence: option('JSON, or @FILE'),
      status: { ...option('its status'), values: checkpointStatuses },
      phase: option('the phase'),
      blocker: option('what blocks it'),
      fresh: flag('begin again'),
    },
    run: async ({ item: id, fresh, evidence, ...given }, own, io) => {
      const named = Object.entries({ ...given, evidence: await textOrFile(evidence, io) });
      const options = named.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
      return marked(
        await own(
          'continuation',
          'checkpoint',
          '--format',
          'json',
          ...options,
          ...(fresh ? ['--fresh'] : []),
          '--',
          id,
        ),
      );
    },
  }),
  ...['status', 'verify', 'resume'].map((name) =>
    defineSubcommand({
      name: `continuation ${name}`,
      summary: 'Says where the work on an item continues: `start_fresh`, `resume_at` or `blocked` with its reasons',
      fields: { item },
      run: ({ item: id }, own) => resumed(own, id),
    }),
  ),
  defineSubcommand({
    name: 'issue-sync',
    summary: 'Finds the issue of an item, or creates it',
    better: 'Records the issue on the board, looks at all issues before it creates one, and works with GitLab, too.',
    fields: { item },
    run: async ({ item: id }, own, io) => {
      const provider = (await readPactkitSettings(io.machine, io.cwd)).valueOf('issue_tracker.provider');
      if (provider === undefined || provider === 'none')
        return { lines: ['skipped: pactkit.yaml names no issue tracker'] };
      if (/^STORY-/u.test(id)) return { lines: ['skipped: stories stay private'] };
      return marked(await own('issue-sync', '--format', 'json', '--', id));
    },
  }),
];

/** Whether a call of a tool commits; `--no-verify` is for git's hooks. */
function isCommit(input: string): boolean {
  const call = fieldsOf(fieldsOf(parseJson(input))?.['tool_input']);
  return commits(textOf(call?.['command']));
}

async function commitGate(own: CallOwn, refused: ExitCode): Promise<SaidLines> {
  const { out, code } = await own('commit-gate');
  if (code === exitCodes.unknown) return { lines: ['⚠️ no test could be run, so nothing is known: allowed'] };
  return { lines: out.trim() === '' ? [] : [out.trimEnd()], code: code === exitCodes.fine ? code : refused };
}

async function textOrFile(given: string | undefined, { cwd, machine }: Io): Promise<string | undefined> {
  if (!given?.startsWith('@')) return given;
  const file = path.resolve(cwd, given.slice(1));
  return machine.disk.readFile(file, 'utf8').catch(() => {
    throw new UsageError(`--evidence: ${given.slice(1)} cannot be read`);
  });
}

async function resumed(own: CallOwn, id: string): Promise<SaidLines> {
  const { data, refused, code } = await own('continuation', 'resume', '--format', 'json', '--', id);
  if (!refused) {
    const said = { state: data['state'], next_step: data['nextStep'] ?? null, checkpoint: data['checkpoint'] ?? null };
    return { lines: [JSON.stringify(said, undefined, 2)], code };
  }
  if (!isRefusal(refused.code, 'not-allowed')) return { lines: [`❌ ${refused.message}`], code };
  const reasons = refused.candidates.length > 0 ? refused.candidates : [refused.message];
  return { lines: [JSON.stringify({ state: 'blocked', reasons }, undefined, 2)], code };
}
