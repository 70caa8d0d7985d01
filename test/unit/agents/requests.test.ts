import { describe, expect, it } from 'vitest';
import type { Phase } from '../../../server/src/agents/phase.js';
import { isForwarded, readRequest } from '../../../server/src/agents/requests.js';

const asked = (words: readonly unknown[], phase: Phase = 'act'): unknown =>
  readRequest(JSON.stringify({ version: 1, words }), { phase, item: 'STORY-001' });

describe('what an agent asks for from inside its sandbox', () => {
  it.each([
    [['board', 'tick', 'STORY-001', '1'], 'act'],
    [['board', 'add-task', 'STORY-001', 'Say "; rm -rf ~ $(x)'], 'plan'],
    [['test', 'STORY-001/AC1', 'STORY-001'], 'check'],
    [['gate', 'act-out', 'STORY-001'], 'hotfix'],
    [['gate', 'done', 'STORY-001'], 'done'],
    [['set-release', 'STORY-001', '1.0.0'], 'plan'],
    [['new-test-case', 'STORY-001'], 'plan'],
    [['lesson-append', 'src/cart.ts: sums', '--item', 'STORY-001'], 'done'],
    [['lesson-append', '--item', 'STORY-001', 'src/cart.ts: sums'], 'done'],
    [['new-item', 'story', 'Pay', '--task', 'Write the tests'], 'design'],
    [['board', 'reorder', 'STORY-007', '--to-top'], 'design'],
  ] as const)('is carried out where its phase allows it: %j in %s', (words, phase) => {
    expect(asked(words, phase)).toEqual({ words });
    expect(isForwarded(words)).toBe(true);
  });

  it.each<[readonly unknown[], Phase, string]>([
    [['board', 'tick', 'STORY-001', '1'], 'check', 'an agent in check may not ask for'],
    [['board', 'tick', 'STORY-002', '1'], 'act', 'for STORY-001 only'],
    [['board', 'remove', 'STORY-001'], 'act', 'may not ask for `pactwright board`'],
    [['phase', 'done', 'STORY-001', '--yes'], 'act', 'may not ask for'],
    [['record'], 'act', 'may not ask for'],
    [['gate', 'act-in', 'STORY-001'], 'act', 'for STORY-001 only'],
    [['gate', 'done', 'STORY-001'], 'act', 'for STORY-001 only'],
    [['gate', 'check', 'STORY-001'], 'done', 'for STORY-001 only'],
    [['set-release', 'STORY-001', '1.0.0'], 'act', 'may not ask for'],
    [['set-release', 'STORY-002', '1.0.0'], 'plan', 'for STORY-001 only'],
    [['lesson-append', 'x.ts: y', '--item', 'STORY-002'], 'done', 'for STORY-001 only'],
    [['lesson-append', 'x.ts: y', '--context', '/'], 'done', 'with --context'],
    [['board', 'tick', 'STORY-001', '--item', '1'], 'act', 'with --item'],
    [['gate', 'act-out', 'STORY-001', '--trust-commands'], 'act', 'with --trust-commands'],
    [['test', 'STORY-001', '--command-json=["sh","-c","id"]'], 'act', 'with --command-json'],
    [['board', 'tick', 'STORY-001', '1', '--root', '/'], 'act', 'with --root'],
    [['new-item', 'story', 'Pay'], 'act', 'may not ask for'],
    [['context', '--root', '/'], 'init', 'with --root'],
    [['test'], 'act', 'for STORY-001 only'],
    [['test', 'STORY-0012'], 'act', 'for STORY-001 only'],
    [[], 'act', 'not a request'],
    [['board', 7], 'act', 'not a request'],
    [Array.from({ length: 21 }, () => 'board'), 'act', 'not a request'],
    [['board', 'add-task', 'STORY-001', 'x'.repeat(4_001)], 'act', 'not a request'],
  ])('is refused otherwise: %j in %s', (words, phase, why) => {
    expect(asked(words, phase)).toEqual({ refused: expect.stringContaining(why) as string });
  });

  it.each(['', '{', '[]', 'null', '{"version":2,"words":["test","STORY-001"]}', ' '.repeat(20_000)])(
    'is refused if it is not a request: %j',
    (text) => {
      expect(readRequest(text, { phase: 'act', item: 'STORY-001' })).toEqual({ refused: 'this is not a request' });
    },
  );
});
