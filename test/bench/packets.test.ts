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
  const own = new Parts();
  const bare = new Parts();
  for (let at = 0; at < times; at++) {
    const [one = '', other = ''] = ids.slice(2 * at);
    await own.clock('make', () => make(one));
    work(one);
    await own.clock('merge', async () => {
      expect(await merge(one)).toBe('passed');
    });
    await own.clock('remove', () => remove(one));
    const branch = `feature/${other}`;
    await bare.clock('make', () => git('worktree', 'add', '--quiet', '-b', branch, worktreeOf(shop, other)));
    work(other);
    await bare.clock('merge', () => git('merge', '--quiet', '--no-ff', '-m', `Merge ${branch}`, branch));
    await bare.clock('remove', () => {
      git('worktree', 'remove', worktreeOf(shop, other));
      git('branch', '--quiet', '-d', branch);
    });
  }
  const ratio = own.sum() / bare.sum();
  console.log(`${files} files: the engine's own ${own.words()}, git alone ${bare.words()}, ${ratio.toFixed(2)} ×`);
  expect(ratio).toBeLessThan(least);
}

/** What the parts of a packet take, in milliseconds. */
class Parts {
  readonly #took = new Map<string, number[]>();

  async clock(part: string, take: () => unknown): Promise<void> {
    const begun = performance.now();
    await take();
    this.#took.set(part, [...(this.#took.get(part) ?? []), performance.now() - begun]);
  }

  #medians(): readonly (readonly [string, number])[] {
    return [...this.#took].map(([part, took]) => [part, median(took.toSorted((a, b) => a - b))]);
  }

  sum(): number {
    return this.#medians().reduce((all, [, took]) => all + took, 0);
  }

  words(): string {
    return `${this.sum().toFixed(0)} ms (${this.#medians()
      .map(([part, took]) => `${part} ${took.toFixed(0)}`)
      .join(', ')})`;
  }
}

describe('the engine of runs, for a packet, against git alone', () => {
  it('in a small repository', () => compare(20, 8), 300_000);
  it('in one of 4,000 files', () => compare(4_000, 4), 300_000);
});
