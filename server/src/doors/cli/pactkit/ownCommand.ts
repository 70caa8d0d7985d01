import { type Fields, fieldsOf, parseJson } from '../../../base/json.js';
import type { errorCodes } from '../../../operations/errorCodes.js';
import type { CommandEntries } from '../command.js';
import { readCommandLine } from '../commandLine.js';
import { findCommand } from '../findCommand.js';
import { type ExitCode, exitCodes, type Io } from '../io.js';

/** What one of our own commands answered. */
export interface OwnAnswer {
  readonly code: ExitCode;
  /** What it printed. */
  readonly out: string;
  /** The same as JSON: no fields where it printed none. */
  readonly document: Fields;
  /** Of an operation that was carried out: its sentence, and the same for programs. */
  readonly message: string;
  readonly data: Fields;
  /** Of an operation or a query that was refused: why. */
  readonly refused?: { readonly code: string; readonly message: string; readonly candidates: readonly string[] };
}

/** Runs our own commands as they are, and keeps back what they print. */
export interface CallOwn {
  (...words: readonly string[]): Promise<OwnAnswer>;
  /** The same, and nothing is said of what is refused: there is another way. */
  readonly quietly: (...words: readonly string[]) => Promise<OwnAnswer>;
}

/** One of our own commands was canceled, or could not answer; it has reported why. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly code: ExitCode;

  constructor(code: ExitCode) {
    super();
    this.code = code;
  }
}

/** @throws NoAnswer, but where it is called quietly. */
export function ownCommands(io: Io, entries: CommandEntries): CallOwn {
  const call = caller(io, entries);
  const own = async (...words: readonly string[]): Promise<OwnAnswer> => {
    const answer = await call(...words);
    const isCanceled = answer.code === exitCodes.unknown && answer.out === '';
    if (isCanceled || ('query' in answer.document && answer.refused)) throw new NoAnswer(answer.code);
    return answer;
  };
  return Object.assign(own, { quietly: caller({ ...io, err: () => undefined }, entries) });
}

function caller(io: Io, entries: CommandEntries): (...words: readonly string[]) => Promise<OwnAnswer> {
  return async (...words) => {
    const { command, rest } = await namedCommand(words, entries);
    const given = readCommandLine(command, rest);
    let out = '';
    const code = await command.run(given === 'help' ? {} : given, { ...io, out: (text) => (out += text) }, entries);
    return { code, out, ...answerIn(out) };
  };
}

async function namedCommand(words: readonly string[], entries: CommandEntries) {
  const found = await findCommand(words, entries);
  if ('members' in found) throw new Error(`${words.join(' ')} names no command`);
  return found;
}

function answerIn(out: string): Omit<OwnAnswer, 'code' | 'out'> {
  const document = fieldsOf(parseJson(out)) ?? {};
  const answer = fieldsOf(document['answer']);
  const error = fieldsOf(document['error']);
  return {
    document,
    message: textOf(answer?.['message']),
    data: fieldsOf(answer?.['data']) ?? {},
    ...(error && {
      refused: {
        code: textOf(error['code']),
        message: textOf(error['message']),
        candidates: textsOf(error['candidates']),
      },
    }),
  };
}

/** Whether the refusal is about what was asked for, not about the machine. */
export function isRefusal(code: string, ...wanted: readonly (typeof errorCodes)[number][0][]): boolean {
  return wanted.some((one) => one === code);
}

/** A text of a JSON document; empty if there is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts of a JSON array. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.flatMap((one: unknown) => (typeof one === 'string' ? [one] : [])) : [];
}

/** The objects of a JSON array. */
export function objectsOf(value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const fields = fieldsOf(one);
    return fields ? [fields] : [];
  });
}
