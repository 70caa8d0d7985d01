import { afterAll, describe, expect, it } from 'vitest';
import type { Verdict } from '../../server/src/gates/gate.js';
import { allConditions } from '../../server/src/gates/registry.js';
import { oneOfEach, tried } from '../support/runs.js';
import type { Cheat, Stack } from './cheat.js';
import { missed } from './missed.js';
import { blockersOf, play } from './play.js';

/** In milliseconds: some wait until a time limit of their own is over, again and again. */
const longest = 180_000;

/**
 * Plays cheats and their honest twins, each in a repository of its own, and prints what came of them.
 *
 * @param instead conditions that catch a cheat as well as the one it names, where that one does not read the language as closely.
 * @param asked at which gate cheats are to be caught: at `done`, or as soon as a commit is made, where the condition is asked for then.
 */
export function playCheats(
  stack: Stack,
  all: readonly Cheat[],
  asked: 'done' | 'soon' = 'done',
  instead: readonly string[] = [],
): void {
  const cheats = oneOfEach(all, ({ caughtBy }) => caughtBy);
  const title = stack.isHere ? stack.name : `${stack.name} (skipped: its tools are not installed)`;
  describe.skipIf(!stack.isHere)(title, () => {
    const seen = { caught: 0, missed: 0, accused: 0 };
    const twins = new Map<string, Promise<Verdict>>();

    it.each(cheats)(
      'catches: $name',
      async (cheat) => {
        seen.missed++;
        const verdict = await play(stack, asked === 'soon' ? atCommit(cheat) : cheat, 'cheat');
        const failed = verdict.conditions.filter(({ state, required }) => required && state === 'fail');
        if (missed.has(cheat.name)) {
          expect(verdict.answer, 'it is caught by now').toBe('allowed');
          return;
        }
        expect(verdict.answer, blockersOf(verdict)).toBe('refused');
        const catching = failed.map(({ name }) => name).filter((name) => [cheat.caughtBy, ...instead].includes(name));
        expect(catching, blockersOf(verdict)).not.toEqual([]);
        seen.missed--;
        seen.caught++;
      },
      longest,
    );

    it.each(tried(cheats, cheats.slice(0, 1)))(
      'accuses nobody whose work looks like: $name',
      async (cheat) => {
        seen.accused++;
        // Many cheats have the same twin.
        const key = nameOf(cheat);
        const verdict = (key === undefined ? undefined : twins.get(key)) ?? play(stack, cheat, 'honest');
        if (key !== undefined) twins.set(key, Promise.resolve(verdict));
        const { answer } = await verdict;
        expect(blockersOf(await verdict)).toBe('');
        expect(answer).toBe('allowed');
        seen.accused--;
      },
      longest,
    );

    afterAll(() => {
      const { caught, missed: passed, accused } = seen;
      process.stdout.write(`\n${stack.name}: ${caught} caught, ${passed} missed, ${accused} falsely accused\n`);
    });
  });
}

/** The cheat, asked about before the next commit, which runs no tests. */
function atCommit(cheat: Cheat): Cheat {
  const isAsked = allConditions.some(({ name, gates }) => name === cheat.caughtBy && gates.includes('commit'));
  return isAsked && cheat.gate === undefined && cheat.profile === undefined ? { ...cheat, gate: 'commit' } : cheat;
}

/** All that an honest twin is made of; undefined where that is not all data. */
export function nameOf({ honest, after, gate, profile, project }: Cheat): string | undefined {
  return honest.some((step) => step.do === 'act' || step.do === 'evidence')
    ? undefined
    : JSON.stringify({ honest, after, gate, profile, project });
}
