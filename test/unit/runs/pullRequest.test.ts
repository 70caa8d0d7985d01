import { describe, expect, it } from 'vitest';
import { readReactions } from '../../../server/src/execution/runs/readReactions.js';
import { currentPull, eventOf, reactionTo } from '../../../server/src/runs/pullRequest.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { planRun } from '../../../server/src/execution/runs/planRun.js';
import { plannedShop } from '../../support/enginePackets.js';
import { silentDesk, testMachine } from '../../support/testMachine.js';

const head = 'b'.repeat(40);
const says = (login: string, state: string, more: object = {}) => ({
  user: { login },
  state,
  commit_id: head,
  author_association: 'MEMBER',
  ...more,
});
const old = { commit_id: 'a'.repeat(40) };
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
      [ran('passed')],
      'approved_and_green',
    ],
    ['is held by one of two', [says('ann', 'CHANGES_REQUESTED'), says('bob', 'APPROVED')], [], 'changes_requested'],
    [
      'does not count a comment',
      [says('ann', 'APPROVED'), says('ann', 'COMMENTED')],
      [ran('passed')],
      'approved_and_green',
    ],
    ['is not approved by what was said of an older commit', [says('ann', 'APPROVED', old)], [ran('passed')], undefined],
    ['waits for a new word once it was changed', [says('ann', 'CHANGES_REQUESTED', old)], [ran('passed')], undefined],
    [
      'does not listen to strangers',
      [says('eve', 'APPROVED', { author_association: 'NONE' })],
      [ran('passed')],
      undefined,
    ],
    ['waits for a first check', [says('ann', 'APPROVED')], [], undefined],
    ['fails with CI', [says('ann', 'APPROVED')], [ran('passed'), ran('failed')], 'ci_failed'],
  ] as const)('%s', (_, reviews, checks, event) => {
    expect(eventOf({ isClosed: false, isSettled: false, head, reviews, checks })).toBe(event);
  });

  it('is green without checks once none will come', () => {
    const state = { isClosed: false, isSettled: true, head, reviews: [says('ann', 'APPROVED')], checks: [] };
    expect(eventOf(state)).toBe('approved_and_green');
  });

  it('is not one that an older branch of the same name had', () => {
    const pull = (number: number, state: string, sha: string) => ({ number, state, head: { sha } });
    const other = 'a'.repeat(40);
    const [openOne, closed, older] = [pull(1, 'open', other), pull(2, 'closed', head), pull(3, 'closed', other)];
    expect(currentPull([older], head)).toBeUndefined();
    expect(currentPull([openOne, older], head)).toBe(openOne);
    expect(currentPull([openOne, closed, older], head)).toBe(closed);
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

it('a run merges by itself only where the gate profile allows it', async () => {
  const { folder } = plannedShop(['STORY-001']);
  const desk = silentDesk(testMachine({ PATH: process.env['PATH'] }));
  const role = { agents: [] };
  const plan = (profile?: string) =>
    planRun(
      {
        folder,
        items: [],
        resources: new Map(),
        target: undefined,
        limits: {},
        review: false,
        terms: {
          build: role,
          review: role,
          rounds: 1,
          trustCommands: false,
          pulls: { remote: 'origin', autoMerge: true, reactions: {} },
          ...(profile === undefined ? {} : { profile }),
        },
        agents: [],
        isSketch: true,
      },
      desk,
    );
  await expect(plan()).resolves.toMatchObject({ packets: [{ id: 'STORY-001' }] });
  await expect(plan('hotfix')).rejects.toThrow('the profile "hotfix" does not allow --auto-merge');
});
