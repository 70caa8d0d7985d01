import { Refused } from '../../operations/errorCodes.js';
import type { Operation } from '../../operations/operation.js';
import type { GitRepository } from '../../workspace/ports.js';
import { callOperation } from './callOperation.js';
import { commitFiles } from './commitFiles.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { LeftFile, ShownStep } from '../../agents/phases/phaseEvent.js';
import { runQuietly } from './runQuietly.js';

/** Something that is done at the end of a phase, once a person agrees. Each is shown before, word by word. */
export type PlannedStep =
  | {
      readonly kind: 'operation';
      readonly summary: string;
      readonly operation: Operation;
      readonly input: Readonly<Record<string, unknown>>;
      /** As it would be called by hand. */
      readonly command: readonly string[];
    }
  /** Commits the files that were changed when it was planned, and those that the steps before it write. */
  | {
      readonly kind: 'commit';
      readonly summary: string;
      readonly message: string;
      /** Relative to the top of the repository. */
      readonly paths: readonly string[];
      /** What else is not committed, and stays so. */
      readonly left?: readonly LeftFile[];
    }
  /** A program that may need the network or ask for a password, as the person has set it up. */
  | {
      readonly kind: 'program';
      readonly summary: string;
      /** Absolute, or a name that is looked for in the PATH. */
      readonly program: string;
      readonly args: readonly string[];
      /** What it reads. */
      readonly input?: string;
    };

/** A step as it is shown to who has to agree. */
export function shownStep(step: PlannedStep): ShownStep {
  const { summary } = step;
  switch (step.kind) {
    case 'operation':
      return { summary, command: ['pactwright', ...step.command] };
    case 'commit':
      return {
        summary,
        command: ['git', 'commit', `--message=${step.message}`, '--', '…'],
        files: step.paths,
        ...(step.left && step.left.length > 0 ? { left: step.left } : {}),
      };
    case 'program':
      return { summary, command: [step.program, ...step.args] };
  }
}

export interface StepPlace {
  /** Where operations are called: absolute. */
  readonly folder: string;
  /** Undefined where there is no repository; then there is no commit among the steps. */
  readonly repository: GitRepository | undefined;
  /** Of the gates that operations ask; undefined: the one the configuration names. */
  readonly profile?: string | undefined;
}

/**
 * Carries steps out, one after the other.
 *
 * @throws Refused at the first that fails: what was done before it stays.
 */
export async function carryOutSteps(steps: readonly PlannedStep[], place: StepPlace, desk: PhaseDesk): Promise<void> {
  const written = new Set<string>();
  for (const step of steps) {
    desk.signal.throwIfAborted();
    desk.tell({ event: 'done', what: await carryOut(step, place, written, desk) });
  }
}

/** @returns what was done. */
async function carryOut(
  step: PlannedStep,
  { folder, repository, profile }: StepPlace,
  written: Set<string>,
  desk: PhaseDesk,
): Promise<string> {
  switch (step.kind) {
    case 'operation': {
      const { plan } = await callOperation(desk, folder, step.operation, step.input, profile);
      const prefix = repository?.prefix ?? '';
      for (const change of plan.changes) written.add(`${prefix}${change.path}`);
      return plan.answer.message;
    }
    case 'commit':
      if (!repository) throw new Refused('not-found', 'there is no repository to commit to');
      desk.tell({ event: 'condition', title: step.summary });
      await commitFiles(repository, [...step.paths, ...written], step.message, desk);
      return step.summary;
    case 'program':
      desk.tell({ event: 'condition', title: step.summary });
      return runProgram(step, folder, desk);
  }
}

async function runProgram(
  { program, args, summary, input }: Extract<PlannedStep, { kind: 'program' }>,
  folder: string,
  desk: PhaseDesk,
): Promise<string> {
  const { code, output, errors } = await runQuietly(program, args, folder, desk, input);
  if (code !== 0)
    throw new Refused('failed', `could not ${summary}: ${lastLine(errors) ?? lastLine(output) ?? `exit code ${code}`}`);
  const said = lastLine(output);
  return said === undefined ? summary : `${summary}: ${said}`;
}

function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1)?.trim() || undefined;
}
