import type { InputOf } from '../../operations/input.js';
import type { CommandFacts, CommandField, CommandFields } from './commandFacts.js';
import { checkInput, type Given } from './commandLine.js';
import type { ExitCode, Io } from './io.js';

/** A command as the command line calls it: what is given is checked first. */
export interface Command extends CommandFacts {
  /** @throws UsageError */
  readonly run: (given: Given, io: Io, entries: CommandEntries) => ExitCode | Promise<ExitCode>;
}

/** Commands that share their first word. */
export interface CommandGroup extends Pick<CommandFacts, 'name' | 'summary' | 'description'> {
  readonly members: readonly Command[];
  /** Says what is wrong with a command line, where programs read the answer; without it, it is a line on standard error. */
  readonly answerUsage?: (message: string, io: Io) => ExitCode;
}

/** What is known of a command, or a group of them, before it is loaded. */
export interface CommandEntry extends Pick<CommandFacts, 'name' | 'summary' | 'hidden'> {
  /** Its positional inputs as help writes them: `[PATH…]`. */
  readonly places: string;
  readonly load: () => Promise<Command | CommandGroup>;
}

/** All that can be called: the commands, and the operations, which are read when they are asked for. */
export interface CommandEntries {
  readonly commands: readonly CommandEntry[];
  readonly operations: () => Promise<readonly CommandEntry[]>;
}

interface Definition<F extends CommandFields> extends Omit<CommandFacts, 'fields'> {
  readonly fields: F;
  readonly run: (input: InputOf<F>, io: Io, entries: CommandEntries) => ExitCode | Promise<ExitCode>;
}

/** Makes a command of a definition whose `run` knows the types of its inputs. */
export function defineCommand<const F extends CommandFields>(definition: Definition<F>): Command {
  return {
    ...definition,
    run: (given, io, entries) => definition.run(checkInput(definition, given), io, entries),
  };
}

/** `--root`, for a command about one project. */
export const rootField = {
  type: 'text',
  placeholder: 'DIR',
  description: 'the project (default: the current folder)',
  completes: 'folder',
} as const satisfies CommandField;

/** `--root`, for a command about all projects at or below a folder. */
export const rootsField = { ...rootField, description: 'the root (default: the current folder)' } as const;

/** `--no-cache`, for a command that keeps what it determined. */
export const noCacheField = {
  type: 'flag',
  description: 'read and check everything again, even if nothing has changed since the last run',
} as const satisfies CommandField;

/** `--format`; the first is the default. */
export const formatField = <const T extends readonly [string, ...string[]]>(
  ...values: T
): { type: 'text'; placeholder: 'FORMAT'; description: string; values: T; default: T[0] } => ({
  type: 'text',
  placeholder: 'FORMAT',
  description: 'output format',
  values,
  default: values[0],
});
