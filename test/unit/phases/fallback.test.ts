import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../server/src/agents/agent.js';
import type { AgentEndKind } from '../../../server/src/agents/agentEnd.js';
import { type PhaseProject, phaseProject, type PhaseRun } from '../../support/phaseProject.js';

const ends: Readonly<Record<number, AgentEndKind>> = { 0: 'finished', 4: 'auth', 5: 'rateLimit', 6: 'quota' };

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
    const project = phaseProject({ 'README.md': '# Shop\n' });
    const [agent, ...fallbacks] = ['one', 'two'].map((id) => named(project, id));
    const request = { about: 'It is slow', agent, fallbacks, ...retry, ...more };
    return project.run('debug', undefined, { debug: codes.map((code) => ({ code })) }, request);
  };

  it('is tried again while its service fails, and the next one is then', async () => {
    const run = await look([5, 5, 5, 0]);
    expect(told(run)).toEqual(['rateLimit', 'one', 'rateLimit', 'one', 'rateLimit', 'two', 'finished']);
    expect(run.outcome).toBe('passed');
    expect(run.prompts[1]).toBe(run.prompts[0]);
    expect(run.prompts[3]).toMatch(/^Another agent began this/u);
    expect(run.prompts[3]).toContain(run.prompts[0]);
  });

  it('gives way to another model where one is out of quota, and to another agent where it has no access', async () => {
    const run = await look([6, 4, 0], { model: 'large, small' });
    expect(told(run)).toEqual(['quota', 'one small', 'auth', 'two', 'finished']);
  });

  it('ends the phase where nobody is left', async () => {
    const run = await look([7, 7]);
    expect(told(run)).toEqual(['crash', 'two', 'crash']);
    expect(run.outcome).toBe('agentFailed');
  });

  it('is not asked again in the next round', async () => {
    const project = phaseProject({ 'README.md': '# Shop\n' });
    const request = { about: 'Add up', agent: named(project, 'one'), fallbacks: [named(project, 'two')], ...retry };
    const run = await project.run('plan', undefined, { plan: [{ code: 4 }, {}, {}] }, request);
    const began = run.events.flatMap((event) => (event.event === 'agent' ? [`${event.agent} ${event.round}`] : []));
    expect(began).toEqual(['one 1', 'two 1', 'two 2']);
  });
});
