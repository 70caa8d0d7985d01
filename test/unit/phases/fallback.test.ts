import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../server/src/agents/agent.js';
import type { AgentEndKind } from '../../../server/src/agents/agentEnd.js';
import { retryEvent } from '../../../server/src/agents/streams/events.js';
import { type PhaseProject, withoutSnapshots, type PhaseRun } from '../../support/phaseProject.js';
import { describeLong, itLong, sampled } from '../../support/runs.js';

const ends: Readonly<Record<number, AgentEndKind>> = {
  0: 'finished',
  4: 'auth',
  5: 'rateLimit',
  6: 'quota',
  8: 'notStarted',
};

const named = (project: PhaseProject, id: string): Agent => ({
  ...project.agent,
  id,
  name: id,
  readEnd: (code) => ({ kind: ends[code ?? -1] ?? 'crash', message: '' }),
});

const told = ({ events }: PhaseRun): readonly string[] =>
  events.flatMap((event) => {
    if (event.event === 'agentEnd') return [event.end.kind];
    return event.event === 'again' ? [`${event.agent} ${event.model ?? ''}`.trim()] : [];
  });

/** Twice, after a moment. */
const retry = { retries: 2, firstRetryMs: 1 };

describe('an agent that cannot work', () => {
  const look = async (codes: readonly number[], more: object = {}): Promise<PhaseRun> => {
    const project = withoutSnapshots({ 'README.md': '# Shop\n' });
    const [agent, ...fallbacks] = ['one', 'two'].map((id) => named(project, id));
    const request = { about: 'It is slow', agent, fallbacks, ...retry, ...more };
    return project.run('debug', undefined, { debug: codes.map((code) => ({ code })) }, request);
  };

  it('is tried again while its service fails, and the next one is then', async () => {
    const run = await look([5, 5, 5, 0]);
    expect(told(run)).toEqual(['rateLimit', 'one', 'rateLimit', 'one', 'rateLimit', 'two', 'finished']);
    expect(run.outcome).toBe('passed');
    expect(run.prompts[1]).toBe(run.prompts[0]);
    expect(run.prompts[3]).toMatch(/^Another agent started this/u);
    expect(run.prompts[3]).toContain(run.prompts[0]);
  });

  it('begins a new conversation where its program has kept nothing of the one that failed', async () => {
    const project = withoutSnapshots({ 'README.md': '# Shop\n' });
    const agent: Agent = {
      ...named(project, 'one'),
      resumes: true,
      readLine: (text) => (text === 'It begins.' ? [{ kind: 'session', session: 'first' }] : []),
    };
    const debug = [{ say: 'It begins.', code: 5 }, { code: 8 }, { code: 0 }];
    const run = await project.run('debug', undefined, { debug }, { about: 'It is slow', agent, ...retry });
    expect(told(run)).toEqual(['rateLimit', 'one', 'notStarted', 'one', 'finished']);
    expect(run.prompts[2]).toBe(run.prompts[0]);
  });

  itLong(
    'gives way to another model where one is out of quota, and to another agent where it has no access',
    async () => {
      const run = await look([6, 4, 0], { model: 'large, small' });
      expect(told(run)).toEqual(['quota', 'one small', 'auth', 'two', 'finished']);
    },
  );

  itLong('ends the phase where nobody is left', async () => {
    const run = await look([7, 7]);
    expect(told(run)).toEqual(['crash', 'two', 'crash']);
    expect(run.outcome).toBe('agentFailed');
  });

  itLong('is not asked again in the next round', async () => {
    const project = withoutSnapshots({ 'README.md': '# Shop\n' });
    const request = { about: 'Add up', agent: named(project, 'one'), fallbacks: [named(project, 'two')], ...retry };
    const run = await project.run('plan', undefined, { plan: [{ code: 4 }, {}, {}] }, request);
    const began = run.events.flatMap((event) => (event.event === 'agent' ? [`${event.agent} ${event.round}`] : []));
    expect(began).toEqual(['one 1', 'two 1', 'two 2']);
  });
});

describe('an agent with a budget', () => {
  const priced = (project: PhaseProject, isMore: boolean): Agent => ({
    ...project.agent,
    readLine: (text) =>
      text === 'On.' ? [{ kind: 'working' }] : [{ kind: 'cost', dollars: Number(text), ...(isMore ? { isMore } : {}) }],
  });

  it('is not started again once that is spent', async () => {
    const project = withoutSnapshots({ 'README.md': '# Shop\n' });
    const request = { about: 'Add up', agent: priced(project, false), budget: 0.3 };
    const run = await project.run('plan', undefined, { plan: [{ say: '0.31' }, {}] }, request);
    expect(run.outcome).toBe('agentFailed');
    expect(run.prompts).toHaveLength(1);
    expect(run.events).toContainEqual({
      event: 'spent',
      end: {
        kind: 'budget',
        message:
          'this run of the phase has cost $0.31, and the budget is $0.30: raise it with --budget or `agents.budget.phase`',
      },
    });
  });

  const spending = [
    ['is stopped where its costs become known while it works', '0.2\n0.2\nOn.', true, 'budget'],
    ['is stopped where the last figure is for all', '0.2\n0.31\nOn.', false, 'budget'],
    ['may go on while there is something left', '0.2\n0.29\nOn.', false, 'finished'],
    ['is judged where its turn is over', '0.2\n0.2', true, 'finished'],
  ] as const;

  it.each(sampled(spending, 4))('%s', async (_, say, isMore, end) => {
    const project = withoutSnapshots({ 'README.md': '# Shop\n' });
    const request = { about: 'It is slow', agent: priced(project, isMore), budget: 0.3 };
    const run = await project.run('debug', undefined, { debug: [{ say, code: 0 }] }, request);
    expect(told(run)).toEqual([end]);
  });
});

describeLong('an agent that asks its model in vain', () => {
  const asking = async (what: string, attempt: number): Promise<PhaseRun> => {
    const project = withoutSnapshots({ 'README.md': '# Shop\n' });
    const agent: Agent = {
      ...project.agent,
      id: 'opencode',
      readLine: (text) => [retryEvent(text, attempt)],
      readEnd: (code, output) => ({ kind: code === 0 ? 'finished' : 'crash', message: code === 0 ? '' : output }),
    };
    return project.run('debug', undefined, { debug: [{ say: what, code: 0 }] }, { about: 'It is slow', agent });
  };

  it('is let try, and ended where it would go on for ever', async () => {
    expect(told(await asking('HTTP 500', 10))).toEqual(['finished']);
    expect(told(await asking('HTTP 500', 11))).toEqual(['crash']);
  });

  it('is ended at once where its quota is used up', async () => {
    expect(told(await asking('You exceeded your current quota', 1))).toEqual(['quota']);
  });
});
