import { describe, expect, it } from 'vitest';
import type { SessionEntry } from '../../../server/src/agents/sessionRecord.js';
import { addLines } from '../../../server/src/agents/sessions/sessionFacts.js';
import { viewSession } from '../../../server/src/agents/sessions/sessionView.js';
import { formatTranscript } from '../../../server/src/reports/transcript.js';

const at = Date.UTC(2026, 2, 1, 14, 15, 2);

const entries: readonly SessionEntry[] = [
  {
    kind: 'start',
    at,
    keeper: { pid: 1, startedAt: 'then' },
    start: {
      ...{
        id: '20260301-141502-act-STORY-042-1f3a',
        agent: 'claude',
        model: 'opus',
        mode: 'headless',
        access: 'write',
      },
      ...{
        item: 'STORY-042',
        phase: 'act',
        round: 2,
        folder: '/shop',
        branch: 'feature/STORY-042',
        command: ['claude'],
      },
    },
  },
  { kind: 'gate', at, gate: { gate: 'act-in', answer: 'allowed' } },
  { kind: 'event', at: at + 1000, event: { kind: 'message', text: 'I look' } },
  { kind: 'event', at: at + 1000, event: { kind: 'message', text: ' at it.', continues: true } },
  { kind: 'event', at: at + 2000, event: { kind: 'tool', tool: 'Bash', what: 'echo `id`' } },
  {
    kind: 'event',
    at: at + 3000,
    event: { kind: 'refused', tool: 'Bash', what: 'git push', why: 'not <b>allowed</b>' },
  },
  { kind: 'event', at: at + 3000, event: { kind: 'fileChange', path: 'src/cart.js' } },
  { kind: 'event', at: at + 4000, event: { kind: 'message', text: 'Done.' } },
  {
    kind: 'event',
    at: at + 4000,
    event: { kind: 'cost', dollars: 0.42, inputTokens: 12_345, cachedTokens: 10_000, outputTokens: 678 },
  },
  { kind: 'lost', at: at + 5000, losses: [{ kind: 'removed', name: 'notes.txt' }] },
  { kind: 'end', at: at + 61_000, code: 0, end: { kind: 'finished', message: '' } },
  { kind: 'commit', at: at + 62_000, hash: 'abcdef0123456789', subject: 'feat: add up (STORY-042)' },
  { kind: 'gate', at: at + 63_000, gate: { gate: 'act-out', answer: 'refused', next: 'Tick the *tasks*' } },
];

const facts = addLines(
  undefined,
  entries.map((entry) => JSON.stringify(entry)),
);
if (!facts) throw new Error('no session');
const session = viewSession(facts, { program: false, keeper: false });

describe('a session as a page', () => {
  it('tells one after the other what happened, and what of it is data stays data', () => {
    const page = formatTranscript({ session, entries, prompt: 'Build\n```\nit', now: at });
    expect(page).toBe(
      [
        '# act STORY-042 round 2',
        '',
        '| Property | Value |',
        '| --- | --- |',
        '| Session | `20260301-141502-act-STORY-042-1f3a` |',
        '| Agent | claude, opus |',
        '| State | refused |',
        '| Started | 2026-03-01 14:15 UTC, 61 s |',
        '| Runs | without a terminal |',
        '| Folder | `/shop` |',
        '| Branch | `feature/STORY-042` |',
        '| Tokens | 12,345 in (10,000 of them cached), 678 out |',
        '| Cost | $0.42 |',
        '',
        '> Tick the \\*tasks\\*',
        '',
        '<details>',
        '<summary>The prompt, about 3 tokens</summary>',
        '',
        '````text',
        'Build',
        '```',
        'it',
        '````',
        '',
        '</details>',
        '',
        '## What happened',
        '',
        '14:15:02 The gate **act-in**: allowed',
        '',
        '> I look at it.',
        '',
        '- 14:15:04 **Bash** `` echo `id` ``',
        '- 14:15:05 ✗ not allowed: Bash: git push',
        '  not \\<b\\>allowed\\</b\\>',
        '- 14:15:05 changed `src/cart.js`',
        '',
        '> Done.',
        '',
        '14:15:07 **It destroyed what was not its own:**',
        '',
        '- `notes.txt`',
        '',
        '14:16:03 The agent has finished',
        '',
        '14:16:04 Commit `abcdef0123` feat: add up (STORY-042)',
        '',
        '14:16:05 The gate **act-out**: refused. Tick the \\*tasks\\*',
        '',
      ].join('\n'),
    );
  });

  it('says where nothing is known', () => {
    const page = formatTranscript({ session, entries: entries.slice(0, 1), prompt: undefined, now: at });
    expect(page).toContain('The prompt is no longer there.');
    expect(page).toContain('Nothing is recorded of what the agent did.');
  });
});
