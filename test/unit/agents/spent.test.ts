import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CostName } from '../../../server/src/agents/agent.js';
import type { AgentEvent } from '../../../server/src/agents/agentEvent.js';
import { createRefusalReader } from '../../../server/src/agents/refusals.js';
import { agentNamed } from '../../../server/src/agents/registry.js';
import { logOf } from '../../../server/src/execution/agents/sessionLog.js';
import { spentBefore, withoutSpent } from '../../../server/src/execution/agents/spentBefore.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

/**
 * What the programs wrote in a session, and in one that took it up again, in front of a model that kept count: what it said that its
 * answers cost is in totals.json. OpenCode does not tell what its titles cost; Copilot tells nothing.
 */
const folder = path.resolve('test/agents/spent');
// Our own file.
const totals = JSON.parse(readFileSync(path.join(folder, 'totals.json'), 'utf8')) as Readonly<
  Record<string, readonly [Costs, Costs]>
>;

type Costs = Readonly<Partial<Record<CostName, number>>>;

const names = ['inputTokens', 'cachedTokens', 'outputTokens'] as const;
const sessions = ['20261123-100000-act-STORY-001-0001', '20261123-100100-act-STORY-001-0002'] as const;

function linesOf(id: string, part: string): readonly string[] {
  return readFileSync(path.join(folder, `${id}.${part}.jsonl`), 'utf8').split('\n');
}

function eventsIn(id: string, part: string): readonly AgentEvent[] {
  return linesOf(id, part).flatMap((line) => agentNamed(id)?.readLine(line) ?? []);
}

function sumOf(events: readonly AgentEvent[]): Costs {
  const costs = events.flatMap((event) => (event.kind === 'cost' ? [event] : []));
  return Object.fromEntries(names.map((name) => [name, costs.reduce((sum, cost) => sum + (cost[name] ?? 0), 0)]));
}

/** The logs of a session, and of one that takes it up again. */
function logsOf(id: string, events: readonly AgentEvent[]): string {
  const logs = path.join(temporaryFolder(), 'agents');
  mkdirSync(logs);
  const start = { agent: id, mode: 'headless', access: 'write', round: 1, folder: '/project', command: [] };
  const keeper = { pid: 1, startedAt: '' };
  const lines = [
    { kind: 'start', at: 1, start: { ...start, id: sessions[0] }, keeper },
    ...events.map((event) => ({ kind: 'event', at: 2, event })),
  ];
  writeFiles(logs, { [`${sessions[0]}.jsonl`]: lines.map((line) => `${JSON.stringify(line)}\n`).join('') });
  return logs;
}

describe.each(Object.entries(totals))('%s', (id, [first, second]) => {
  it('tells in all what the model has counted', () => {
    expect(sumOf(eventsIn(id, 'first'))).toEqual(first);
  });

  it('tells of a session that is taken up again what came after', async () => {
    const log = logOf(logsOf(id, eventsIn(id, 'first')), sessions[1]) ?? '';
    const spent = await spentBefore(testMachine(), agentNamed(id) ?? {}, log, sessions[0]);
    expect(sumOf(eventsIn(id, 'resumed').map((event) => withoutSpent(event, spent)))).toEqual(second);
  });
});

it('knows no price where OpenCode says 0, as it does of a model that it has no price of', () => {
  const costs = eventsIn('opencode', 'first').filter(({ kind }) => kind === 'cost');
  expect(costs.length).toBeGreaterThan(0);
  for (const cost of costs) expect(cost).not.toHaveProperty('dollars');
});

it('knows no tokens of Copilot, whose stream reports none with a model of one’s own', () => {
  const events = ['first', 'resumed'].flatMap((part) => eventsIn('copilot', part));
  expect(events.length).toBeGreaterThan(0);
  expect(events.filter(({ kind }) => kind === 'cost')).toEqual([]);
});

it('takes what Claude Code says of dollars for those of all sessions', async () => {
  const dollars = (events: readonly AgentEvent[]) =>
    events.flatMap((event) => (event.kind === 'cost' ? [event.dollars ?? 0] : []))[0] ?? 0;
  const events = eventsIn('claude', 'first');
  const log = logOf(logsOf('claude', events), sessions[1]) ?? '';
  const spent = await spentBefore(testMachine(), agentNamed('claude') ?? {}, log, sessions[0]);
  const resumed = eventsIn('claude', 'resumed');
  expect(dollars(resumed)).toBeGreaterThan(dollars(events));
  expect(dollars(resumed.map((event) => withoutSpent(event, spent)))).toBeCloseTo(dollars(resumed) - dollars(events));
});

it.each([
  ['claude', ['This command requires approval']],
  ['copilot', [expect.stringContaining('Permission denied because') as string]],
  ['gemini', ['Tool execution denied by policy.', 'Tool execution denied by policy.']],
  ['qwen', [expect.stringContaining('that permission was declined') as string]],
])('%s: what was refused is told from what ran', (id, whys) => {
  const { take } = createRefusalReader(id, agentNamed(id)?.readCalls);
  expect(
    linesOf(id, 'first')
      .flatMap(take)
      .map(({ why }) => why),
  ).toEqual(whys);
});

it('reads that the model of Qwen Code did not answer', () => {
  const line = JSON.stringify({ type: 'result', is_error: false, result: '[API Error: 429 You exceeded your quota]' });
  expect(agentNamed('qwen')?.readEnd(0, line)).toMatchObject({ kind: 'rateLimit' });
});

it('says that Claude Code tries again', () => {
  const line = {
    type: 'system',
    subtype: 'api_retry',
    attempt: 3,
    max_retries: 10,
    error_status: 429,
    error: 'rate_limit',
  };
  expect(agentNamed('claude')?.readLine(JSON.stringify(line))).toEqual([
    { kind: 'error', message: 'HTTP 429, rate_limit: attempt 3 of 10 failed, it tries again', attempt: 3 },
  ]);
});

it('says that OpenCode tries again, as our plugin tells', () => {
  const start = agentNamed('opencode')?.headless?.({ prompt: 'Go', access: 'write', hook: ['pactwright', 'hook'] });
  expect(start?.files?.['pactwright.mjs']).toContain(`type: 'pactwright.retry', attempt, message`);
  const line = { type: 'pactwright.retry', attempt: 2, message: 'Too Many Requests' };
  expect(agentNamed('opencode')?.readLine(JSON.stringify(line))).toEqual([
    { kind: 'error', message: 'Too Many Requests: attempt 2 failed, it tries again', attempt: 2 },
  ]);
});
