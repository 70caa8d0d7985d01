import { afterAll, describe, expect, it } from 'vitest';
import { oneOfEach } from '../support/runs.js';
import type { Step } from './cheat.js';
import { otherCheats } from './cheats/all.js';
import { firstOfNode, othersOfNode } from './cheats/ofNode.js';
import { missed } from './missed.js';
import { playAlone, type Stopped } from './hooksAlone.js';
import { node } from './stacks/node.js';

/**
 * An agent alone in a terminal, with hooks and MCP, and nobody who runs a phase. Prints where it is stopped; what no hook stops, the
 * gate finds when the item is closed, with hooks or without, which the other suites hold. Nobody who is honest may be stopped.
 */

/** An agent alone has no word of a person. */
const isAlone = (steps: readonly Step[]): boolean => !steps.some((step) => step.do === 'word');

const all = [...firstOfNode, ...othersOfNode, ...otherCheats(node)].filter(
  ({ cheat, honest }) => isAlone(cheat) && isAlone(honest),
);

describe('an agent with hooks alone', () => {
  const places: readonly Stopped[] = ['hook', 'commit', undefined];
  const stopped = new Map<Stopped, readonly string[]>(places.map((place) => [place, []]));

  it.each(oneOfEach(all, ({ caughtBy }) => caughtBy))(
    '$name',
    async (cheat) => {
      const where = await playAlone(node, cheat, 'cheat');
      stopped.set(where, [...(stopped.get(where) ?? []), cheat.name]);
      expect(await playAlone(node, cheat, 'honest'), 'the honest twin').toBeUndefined();
    },
    180_000,
  );

  afterAll(() => {
    for (const [where, names] of stopped) {
      const never = names.filter((name) => missed.has(name)).length;
      const rest = where === undefined ? ` (the gate done misses ${never} of them)` : '';
      process.stdout.write(`\nstopped by ${where ?? 'nothing before done'}${rest}: ${names.length}\n`);
    }
  });
});
