import { type ExampleOf, type InputFields, type InputOf, readInput } from '../../operations/input.js';
import type { Answer } from '../../operations/operation.js';
import type { Machine } from '../../workspace/machine.js';

/** Where a question is asked. */
export interface QueryScene {
  readonly machine: Machine;
  /** Absolute; the project is the one there, or the nearest one. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Given what is being done now, as a short title, where it may take long. */
  readonly progress: (title: string) => void;
  /** Given what else the caller should know: a sentence without full stop. */
  readonly warn: (text: string) => void;
  /** Stands for what is asked together: source code is the same to all that bear the same one. */
  readonly moment?: object;
  /** Whether the person who asks lets commands of the configuration run that were not approved on this machine. */
  readonly trustsCommands?: boolean;
}

/** What a question is answered with. */
export interface QueryAnswer extends Answer {
  /** Whether it says that something is wrong; on the command line the exit code is 1 then. */
  readonly isBad?: boolean;
}

/**
 * A question about a project that takes more than planning: it reads what it needs itself, and may run tests. It changes no file, except for linters that are asked to.
 * `ask` loads what it works with: to list the queries takes none of it.
 */
export interface Query {
  /** One word. */
  readonly name: string;
  /** One sentence without full stop. */
  readonly summary: string;
  /** What else to know, as sentences. */
  readonly details: string;
  /** What it may be given, as its documentation shows it. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly fields: InputFields;
  /** `code` is for those that are about source code alone, no items, `delivery` for runs: undefined for the others. */
  readonly toolset?: 'code' | 'delivery';
  /** How it is called on the command line, where it is a command of its own: what is behind the program's name, and what that does. */
  readonly examples?: readonly (readonly [line: string, does: string])[];
  /** Whether it may run commands of the configuration, which a person has to allow. */
  readonly runs?: true;
  /** What exit code 1 means; undefined if nothing it answers is bad. */
  readonly bad?: string;
  /** Whether it only reads: a gate also runs tests, and records its verdict. */
  readonly readOnly: boolean;
  /** @throws Refused or UsageError; the signal's reason */
  readonly ask: (scene: QueryScene, given: Readonly<Record<string, unknown>>) => Promise<QueryAnswer>;
}

interface Definition<F extends InputFields> extends Omit<Query, 'ask' | 'fields' | 'example'> {
  readonly fields: F;
  readonly example: ExampleOf<NoInfer<F>>;
  readonly ask: (scene: QueryScene, input: InputOf<F>) => Promise<QueryAnswer>;
}

/** Makes a query of a definition whose `ask` knows the types of its inputs. */
export function defineQuery<const F extends InputFields>(definition: Definition<F>): Query {
  return { ...definition, ask: async (scene, given) => definition.ask(scene, readInput(definition.fields, given)) };
}
