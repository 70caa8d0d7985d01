import { expect, it } from 'vitest';
import { newsOfAgents, sessionsContext } from '../../../client/src/agents/agentRows.js';
import type { AgentSessionView } from '../../../server/src/protocol.js';

const at = 1_000_000;
const session = (id: string, state: AgentSessionView['state'], ago = 1_000): AgentSessionView => ({
  root: 'file:///shop',
  id,
  agent: 'claude',
  mode: 'headless',
  folder: '/shop',
  access: 'write',
  round: 1,
  keeperPid: 1,
  command: [],
  startedAt: at - ago,
  since: at - ago,
  state,
  note: '',
});

it.each<[string, readonly AgentSessionView[], readonly AgentSessionView[], readonly string[]]>([
  ['ends', [session('a', 'running')], [session('a', 'finished')], ['a']],
  ['is told once', [session('a', 'finished')], [session('a', 'finished')], []],
  ['came and went between two looks', [], [session('a', 'finished')], ['a']],
  ['is old, of a folder that was added', [], [session('a', 'finished', 600_000)], []],
  [
    'turns out to have destroyed something',
    [session('a', 'finished')],
    [{ ...session('a', 'finished'), destroyed: 1 }],
    ['a'],
  ],
  [
    'is known to have',
    [{ ...session('a', 'finished'), destroyed: 1 }],
    [{ ...session('a', 'finished'), destroyed: 1 }],
    [],
  ],
  ['goes on', [], [session('a', 'running')], []],
])('news of a session that %s', (_, before, now, ids) => {
  expect(newsOfAgents(before, now, at).map(({ session: { id } }) => id)).toEqual(ids);
});

// What the palette's when clauses look for: package.json is generated from the same words.
it.each<[string, readonly AgentSessionView[], readonly string[]]>([
  ['none', [], []],
  ['one that asks', [{ ...session('a', 'waiting'), question: 'Which?' }], ['live', 'question', 'session', 'waiting']],
  [
    'one that can go on, and one at the end of its turn',
    [
      { ...session('a', 'failed'), agentSession: 's', canResume: true, endedAt: at },
      { ...session('b', 'idle'), item: 'STORY-001', phase: 'act' },
    ],
    ['failed', 'item', 'judged', 'live', 'over', 'resumable', 'session', 'waiting'],
  ],
])('the words of sessions: %s', (_, sessions, words) => {
  expect(sessionsContext(sessions).split(' ').filter(Boolean).sort()).toEqual(words);
});
