import { describe, expect, it } from 'vitest';
import { readReactions } from '../../../server/src/execution/runs/readReactions.js';
import { eventOf, reactionTo } from '../../../server/src/runs/pullRequest.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const says = (login: string, state: string): { readonly user: { readonly login: string }; readonly state: string } => ({
  user: { login },
  state,
});
const ran = (state: 'passed' | 'failed' | 'running'): { readonly name: string; readonly state: typeof state } => ({
  name: 'build',
  state,
});

describe('a pull request', () => {
  it.each([
    ['waits without a review', [], [ran('passed')], undefined],
    ['waits while CI runs', [says('ann', 'APPROVED')], [ran('running')], undefined],
    ['is approved and green', [says('ann', 'APPROVED')], [ran('passed')], 'approved_and_green'],
    [
      'counts the last word of each',
      [says('ann', 'CHANGES_REQUESTED'), says('ann', 'APPROVED')],
      [],
      'approved_and_green',
    ],
    ['is held by one of two', [says('ann', 'CHANGES_REQUESTED'), says('bob', 'APPROVED')], [], 'changes_requested'],
    ['does not count a comment', [says('ann', 'APPROVED'), says('ann', 'COMMENTED')], [], 'approved_and_green'],
    ['fails with CI', [says('ann', 'APPROVED')], [ran('passed'), ran('failed')], 'ci_failed'],
  ] as const)('%s', (_, reviews, checks, event) => {
    expect(eventOf({ isClosed: false, reviews, checks })).toBe(event);
  });

  it('is merged by a run only if whoever started it said so', () => {
    expect(reactionTo('approved_and_green', {}, false)).toBe('wait');
    expect(reactionTo('approved_and_green', { approved_and_green: 'merge' }, false)).toBe('wait');
    expect(reactionTo('approved_and_green', {}, true)).toBe('merge');
    expect(reactionTo('approved_and_green', { approved_and_green: 'ask' }, true)).toBe('ask');
  });

  it('is reacted to as the project says', async () => {
    const read = (text?: string): ReturnType<typeof readReactions> =>
      readReactions(testMachine(), temporaryFolder(text === undefined ? {} : { '.pactwright/reactions.yaml': text }));
    expect(await read()).toEqual({});
    expect(await read('ci_failed: ask\n')).toEqual({ ci_failed: 'ask' });
    for (const wrong of ['ci_failed: run rm\n', 'other: back\n', '- x\n', 'a: [\n'])
      await expect(read(wrong)).rejects.toThrow('is not a list of reactions');
  });
});
