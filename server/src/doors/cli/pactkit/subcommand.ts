import type { InputOf } from '../../../operations/input.js';
import { type Command, defineCommand } from '../command.js';
import type { CommandFacts, CommandFields } from '../commandFacts.js';
import { type ExitCode, exitCodes, type Io } from '../io.js';
import { type CallOwn, NoAnswer, type OwnAnswer, ownCommands } from './ownCommand.js';

/** What a subcommand says on standard output, and its exit code; 0 if there is none. */
export interface SaidLines {
  readonly lines: readonly string[];
  readonly code?: ExitCode;
}

interface Definition<F extends CommandFields> extends Pick<CommandFacts, 'name' | 'summary'> {
  readonly fields: F;
  /** How it differs from PactKit's, as sentences. */
  readonly better?: string;
  readonly exitCodes?: CommandFacts['exitCodes'];
  readonly run: (input: InputOf<F>, own: CallOwn, io: Io) => SaidLines | Promise<SaidLines>;
}

/** A subcommand of PactKit: its options become those of our own commands, and our answers become its lines. */
export function defineSubcommand<const F extends CommandFields>({ better, run, ...facts }: Definition<F>): Command {
  return defineCommand<F>({
    exitCodes: { 0: 'done', 1: 'refused, or findings', 3: 'not written, or unknown' },
    ...facts,
    name: `pactkit ${facts.name}`,
    ...(better === undefined ? {} : { description: better }),
    run: async (input, io, entries) => {
      try {
        const { lines, code = exitCodes.fine } = await run(input, ownCommands(io, entries), io);
        if (lines.length > 0) io.out(`${lines.join('\n')}\n`);
        return code;
      } catch (error) {
        // Nothing follows from an answer that was not given.
        if (error instanceof NoAnswer) return error.code;
        throw error;
      }
    },
  });
}

/** The line of a script of PactKit about an answer: marked as done, or as refused, with the candidates below. */
export function marked({ code, message, refused }: OwnAnswer): SaidLines {
  if (!refused) return { lines: [`✅ ${message}`], code };
  return { lines: [`❌ ${refused.message}`, ...refused.candidates.map((one) => `  ${one}`)], code };
}

export const place = (description: string) =>
  ({ type: 'text', description, positional: true, required: true }) as const;

export const option = (description: string) => ({ type: 'text', description }) as const;

export const flag = (description: string) => ({ type: 'flag', description }) as const;
