import type { InputField } from '../../operations/input.js';
import type { ExitCode } from './io.js';

/** One input of a command: declared as an operation's is, and how it looks on the command line. */
export interface CommandField extends InputField {
  /** What help writes for the value; a positional has its own name, an option TEXT, or N for a number. */
  readonly placeholder?: string;
  /** What counts where nothing is given. */
  readonly default?: string | number;
  /** The least and the greatest number. */
  readonly from?: number;
  readonly to?: number;
  /** In no help and no completion. */
  readonly hidden?: true;
  /** One letter that stands for the name: `-C`. */
  readonly short?: string;
}

export type CommandFields = Readonly<Record<string, CommandField>>;

/** What help, documentation and shells say of a command. */
export interface CommandFacts {
  /** One word, or group and word: `agent run`. */
  readonly name: string;
  /** One sentence without full stop: what it does. */
  readonly summary: string;
  /** Markdown, no headings: what has to be known besides. */
  readonly description?: string;
  readonly fields: CommandFields;
  /** How it is called, without the program's name, where the fields do not tell. */
  readonly usages?: readonly string[];
  /** What is behind the program's name, and what that does. */
  readonly examples?: readonly (readonly [line: string, does: string])[];
  /** What each exit code means; 2 is a wrong command line or configuration unless this says more. */
  readonly exitCodes: Readonly<Partial<Record<ExitCode, string>>>;
  /** In no help and no completion: programs call it. */
  readonly hidden?: true;
  /** Options that it does not know are passed over. */
  readonly lenient?: true;
}
