import { describe, expect, it } from 'vitest';
import { type SessionFacts, addLines } from '../../../server/src/agents/sessions/sessionFacts.js';
import { type SessionLife, type SessionView, viewSession } from '../../../server/src/agents/sessions/sessionView.js';

const start = {
  id: '20260301-141502-act-STORY-042-1f3a',
  agent: 'claude',
  mode: 'interactive',
  access: 'write',
  round: 1,
  folder: '/w',
  command: ['/bin/claude', 'x'],
};
const begin = { kind: 'start', at: 100, start, keeper: { pid: 7, startedAt: 'k' } };
const runs = { kind: 'process', at: 200, process: { pid: 8, startedAt: 'p' } };
const event = (one: object): object => ({ kind: 'event', at: 300, event: one });
const end = (kind: string, message = ''): object => ({ kind: 'end', at: 900, code: 0, end: { kind, message } });

const fold = (...entries: readonly unknown[]): SessionFacts | undefined =>
  addLines(
    undefined,
    entries.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))),
  );

describe('the log of a session', () => {
  const standings: [string, readonly unknown[], Partial<SessionFacts>][] = [
    ['its start', [], { stage: 'starting', note: '', startedAt: 100 }],
    [
      'what was not committed, when it began first',
      [
        { kind: 'before', at: 150, files: { 'a.ts': '1:2', b: 3 } },
        { kind: 'before', at: 160, files: {} },
        { kind: 'before', at: 170, files: 7 },
      ],
      { before: { 'a.ts': '1:2' } },
    ],
    [
      'since when it is at what it is at',
      [
        runs,
        { ...event({ kind: 'waiting', why: 'A?' }), at: 400 },
        { ...event({ kind: 'waiting', why: 'B?' }), at: 500 },
      ],
      { stage: 'waiting', note: 'B?', since: 400 },
    ],
    ['its program', [runs], { stage: 'running', process: { pid: 8, startedAt: 'p' } }],
    [
      'a tool',
      [runs, event({ kind: 'tool', tool: 'Bash', what: 'npm test' })],
      { stage: 'running', note: 'Bash: npm test' },
    ],
    ['a tool about nothing', [event({ kind: 'tool', tool: 'Think' })], { note: 'Think' }],
    ['a change', [event({ kind: 'fileChange', path: 'a.ts' })], { stage: 'running', note: 'a.ts' }],
    ['a question', [runs, event({ kind: 'waiting', why: 'May I?' })], { stage: 'waiting', note: 'May I?' }],
    [
      'an answer',
      [event({ kind: 'waiting', why: 'May I?' }), event({ kind: 'working' })],
      { stage: 'running', note: '' },
    ],
    [
      'the end of a turn',
      [runs, event({ kind: 'message', text: 'x' }), event({ kind: 'turnEnd' })],
      { stage: 'idle', note: '' },
    ],
    ['an error', [event({ kind: 'turnEnd' }), event({ kind: 'error', message: 'no' })], { stage: 'idle', note: 'no' }],
    [
      'costs',
      [event({ kind: 'cost', dollars: 1, inputTokens: 5 }), event({ kind: 'cost', dollars: 2 })],
      { told: { dollars: 2, inputTokens: 5 } },
    ],
    [
      'costs of steps',
      [
        event({ kind: 'cost', dollars: 1, inputTokens: 5, isMore: true }),
        event({ kind: 'cost', dollars: 2, outputTokens: 3, isMore: true }),
      ],
      { told: { dollars: 3, inputTokens: 5, outputTokens: 3 } },
    ],
    ['when it was heard', [runs, event({ kind: 'turnEnd' }), { kind: 'heard', at: 700 }], { heardAt: 700 }],
    ['a limit that was met', [runs, end('silence', 'it said nothing for 20 min')], { stage: 'stopped' }],
    [
      'a question that it ended with',
      [runs, end('finished'), { kind: 'question', at: 950, text: 'Which currency?' }],
      { stage: 'waiting', note: 'Which currency?', since: 950, told: { question: 'Which currency?' } },
    ],
    [
      'an answer to its question',
      [
        runs,
        end('finished'),
        { kind: 'question', at: 950, text: 'Which?', awaited: true },
        { kind: 'answer', at: 960, text: 'Euro' },
      ],
      { stage: 'finished', note: '', told: {}, answer: 'Euro' },
    ],
    [
      'its name',
      [event({ kind: 'session', session: 's1', transcript: '/t' }), event({ kind: 'session', session: 's2' })],
      { told: { agentSession: 's2', transcript: '/t' } },
    ],
    [
      'a gate',
      [{ kind: 'gate', at: 1, gate: { gate: 'check', answer: 'refused', next: 'Test it' } }],
      { told: { gate: { gate: 'check', answer: 'refused', next: 'Test it' } } },
    ],
    ['its end', [end('finished')], { stage: 'finished', note: '' }],
    [
      'a gate that refused its work',
      [end('finished'), { kind: 'gate', at: 1, gate: { gate: 'act-out', answer: 'refused', next: 'Test it' } }],
      { stage: 'refused', note: 'Test it' },
    ],
    [
      'a gate that let its work pass',
      [end('finished'), { kind: 'gate', at: 1, gate: { gate: 'act-out', answer: 'allowed' } }],
      { stage: 'finished', note: '' },
    ],
    ['its failure', [end('rateLimit', 'try at 5')], { stage: 'failed', note: 'try at 5' }],
    ['being stopped', [end('cancelled', 'it was stopped')], { stage: 'stopped', note: 'it was stopped' }],
    [
      'what is told after its end',
      [end('crash', 'x'), event({ kind: 'working' }), end('finished')],
      { stage: 'failed', note: 'x' },
    ],
    ['a second start', [{ ...begin, at: 5 }], { startedAt: 100 }],
  ];
  it.each(standings)('says what it is at after %s', (_, entries, expected) => {
    expect(fold(begin, ...entries)).toMatchObject(expected);
  });

  const at = (time: number, entry: object): object => ({ ...entry, at: time });
  const works = event({ kind: 'working' });
  const waits = event({ kind: 'waiting', why: 'May I?' });
  const turnEnd = event({ kind: 'turnEnd' });
  const headless = { ...begin, start: { ...start, mode: 'headless' } };
  const work: [string, readonly unknown[], readonly (readonly [number, number])[]][] = [
    ['in a terminal without hooks: never', [begin, runs, end('finished')], []],
    [
      'in a terminal with hooks: in each turn',
      [
        begin,
        runs,
        at(300, event({ kind: 'session', session: 's' })),
        at(400, works),
        at(450, event({ kind: 'tool', tool: 'Bash' })),
        at(500, turnEnd),
        at(600, event({ kind: 'cost', dollars: 1 })),
        at(700, works),
        at(720, { kind: 'heard' }),
        end('finished'),
      ],
      [
        [400, 500],
        [700, 900],
      ],
    ],
    ['without a terminal: while its program runs', [headless, runs, end('finished')], [[200, 900]]],
    ['until it was last heard, if its end is unknown', [headless, runs, at(700, { kind: 'heard' })], [[200, 700]]],
    [
      'not while it waits for an answer, nor after its end',
      [headless, runs, at(300, waits), at(800, works), end('finished'), at(5_000, works)],
      [
        [200, 300],
        [800, 900],
      ],
    ],
  ];
  it.each(work)('says when its agent worked: %s', (_, entries, expected) => {
    expect((fold(...entries)?.worked ?? []).map(({ from, to }) => [from, to])).toEqual(expected);
  });

  it.each([
    ['no JSON', '{"kind":'],
    ['no object', '[1]'],
    ['an entry of a later version', { kind: 'thought', at: 1 }],
    ['an event of a later version', event({ kind: 'thought' })],
    ['an entry without a time', { ...end('finished'), at: undefined }],
    ['a pid that is none', { ...runs, process: { pid: -1, startedAt: '' } }],
    ['an end that is none', end('over')],
  ])('passes over %s', (_, line) => {
    expect(fold('', line, begin, line, runs, line)).toEqual(fold(begin, runs));
  });

  it('says nothing without a start', () => {
    expect(fold(runs, end('finished'))).toBeUndefined();
    expect(fold({ ...begin, start: { ...start, round: 0 } })).toBeUndefined();
    expect(fold({ ...begin, keeper: {} })).toBeUndefined();
  });
});

describe('a session as it is shown', () => {
  const both = { program: true, keeper: true };
  const none = { program: false, keeper: false };
  const check = (entries: readonly unknown[], life: SessionLife, expected: Partial<SessionView>): void => {
    const facts = fold(begin, ...entries);
    expect(facts && viewSession(facts, life)).toMatchObject(expected);
  };

  it('is lost where nothing of it lives and its end was not seen', () => {
    check([], none, { state: 'lost' });
    check([runs], none, { state: 'lost', note: 'it disappeared without reporting its end' });
    check([runs, end('finished')], none, { state: 'finished', endedAt: 900, end: 'finished' });
  });

  it('goes on while its program lives, or its keeper, which has yet to say what came of it', () => {
    check([runs], { program: true, keeper: false }, { state: 'running', pid: 8 });
    check([runs], { program: false, keeper: true }, { state: 'running' });
    check([], { program: false, keeper: true }, { state: 'starting' });
  });

  it('has a pid only while that is its own', () => {
    const facts = fold(begin, runs);
    expect(facts && viewSession(facts, { program: false, keeper: true })).not.toHaveProperty('pid');
    const ended = fold(begin, runs, end('finished'));
    expect(ended && viewSession(ended, both)).not.toHaveProperty('pid');
  });
});
