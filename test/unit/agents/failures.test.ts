import { describe, expect, it } from 'vitest';
import type { AgentEndKind } from '../../../server/src/agents/agentEnd.js';
import { classifyEnd, nextTry } from '../../../server/src/agents/failures.js';

describe('what the end of a program means', () => {
  const cases: readonly [agent: string, kind: AgentEndKind, message: string, expected: AgentEndKind][] = [
    ['claude', 'rateLimit', "You've hit your weekly limit · resets Nov 24, 9am", 'quota'],
    ['claude', 'crash', 'Credit balance is too low', 'quota'],
    ['claude', 'rateLimit', 'API Error: Request rejected (429) · Rate limit reached', 'rateLimit'],
    ['codex', 'rateLimit', "You've hit your usage limit. Upgrade to Pro, or try again at 3pm", 'quota'],
    ['codex', 'rateLimit', 'Quota exceeded. Check your plan and billing details', 'quota'],
    ['copilot', 'rateLimit', '429 You exceeded your current quota, please check your plan', 'quota'],
    ['opencode', 'rateLimit', 'You exceeded your current quota, please check your plan', 'quota'],
    ['qwen', 'rateLimit', '429 You exceeded your current quota, please check your plan', 'quota'],
    ['codex', 'crash', 'stream disconnected before completion: error sending request', 'timeout'],
    ['gemini', 'rateLimit', 'Quota exceeded for quota metric GenerateRequestsPerDay', 'quota'],
    ['other', 'crash', 'connect ECONNREFUSED 127.0.0.1:443', 'timeout'],
    ['other', 'crash', '503 Service Unavailable', 'timeout'],
    // Its own words are about another program's limit.
    ['codex', 'crash', 'Credit balance is too low', 'crash'],
    ['claude', 'auth', 'usage limit reached', 'auth'],
  ];
  it.each(cases)('%s, %s: %s', (agent, kind, message, expected) => {
    expect(classifyEnd(agent, { kind, message })).toEqual({ kind: expected, message });
  });
});

describe('what is done after an end', () => {
  const choices = [{ agent: 'claude', model: 'opus' }, { agent: 'claude', model: 'sonnet' }, { agent: 'codex' }];
  const next = (end: AgentEndKind, at: number, tried: number): ReturnType<typeof nextTry> =>
    nextTry(end, { at, tried }, choices, { times: 2, firstMs: 1_000 });

  it('is to try again, after longer each time, and then the next model', () => {
    expect([0, 1, 2].map((tried) => next('rateLimit', 0, tried))).toEqual([
      { kind: 'again', afterMs: 1_000 },
      { kind: 'again', afterMs: 4_000 },
      { kind: 'next', at: 1 },
    ]);
    for (const end of ['timeout', 'busy'] as const) expect(next(end, 0, 0), end).toMatchObject({ kind: 'again' });
    expect(nextTry('timeout', { at: 0, tried: 9 }, [], { times: 10, firstMs: 60_000 })).toEqual({
      kind: 'again',
      afterMs: 300_000,
    });
  });

  it('is the next model at once where a quota is used up, and the next agent where another model would not help', () => {
    expect(next('quota', 0, 0)).toEqual({ kind: 'next', at: 1 });
    for (const end of ['auth', 'crash', 'silence', 'notStarted'] as const)
      expect(next(end, 0, 0), end).toEqual({ kind: 'next', at: 2 });
  });

  it('is nothing where nobody is left, or nobody else is to go on', () => {
    expect(next('crash', 2, 0)).toEqual({ kind: 'over' });
    for (const end of ['finished', 'cancelled', 'refusedCall', 'timeLimit', 'budget'] as const)
      expect(next(end, 0, 0), end).toEqual({ kind: 'over' });
  });
});
