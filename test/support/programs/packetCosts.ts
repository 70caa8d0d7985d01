import { readFileSync } from 'node:fs';
import { enginePackets, plannedShop, worktreeOf } from '../enginePackets.js';
import { openGitRepository } from '../gitRepository.js';

/**
 * `node packetCosts.js FILES TIMES`: plays packets by the engine and by git alone, by turns, in a repository of so many files, and prints
 * what the parts of one take, as JSON: milliseconds by the clock and of the processor, of the programs that are started, too.
 */

interface Cost {
  wall: number;
  processor: number;
}

/** The kernel counts in hundredths of a second: what it says of one part is too coarse, the sum of many is not. */
function processorMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((all, ticks) => all + Number(ticks) * 10, 0);
}

async function main([files = '20', times = '30']: readonly string[]): Promise<void> {
  const count = Number(times);
  const warm = 3;
  const ids = Array.from({ length: 2 * (count + warm) }, (_, at) => `STORY-${String(at + 1).padStart(3, '0')}`);
  const filler = Array.from(
    { length: Number(files) },
    (_, at) => [`lib/${at % 50}/${at}.js`, `export const n${at} = ${at};\n`.repeat(40)] as const,
  );
  const shop = plannedShop(ids, Object.fromEntries(filler));
  const { git } = shop;
  // As git is without settings: after a merge it looks whether to tidy up.
  for (const setting of ['gc.auto', 'maintenance.auto']) git('config', '--unset', setting);
  const { make, merge, remove } = await enginePackets(shop);
  const work = (id: string): void => {
    openGitRepository(worktreeOf(shop, id)).commit(`feat: ${id}`, { [`src/${id}.js`]: 'export const one = 1;\n' });
  };
  const costs: Record<'engine' | 'git', Record<string, Cost>> = { engine: {}, git: {} };
  for (let at = 0; at < count + warm; at++) {
    const clock = async (who: keyof typeof costs, part: string, take: () => unknown): Promise<void> => {
      const began = performance.now();
      const from = processorMs();
      await take();
      if (at < warm) return;
      const cost = (costs[who][part] ??= { wall: 0, processor: 0 });
      cost.wall += (performance.now() - began) / count;
      cost.processor += (processorMs() - from) / count;
    };
    const [one = '', other = ''] = ids.slice(2 * at);
    await clock('engine', 'make', () => make(one));
    work(one);
    await clock('engine', 'merge', async () => {
      const outcome = await merge(one);
      if (outcome !== 'passed') throw new Error(`${one} was not merged: ${outcome}`);
    });
    await clock('engine', 'remove', () => remove(one));
    const branch = `feature/${other}`;
    await clock('git', 'make', () => git('worktree', 'add', '--quiet', '-b', branch, worktreeOf(shop, other)));
    work(other);
    await clock('git', 'merge', () => git('merge', '--quiet', '--no-ff', '-m', `Merge ${branch}`, branch));
    await clock('git', 'remove', () => {
      git('worktree', 'remove', worktreeOf(shop, other));
      git('branch', '--quiet', '-d', branch);
    });
  }
  process.stdout.write(JSON.stringify(costs));
}

void main(process.argv.slice(2));
