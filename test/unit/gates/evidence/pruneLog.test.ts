import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { believe } from '../../../../server/src/gates/evidence/believe.js';
import { emptyChain, parseLog, recordAfter, toLine } from '../../../../server/src/gates/evidence/chain.js';
import type { EvidenceEntry } from '../../../../server/src/gates/evidence/evidenceLog.js';
import { recordedItems } from '../../../../server/src/gates/evidence/frozen.js';
import { pruneLog } from '../../../../server/src/gates/evidence/pruneLog.js';
import { evidencePlace, person, verdictOf } from '../../../support/evidence.js';
import { runs } from '../../../support/runs.js';

const limits = { size: 1_000_000, records: 20 };

describe('a log that grew too long', () => {
  it('loses its oldest runs and verdicts, keeps what still counts, and its chain is whole', async () => {
    const place = evidencePlace();
    const ann = person();
    place.trust(ann);
    const log = await place.open({ limits });
    await log.append({ kind: 'frozen', item: 'STORY-001', base: 'b', spec: 's', hash: 'old' });
    await log.append({ kind: 'frozen', item: 'STORY-001', base: 'b', spec: 's', hash: 'new' });
    await log.append({ kind: 'word', word: ann.say({ about: 'approve', what: 'x' }) });
    await log.append(verdictOf('STORY-001', { answer: 'refused' }));
    await log.append(verdictOf('STORY-001'));
    for (let run = 1; run <= 21; run++) await log.append({ kind: 'made', paths: [`report-${run}.xml`] });
    for (let run = 1; run <= 60; run++) await log.append({ kind: 'run', key: `k${run}`, result: run });

    for (const one of [log, await place.open({ limits })]) {
      expect(one.broken).toBeUndefined();
      expect(one.head.number).toBe(86);
      expect(one.words.map(({ what }) => what)).toEqual(['x']);
      const kept = one.records.filter(({ entry }) => entry.kind !== 'run' && entry.kind !== 'made');
      expect(kept.map(({ number, entry }) => `${number} ${entry.kind}`)).toEqual([
        '1 frozen',
        '2 frozen',
        '3 word',
        '5 verdict',
      ]);
      const made = one.records.flatMap(({ entry }) => (entry.kind === 'made' ? entry.paths : []));
      expect([made.length, made[0], made.at(-1)]).toEqual([20, 'report-2.xml', 'report-21.xml']);
      expect(one.run('k60')?.number).toBe(86);
      expect(one.run('k1')).toBeUndefined();
    }
    expect(place.lines().length).toBeLessThanOrEqual(20);
    const parsed = parseLog(`${place.lines().join('\n')}\n`);
    expect(parsed.broken).toBeUndefined();
    expect(parsed.records[0]?.entry.kind).toBe('pruned');
  });

  it('still knows that an item was let out, and since when it is worked on', async () => {
    const place = evidencePlace();
    const log = await place.open({ limits });
    const frozen = { kind: 'frozen', item: 'STORY-001', base: 'b', spec: 's', hash: 'h' } as const;
    for (const entry of [frozen, frozen, verdictOf('STORY-001'), verdictOf('STORY-001', { answer: 'refused' })])
      await log.append(entry);
    const before = recordedItems(log);
    for (let run = 1; run <= 60; run++) await log.append({ kind: 'run', key: `k${run}`, result: run });
    const again = await place.open();
    expect(again.run('k1')).toBeUndefined();
    expect(recordedItems(again)).toEqual(before);
    expect(again.records[0]).toEqual({ number: 1, at: 1_000, entry: frozen });
  });

  it('says the same of all items, whatever was recorded', () => {
    const entry = fc
      .tuple(fc.constantFrom('STORY-001', 'STORY-002'), fc.constantFrom('frozen', 'done', 'refused', 'check', 'run'))
      .map(([item, what]): EvidenceEntry => {
        if (what === 'frozen') return { kind: 'frozen', item, base: 'b', spec: 's', hash: 'h' };
        if (what === 'run') return { kind: 'run', key: item, result: 1 };
        return verdictOf(item, what === 'refused' ? { answer: 'refused' } : { gate: what });
      });
    const itemsOf = (text: string): unknown =>
      recordedItems(believe({ text, isTorn: false, log: parseLog(text), state: { kind: 'whole' } }, []));
    fc.assert(
      fc.property(fc.array(entry, { minLength: 3, maxLength: 30 }), (entries) => {
        let end = emptyChain;
        let text = '';
        for (const [at, one] of entries.entries()) {
          const record = recordAfter(end, at, one);
          if (!record) throw new Error('no record');
          end = record;
          text += toLine(record);
        }
        const pruned = pruneLog(text, entries.length, 99, { size: 1_000_000, records: 2 }) ?? '';
        expect(pruned).not.toBe('');
        expect(itemsOf(pruned)).toEqual(itemsOf(text));
      }),
      { numRuns: runs(100) },
    );
  });

  it('is bounded by its size, too, but keeps its newest record however large', async () => {
    const place = evidencePlace();
    const log = await place.open({ limits: { size: 5_000, records: 1_000 } });
    for (let run = 1; run <= 30; run++) await log.append({ kind: 'run', key: `k${run}`, result: 'x'.repeat(500) });
    expect(place.lines().join('').length).toBeLessThan(5_000);
    await log.append({ kind: 'run', key: 'large', result: 'x'.repeat(20_000) });
    await log.append({ kind: 'run', key: 'small', result: 'x' });
    const again = await place.open();
    expect(again.broken).toBeUndefined();
    expect(again.run('small')).toBeDefined();
  });

  it('keeps the last destructive commands of each item and branch', async () => {
    const place = evidencePlace();
    const log = await place.open({ limits: { size: 1_000_000, records: 100 } });
    const command = {
      kind: 'command',
      agent: 'claude',
      folder: '.',
      parts: [{ command: 'rm', why: 'deletes' }],
    } as const;
    await log.append({ ...command, branch: 'main' });
    for (let call = 1; call <= 60; call++) await log.append({ ...command, item: 'STORY-001', call: `${call}` });
    for (let run = 1; run <= 120; run++) await log.append({ kind: 'run', key: `k${run}`, result: run });
    const kept = (await place.open()).records.flatMap(({ entry }) => (entry.kind === 'command' ? [entry] : []));
    expect(kept.filter(({ branch }) => branch === 'main')).toEqual([{ ...command, branch: 'main' }]);
    const calls = kept.flatMap(({ call }) => (call === undefined ? [] : [call]));
    expect(calls).toEqual(Array.from({ length: 50 }, (_, index) => `${index + 11}`));
  });

  it('cannot be given other things to carry over', async () => {
    const place = evidencePlace();
    const log = await place.open({ limits });
    await log.append(verdictOf('STORY-001', { answer: 'refused' }));
    for (let run = 1; run <= 30; run++) await log.append({ kind: 'run', key: `k${run}`, result: run });
    const other = evidencePlace();
    const forged = await other.open({ limits });
    await forged.append(verdictOf('STORY-001'));
    for (let run = 1; run <= 30; run++) await forged.append({ kind: 'run', key: `k${run}`, result: run });
    const [, ...own] = place.lines();
    place.writeLines([other.lines()[0] ?? '', ...own]);
    expect((await place.open()).broken).toBeDefined();
  });
});
