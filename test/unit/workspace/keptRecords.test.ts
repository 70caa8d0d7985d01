import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generationWith, type KeptRecord, readRecords, toBatch } from '../../../server/src/workspace/keptRecords.js';

const text = fc.string({ unit: 'binary', maxLength: 5 });
const json = text.map((one) => JSON.stringify(one));
/** Written in several pieces, wherever these break the pairs. */
const long = fc.constantFrom('', 'x').map((before) => JSON.stringify(before + '📋'.repeat(20_000)));
const record: fc.Arbitrary<KeptRecord> = fc.record({
  kind: fc.constantFrom('spec', 'board'),
  stamp: fc.constantFrom('', '1 2.5 3'),
  hash: fc.constantFrom('a', 'b'),
  factsHash: fc.constantFrom('a', 'b'),
  judgedIn: fc.constantFrom('', 'w a'),
  facts: fc.oneof({ arbitrary: json, weight: 20 }, long),
  findings: json,
  said: json,
});
const batches = fc.array(fc.array(fc.tuple(fc.constantFrom('a.md', 'ä\t\n.md', '📋.md'), record), { maxLength: 3 }), {
  maxLength: 4,
});

const parse = (one: string): unknown => JSON.parse(one);
const parsed = (records: ReadonlyMap<string, KeptRecord>): unknown =>
  Array.from(records, ([path, one]) => [
    path,
    { ...one, facts: parse(one.facts), findings: parse(one.findings), said: parse(one.said) },
  ]);

it('reads what was written, the later of two', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      const written = await Promise.all(all.map((one) => toBatch(one)));
      const texts = written.map(({ pieces }) => [...pieces].join(''));
      const read = readRecords(Buffer.from(texts.join('')));
      expect(parsed(read.records)).toEqual(parsed(new Map(all.flat())));
      expect(read.generation).toBe(written.reduce(generationWith, ''));
      expect(texts.map(({ length }) => length)).toEqual(written.map(({ length }) => length));
      const [whole = ''] = texts;
      expect(read.sizes).toEqual({ whole: whole.length, added: texts.join('').length - whole.length });
    }),
  );
});

it('leaves out what a process did not write to its end, or somebody damaged, and says so', async () => {
  await fc.assert(
    fc.asyncProperty(batches, fc.nat(), fc.boolean(), async (all, at, isCut) => {
      const written = await Promise.all(all.map((one) => toBatch(one)));
      const texts = written.map(({ pieces }) => [...pieces].join(''));
      const bytes = Buffer.from(texts.join(''));
      if (bytes.length === 0) return;
      const place = at % bytes.length;
      if (!isCut) bytes[place] = ((bytes[place] ?? 0) + 1) % 256;
      const read = readRecords(isCut ? bytes.subarray(0, place) : bytes);
      let sound = 0;
      for (let end = 0; sound < texts.length && (end += texts[sound]?.length ?? 0) <= place;) sound++;
      expect(parsed(read.records)).toEqual(parsed(new Map(all.slice(0, sound).flat())));
      const isAtSeam = isCut && texts.slice(0, sound).join('').length === place;
      expect(read.sizes === undefined).toBe(!isAtSeam);
    }),
  );
});
