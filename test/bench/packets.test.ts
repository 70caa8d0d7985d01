import { describe, expect, it } from 'vitest';
import { enginePackets, plannedShop, worktreeOf } from '../support/enginePackets.js';
import { openGitRepository } from '../support/gitRepository.js';
import { median } from './measure.js';

/** The engine's own part of a packet by the clock, against the same with nothing but git. */

const times = 15;
const ids = Array.from({ length: 2 * times }, (_, at) => `STORY-${String(at + 1).padStart(3, '0')}`);

function filler(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`lib/${at % 50}/${at}.js`, `export const n${at} = ${at};\n`.repeat(40)]),
  );
}

/** @param least what the ratio may not reach. */
async function compare(files: number, least: number): Promise<void> {
  const shop = plannedShop(ids, filler(files));
  const { git } = shop;
  const { make, merge, remove } = await enginePackets(shop);
  const work = (id: string): void => {
    openGitRepository(worktreeOf(shop, id)).commit(`feat: ${id}`, { [`src/${id}.js`]: 'export const one = 1;\n' });
  };
  const clock = async (take: () => unknown): Promise<number> => {
    const begun = performance.now();
    await take();
    return performance.now() - begun;
  };
  const own: number[] = [];
  const bare: number[] = [];
  for (let at = 0; at < times; at++) {
    const [one = '', other = ''] = ids.slice(2 * at);
    let took = await clock(() => make(one));
    work(one);
    took += await clock(async () => {
      expect(await merge(one)).toBe('passed');
      await remove(one);
    });
    own.push(took);
    const branch = `feature/${other}`;
    took = await clock(() => git('worktree', 'add', '--quiet', '-b', branch, worktreeOf(shop, other)));
    work(other);
    took += await clock(() => {
      git('merge', '--quiet', '--no-ff', '-m', `Merge ${branch}`, branch);
      git('worktree', 'remove', worktreeOf(shop, other));
      git('branch', '--quiet', '-d', branch);
    });
    bare.push(took);
  }
  const [ours, git4] = [median(own.toSorted((a, b) => a - b)), median(bare.toSorted((a, b) => a - b))];
  console.log(
    `${files} files: the engine's own ${ours.toFixed(0)} ms, git alone ${git4.toFixed(0)} ms, ${(ours / git4).toFixed(2)} ×`,
  );
  expect(ours / git4).toBeLessThan(least);
}

describe('the engine of runs, for a packet, against git alone', () => {
  it('in a small repository', () => compare(20, 8), 300_000);
  it('in one of 4,000 files', () => compare(4_000, 4), 300_000);
});
