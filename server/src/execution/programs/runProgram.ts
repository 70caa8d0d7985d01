import type { Machine } from '../../workspace/machine.js';
import type { Program } from '../../code/runners/runner.js';
import { findOfProject } from './findProgram.js';

/** A program that is not ours, run to its end with bounds. */
export interface ProgramRun {
  readonly program: Program;
  readonly args: readonly string[];
  /** Absolute: the project's own programs are looked for from the folder up to it. */
  readonly root: string;
  /** Absolute: where it runs. */
  readonly folder: string;
  readonly machine: Machine;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** In milliseconds; without it, it may take as long as it likes. */
  readonly timeLimit?: number;
  /** Whether its output is read afterwards, up to a bound. */
  readonly keepOutput: boolean;
  readonly onOutput: (text: string) => void;
  readonly signal: AbortSignal;
}

export type ProgramEnd =
  | {
      readonly kind: 'ended';
      /** Null where a signal ended it. */
      readonly code: number | null;
      /** Its standard output; empty if it was not to be kept. */
      readonly output: string;
      /** The end of all that it printed, errors too. */
      readonly said: string;
      /** What was started, with its arguments. */
      readonly command: readonly string[];
    }
  /** `message`: half a sentence without full stop. */
  | { readonly kind: 'timedOut' | 'notStarted'; readonly message: string; readonly said: string }
  /** The signal of the run was aborted. */
  | { readonly kind: 'brokenOff' };

/** So much of a program's output is kept to read results from, in UTF-16 units. */
export const mostOutput = 64 * 1024 * 1024;

/** So much of its end is kept to be shown. */
const mostSaid = 20_000;

/** Runs a program; ends it with all that it started once its time is up. Nothing throws. */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { root, folder, machine, env, signal, timeLimit } = run;
  if (signal.aborted) return { kind: 'brokenOff' };
  const found = await findOfProject(run.program, { machine, env, root, folder });
  if (found.kind === 'missing') return { kind: 'notStarted', message: found.message, said: '' };
  const args = [...found.args, ...run.args];
  let output = '';
  let said = '';
  const ended = await machine.processes.run({
    program: found.program,
    args,
    folder,
    env,
    take: (text, from) => {
      if (run.keepOutput && from === 'output' && output.length < mostOutput) output += text;
      said = (said + text).slice(-mostSaid);
      run.onOutput(text);
    },
    timeLimit,
    signal,
  });
  if (isAborted(signal)) return { kind: 'brokenOff' };
  if (ended.kind === 'notStarted') return { kind: 'notStarted', message: ended.message, said };
  if (ended.isLate === true)
    return { kind: 'timedOut', message: `it took longer than ${(timeLimit ?? 0) / 1000} s and was stopped`, said };
  return { kind: 'ended', code: ended.code, output, said, command: [found.program, ...args] };
}

/** A function, because the compiler assumes that `aborted` does not change. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
