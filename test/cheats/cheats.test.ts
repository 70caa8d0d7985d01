import { describe, expect, it } from 'vitest';
import { documentCheats } from './cheats/documents.js';
import { evidenceCheats } from './cheats/evidence.js';
import { historyCheats } from './cheats/history.js';
import { testCheats } from './cheats/tests.js';
import { blockersOf, play } from './play.js';
import { node } from './stacks/node.js';

const stacks = [node].filter(({ isHere }) => isHere);

describe.each(stacks)('$name', (stack) => {
  const cheats = [testCheats, documentCheats, historyCheats, evidenceCheats].flatMap((some) => some(stack));

  it.each(cheats)('catches: $name', async (cheat) => {
    const verdict = await play(stack, cheat, 'cheat');
    expect(verdict.answer, blockersOf(verdict)).toBe('refused');
    const failed = verdict.conditions.filter(({ state, required }) => required && state === 'fail');
    expect(failed.map(({ name }) => name)).toContain(cheat.caughtBy);
  });

  it.each(cheats)('accuses nobody whose work looks like: $name', async (cheat) => {
    const verdict = await play(stack, cheat, 'honest');
    expect(blockersOf(verdict)).toBe('');
    expect(verdict.answer).toBe('allowed');
  });
});
