import { stripVTControlCharacters } from 'node:util';
import { fields } from '../base/schema.js';
import type { AgentEnd, AgentEndKind } from './agentEnd.js';
import type { AgentEvent } from './agentEvent.js';
import { readObject } from './streams/values.js';

/** What an agent's program says of its end, beside what all do. */
export interface EndFacts {
  readonly readLine: (line: string) => readonly AgentEvent[];
  /** How a person logs in, as half a sentence: `run claude and use /login`. */
  readonly logIn: string;
  /** Exit codes that mean something of their own; `message`: what to do, a sentence without full stop. */
  readonly codes?: Readonly<Record<number, { readonly kind: AgentEndKind; readonly message?: string }>>;
}

/** Of several, the first that fits; whole words, so that an author is no authentication. */
const meanings: readonly { readonly kind: AgentEndKind; readonly sign: RegExp }[] = [
  {
    kind: 'notStarted',
    sign: /unknown option|unknown argument|unexpected argument|unrecognized (?:option|argument)|no (?:conversation|rollout|session) found|session not found|invalid session/iu,
  },
  {
    kind: 'rateLimit',
    sign: /\b(?:429|529)\b|rate.?limit|too many requests|\bquota\b|usage limit|resource_exhausted|\boverloaded\b/iu,
  },
  {
    kind: 'auth',
    sign: /\b(?:401|403)\b|unauthori[sz]ed|unauthenticated|\bauthenticat\w*|not logged in|please (?:run \/)?log ?in|(?:\b|_)api[ _-]?keys?\b|no auth\b|auth method|credentials?\b|environment variable: `\w*KEY/iu,
  },
  { kind: 'timeout', sign: /\btimed? ?out\b|deadline exceeded/iu },
  // SQLite, and what OpenCode makes of it where two are started at once in a new home folder.
  { kind: 'busy', sign: /database is locked|^failed query:/imu },
];

/** What a shell and `timeout` make of signals, whatever the program. */
const commonCodes: Readonly<Record<number, AgentEndKind>> = { 124: 'timeout', 130: 'cancelled', 143: 'cancelled' };

/** In UTF-16 units. */
const longestMessage = 500;

/**
 * Makes out what a program's end means from its exit code and the last of what it wrote: its own errors count most, then what it
 * wrote that belongs to no stream.
 */
export function endReader({
  readLine,
  logIn,
  codes = {},
}: EndFacts): (code: number | null, output: string) => AgentEnd {
  return (code, output) => {
    const lines = output.split('\n').map((line) => line.trim());
    const last = lines
      .flatMap(readLine)
      .filter(({ kind }) => kind !== 'cost' && kind !== 'session')
      .at(-1);
    const error = last?.kind === 'error' ? last.message : undefined;
    // There are programs that end with 0 whatever happened.
    if (code === 0 && error === undefined) return { kind: 'finished', message: '' };
    const plain = lines.filter((line) => line !== '' && !readObject(line, fields));
    const said = cut(error ?? plain.at(-1) ?? '');
    const known = code === null ? undefined : codes[code];
    if (known) return { kind: known.kind, message: known.message ?? withAdvice(known.kind, said, logIn) };
    const common = code === null ? undefined : commonCodes[code];
    if (common) return { kind: common, message: said };
    const all = error ?? plain.slice(-20).join('\n');
    const kind = meanings.find(({ sign }) => sign.test(all))?.kind ?? 'crash';
    // The line that says it, not the last one: behind an error there may be a help or a stack.
    const sign = meanings.find((meaning) => meaning.kind === kind)?.sign;
    const telling = error ?? plain.findLast((line) => sign?.test(line)) ?? said;
    return { kind, message: withAdvice(kind, cut(telling), logIn) || ended(code) };
  };
}

function withAdvice(kind: AgentEndKind, said: string, logIn: string): string {
  const advice =
    kind === 'auth'
      ? `log in: ${logIn}`
      : kind === 'rateLimit'
        ? 'wait until its limit resets, or use another agent or model'
        : kind === 'busy'
          ? 'another process uses its database'
          : '';
  return [said, advice].filter((text) => text !== '').join('; ');
}

function ended(code: number | null): string {
  return code === null ? 'it was terminated by a signal' : `it exited with code ${code}`;
}

function cut(text: string): string {
  const plain = stripVTControlCharacters(text).trim().replaceAll(/\s+/gu, ' ').replace(/[.:]$/u, '');
  return plain.length > longestMessage ? `${plain.slice(0, longestMessage)}…` : plain;
}
