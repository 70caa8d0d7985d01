import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeInBatches } from '../../server/src/runs/mergeQueue.js';
import { runs } from '../support/runs.js';

interface Merged {
  readonly merged: readonly number[];
  readonly refused: readonly number[];
  /** The files that were judged, each as the packets that they hold. */
  readonly judged: readonly (readonly number[])[];
}

/** Packets by number. @param isBad whether files with these packets are refused. */
async function merge(count: number, isBad: (files: readonly number[]) => boolean): Promise<Merged> {
  const [merged, refused, judged]: [number[], number[], (readonly number[])[]] = [[], [], []];
  await mergeInBatches(
    Array.from({ length: count }, (_, at) => at),
    {
      attempt: (packets) => {
        const files = [...merged, ...packets];
        judged.push(files);
        if (isBad(files)) return Promise.resolve(`${files.length} files`);
        merged.push(...packets);
        return Promise.resolve(undefined);
      },
      refuse: (packet) => {
        expect(judged).toContainEqual([...merged, packet]);
        refused.push(packet);
        return Promise.resolve();
      },
    },
  );
  return { merged, refused, judged };
}

const many = { numRuns: runs(2_000, 200) };

it('leaves out the bad packets and no other, and merges the rest in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 40 }), async (bad) => {
      const all = bad.map((_, at) => at);
      const { merged, refused, judged } = await merge(bad.length, (files) => files.some((at) => bad[at]));
      expect(merged).toEqual(all.filter((at) => !bad[at]));
      expect(refused).toEqual(all.filter((at) => bad[at]));
      const halvings = Math.ceil(Math.log2(Math.max(bad.length, 2)));
      expect(judged.length).toBeLessThanOrEqual(1 + 2 * refused.length * halvings);
    }),
    many,
  );
});

it('does as merging one at a time does, where packets do not fit together', async () => {
  const apart = fc.array(fc.uniqueArray(fc.nat(19), { minLength: 1, maxLength: 3 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.nat(20), apart, async (count, groups) => {
      const isBad = (files: readonly number[]): boolean =>
        groups.some((group) => group.every((one) => files.includes(one)));
      const one: number[] = [];
      for (let at = 0; at < count; at++) if (!isBad([...one, at])) one.push(at);
      expect((await merge(count, isBad)).merged).toEqual(one);
    }),
    many,
  );
});

it('judges once where nothing is bad', async () => {
  expect((await merge(40, () => false)).judged).toHaveLength(1);
});
