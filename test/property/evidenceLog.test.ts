import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLog, recordAfter, toLine } from '../../server/src/gates/evidence/chain.js';
import { stateOf } from '../../server/src/gates/evidence/head.js';
import { judgeLog } from '../../server/src/gates/evidence/judgeLog.js';
import type { EvidenceEntry } from '../../server/src/gates/evidence/evidenceLog.js';
import { verdictOf } from '../support/evidence.js';
import { runs } from '../support/runs.js';

const entries: fc.Arbitrary<EvidenceEntry> = fc.oneof(
  fc.string().map((item) => verdictOf(item)),
  fc.record({ kind: fc.constant('run' as const), key: fc.string(), result: fc.jsonValue() }),
  fc.record(
    {
      kind: fc.constant('command' as const),
      item: fc.string(),
      branch: fc.string(),
      agent: fc.string(),
      session: fc.string(),
      call: fc.string(),
      folder: fc.string(),
      parts: fc.array(fc.record({ command: fc.string(), why: fc.string() })),
    },
    { requiredKeys: ['kind', 'agent', 'folder', 'parts'] },
  ),
);

const logs = fc.array(entries, { minLength: 1, maxLength: 6 }).map((some) => {
  let end = { number: 0, hash: '' };
  let text = '';
  for (const entry of some) {
    const record = recordAfter(end, 1, entry);
    if (!record) throw new Error('no record');
    text += toLine(record);
    end = record;
  }
  return text;
});

describe('the evidence log', () => {
  it('is read from any text without a fault', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => `${text}\n`),
        ),
        (text) => {
          expect(parseLog(text).records.length).toBeLessThanOrEqual(text.length);
        },
      ),
    );
    for (const nested of ['['.repeat(100_000), `${'{"entry":'.repeat(50_000)}1${'}'.repeat(50_000)}\n`])
      expect(parseLog(nested).broken).toBeDefined();
  });

  it('gives back what was written, in one piece or piece by piece', () => {
    fc.assert(
      fc.property(logs, (text) => {
        const whole = parseLog(text);
        expect(whole.broken).toBeUndefined();
        const lines = text.split('\n').slice(0, -1);
        expect(whole.records).toEqual(lines.map((line) => JSON.parse(line) as unknown));
        const first = text.slice(0, text.indexOf('\n') + 1);
        expect(parseLog(text.slice(first.length), parseLog(first))).toEqual(whole);
      }),
    );
  });

  it('tells every change of its text', () => {
    fc.assert(
      fc.property(logs, fc.nat(), fc.nat(), fc.string({ maxLength: 3 }), (text, at, length, put) => {
        const start = at % text.length;
        const changed = text.slice(0, start) + put + text.slice(start + (length % (text.length - start + 1)));
        fc.pre(changed !== text);
        const known = { place: { file: 1 }, now: stateOf(parseLog(text)) };
        const { kind } = judgeLog(parseLog(changed), known);
        // Blanks between the parts of a line say nothing else.
        const same = changed.replace(/[ \t\r]/gu, '') === text.replace(/[ \t\r]/gu, '');
        if (!same) expect(kind).not.toBe('whole');
      }),
      { numRuns: runs(300) },
    );
  });
});
