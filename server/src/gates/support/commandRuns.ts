import { stripVTControlCharacters } from 'node:util';
import type { GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import type { CommandName, CommandRun } from '../lab.js';
import { changedByRun, notRun, placeOfWork } from './testRuns.js';

export type RanCommand = Extract<CommandRun, { readonly kind: 'ran' }>;

/** So many lines of the end of what a command said are shown. */
const mostLines = 8;

/** The end of what a command said, without full stop; empty if it said nothing. */
function endOf({ said }: Pick<RanCommand, 'said'>): string {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const end = lines
    .slice(-mostLines)
    .join('\n')
    .slice(-1_000)
    .trim()
    .replace(/[.\s]+$/u, '');
  return end === '' ? '' : `:\n${end}`;
}

/** How a command ended that did not succeed: `ended with 1`. */
export function howItEnded({ code, timedOut }: Pick<RanCommand, 'code' | 'timedOut'>): string {
  if (timedOut) return 'exceeded `gates.timeLimit` and was stopped';
  return code === null ? 'was terminated by a signal' : `exited with code ${code}`;
}

/** What a declared command came to. */
export type AskedCommand =
  | { readonly kind: 'ran'; readonly run: RanCommand; readonly problems: readonly Problem[]; readonly note: string }
  /** It could not be run. */
  | { readonly kind: 'unknown'; readonly outcome: Outcome };

/** Runs a command that the project declares; one that it does not declare is unknown. */
export async function askCommand(
  context: Pick<GateContext, 'gate' | 'configuration' | 'work' | 'lab'>,
  name: CommandName,
): Promise<AskedCommand> {
  const place = await placeOfWork(context);
  if (place.kind === 'unknown') return place;
  const run = await context.lab.runCommand(name, place.place);
  if (run.kind === 'unapproved') {
    const problem = { message: `The ${name} command is not allowed to run here`, command: run.command };
    return { kind: 'unknown', outcome: notRun(run.message, waysOut.unapproved, [problem]) };
  }
  if (run.kind !== 'ran') return { kind: 'unknown', outcome: notRun(run.message, waysOut[run.kind]) };
  const problems = [
    ...changedByRun(run),
    ...(run.code === 0 ? [] : [{ message: `The ${name} command ${howItEnded(run)}${endOf(run)}` }]),
  ];
  return { kind: 'ran', run, problems, note: place.note };
}

const waysOut: Readonly<Record<Exclude<CommandRun['kind'], 'ran'>, string>> = {
  undeclared: 'Declare the command as a list of words in .pactwright/config.yaml',
  unapproved: 'Allow the command: the editor asks once per workspace; in CI, pass --trust-commands',
  notStarted: 'Install what the command needs, and run the gate again',
};
