import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../server/src/agents/agentEvent.js';
import { keptEvent } from '../../server/src/agents/sessions/keptEvent.js';
import { addLines } from '../../server/src/agents/sessions/sessionFacts.js';
import { viewSession } from '../../server/src/agents/sessions/sessionView.js';
import type { SessionEntry } from '../../server/src/agents/sessionRecord.js';
import { createLineSplitter } from '../../server/src/base/lineSplitter.js';

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const event: fc.Arbitrary<AgentEvent> = fc.oneof(
  fc.record({ kind: fc.constant('session' as const), session: text }),
  fc.record({ kind: fc.constant('message' as const), text }),
  fc.record({ kind: fc.constant('tool' as const), tool: text, what: text }),
  fc.record({ kind: fc.constant('fileChange' as const), path: text }),
  fc.record({ kind: fc.constant('cost' as const), dollars: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
  fc.record({ kind: fc.constant('waiting' as const), why: text }),
  fc.constant({ kind: 'working' as const }),
  fc.constant({ kind: 'turnEnd' as const }),
  fc.record({ kind: fc.constant('error' as const), message: text }),
);
const at = fc.nat();
const mark = fc.record({ pid: fc.integer({ min: 1 }), startedAt: text });
const start: fc.Arbitrary<SessionEntry> = fc.record({
  kind: fc.constant('start' as const),
  at,
  start: fc.record({
    id: text,
    agent: text,
    mode: fc.constantFrom('interactive' as const, 'headless' as const),
    access: fc.constantFrom('read' as const, 'write' as const),
    round: fc.integer({ min: 1 }),
    folder: text,
    command: fc.array(text, { maxLength: 3 }),
  }),
  keeper: mark,
});
const entry: fc.Arbitrary<SessionEntry> = fc.oneof(
  start,
  fc.record({ kind: fc.constant('process' as const), at, process: mark }),
  fc.record({ kind: fc.constant('event' as const), at, event }),
  fc.record({ kind: fc.constant('gate' as const), at, gate: fc.record({ gate: text, answer: text, next: text }) }),
  fc.record({
    kind: fc.constant('end' as const),
    at,
    code: fc.option(fc.nat()),
    end: fc.record({ kind: fc.constantFrom('finished' as const, 'crash' as const), message: text }),
  }),
);
/** Lines as they may stand in a log: entries, and what is none. */
const junk = fc
  .oneof(
    text,
    fc.json(),
    entry.map((one) => JSON.stringify(one).slice(0, -5)),
  )
  .map((line) => line.replace(/\n/gu, ' '));
const line = fc.oneof(
  { weight: 4, arbitrary: entry.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: junk },
);
const log = fc
  .tuple(
    start.map((one) => JSON.stringify(one)),
    fc.array(line),
  )
  .map(([first, others]) => [first, ...others]);

describe('the log of a session, whatever is in it', () => {
  it('is read without throwing', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const facts = addLines(undefined, lines);
        if (facts) viewSession(facts, { program: false, keeper: false });
      }),
    );
  });

  it('says the same piece by piece as at once', () => {
    fc.assert(
      fc.property(log, fc.nat(), (lines, cut) => {
        const place = cut % (lines.length + 1);
        const inTwo = addLines(addLines(undefined, lines.slice(0, place)), lines.slice(place));
        expect(inTwo).toEqual(addLines(undefined, lines));
      }),
    );
  });

  it('says the same with lines in it that are none', () => {
    fc.assert(
      fc.property(fc.array(entry), junk, fc.nat(), (entries, other, place) => {
        const lines = entries.map((one) => JSON.stringify(one));
        const isNone = addLines(undefined, [JSON.stringify(entries[0] ?? ''), other]) !== undefined;
        fc.pre(!isNone || !other.startsWith('{'));
        expect(addLines(undefined, lines.toSpliced(place % (lines.length + 1), 0, other))).toEqual(
          addLines(undefined, lines),
        );
      }),
    );
  });

  it('keeps what it said before its last line was cut off', () => {
    fc.assert(
      fc.property(log, fc.nat(), (lines, cut) => {
        const whole = `${lines.join('\n')}\n`;
        const cutOff = whole.slice(0, cut % (whole.length + 1));
        // What is not ended is not looked at: it may still be written.
        const ended = cutOff.split('\n').slice(0, -1);
        expect(addLines(undefined, ended)).toEqual(addLines(undefined, lines.slice(0, ended.length)));
        const garbled = [...ended, cutOff.slice(cutOff.lastIndexOf('\n') + 1)];
        if (garbled.at(-1)?.endsWith('}') !== true)
          expect(addLines(undefined, garbled)).toEqual(addLines(undefined, ended));
      }),
    );
  });

  it('takes only lines that are short', () => {
    fc.assert(
      fc.property(event, fc.integer({ min: 1, max: 5_000 }), (one, times) => {
        const long = JSON.parse(JSON.stringify(one), (key, value: unknown) =>
          typeof value === 'string' && key !== 'kind' ? value.repeat(times) : value,
        ) as AgentEvent;
        expect(JSON.stringify(keptEvent(long, 0) ?? '').length).toBeLessThan(30_000);
      }),
    );
  });
});

describe('lines put together from pieces', () => {
  it('are those of the whole, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', 'é') })), (pieces) => {
        const splitter = createLineSplitter();
        const got = [...pieces.flatMap((piece) => splitter.take(piece)), ...splitter.end()];
        const whole = pieces.join('').split('\n');
        expect(got).toEqual((whole.at(-1) === '' ? whole.slice(0, -1) : whole).map((one) => one.replace(/\r$/u, '')));
      }),
    );
  });

  it('are left out where they are too long', () => {
    const splitter = createLineSplitter(3);
    expect([...splitter.take('abc\nab'), ...splitter.take('cd\na'), ...splitter.end()]).toEqual(['abc', 'a']);
  });
});
