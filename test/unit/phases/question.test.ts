import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../server/src/agents/agent.js';
import { type SessionFacts, addLines } from '../../../server/src/agents/sessions/sessionFacts.js';
import { recordAnswer } from '../../../server/src/execution/agents/questions.js';
import { formatPhaseEvent } from '../../../server/src/reports/phase.js';
import { type PhaseProject, withoutSnapshots } from '../../support/phaseProject.js';
import { answers, planned, why } from '../../support/phaseStory.js';
import { itLong } from '../../support/runs.js';
import { testMachine } from '../../support/testMachine.js';
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** One that keeps its conversation. */
const talking = ({ agent }: PhaseProject): Agent => ({
  ...agent,
  resumes: true,
  headless: ({ prompt, session }) => ({ args: [prompt, ...(session === undefined ? [] : [`--session=${session}`])] }),
  readLine: (text) =>
    text.startsWith('session ') ? [{ kind: 'session', session: text.slice(8) }] : [{ kind: 'message', text }],
});

const factsOf = (project: PhaseProject): readonly (SessionFacts | undefined)[] =>
  project.sessions().map((lines) => addLines(undefined, lines));

const asks = { say: 'session s1\nQUESTION: Which currency?' };

describe('an agent that asks', () => {
  it('goes on in the same conversation with what a person answers, and that is no round', async () => {
    const project = withoutSnapshots({ 'README.md': '# Shop\n' });
    const asked: string[] = [];
    const answer = (question: string): Promise<string> => {
      asked.push(question);
      return Promise.resolve('Euro');
    };
    const request = { about: 'Add up', agent: talking(project), answer, rounds: 1 };
    const plan = await project.run('plan', undefined, { plan: [asks, planned] }, request);
    expect(plan.outcome, why(plan)).toBe('passed');
    expect(asked).toEqual(['Which currency?']);
    expect(plan.prompts[1]).toMatch(/^You asked:\n\n> Which currency\?\n\nThe person answers:\n\nEuro\n/u);
    // What it left was not judged before.
    expect(answers(plan)).toEqual(['plan allowed']);
    const [first, second] = factsOf(project);
    expect(first).toMatchObject({ stage: 'finished', answer: 'Euro' });
    expect(second?.start).toMatchObject({ resumes: first?.start.id, round: 1 });
    expect(second?.start.command.at(-1)).toBe('--session=s1');
  });

  it('waits where nobody is there, and the phase says how to answer', async () => {
    const project = withoutSnapshots({ 'README.md': '# Shop\n' });
    const plan = await project.run('plan', undefined, { plan: [asks] }, { about: 'Add up', agent: talking(project) });
    expect(plan.outcome).toBe('waiting');
    expect(answers(plan)).toEqual([]);
    const [facts] = factsOf(project);
    expect(facts).toMatchObject({ stage: 'waiting', note: 'Which currency?', told: { question: 'Which currency?' } });
    expect(plan.events.map(formatPhaseEvent).join('')).toContain(
      `Player asks: Which currency?\nAnswer: pactwright agent answer ${facts?.start.id ?? ''} "…"`,
    );
  });

  it('gets the answer with the whole prompt if its program keeps no conversation', async () => {
    const project = withoutSnapshots({ 'README.md': '# Shop\n' });
    const plan = await project.run('plan', undefined, { plan: [asks] }, { about: 'Add up' });
    expect(plan.outcome).toBe('waiting');
    const answered = 'The person answers:\n\nEuro\n';
    const again = await project.run('plan', 'STORY-001', { plan: [planned] }, { answered });
    expect(again.outcome, why(again)).toBe('passed');
    expect(again.prompts[0]).toMatch(/This is the phase plan[^]*The person answers:\n\nEuro\n$/u);
  });

  itLong('is answered by whoever is first', async () => {
    const project = withoutSnapshots({ 'README.md': '# Shop\n' });
    const logs = path.join(project.repository.folder, '.git/pactwright/agents');
    const answer = async (_: string, signal: AbortSignal): Promise<string> => {
      const [log = ''] = readdirSync(logs).filter((name) => name.endsWith('.jsonl'));
      await recordAnswer(testMachine(), path.join(logs, log), 'Dollar');
      return new Promise((__, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('somebody else has answered'));
        });
      });
    };
    const request = { about: 'Add up', agent: talking(project), answer };
    const plan = await project.run('plan', undefined, { plan: [asks, planned] }, request);
    expect(plan.outcome, why(plan)).toBe('passed');
    expect(plan.prompts[1]).toContain('Dollar');
  });

  itLong('in its own words is only heard where its work is refused', async () => {
    const project = withoutSnapshots({ 'README.md': '# Shop\n' });
    const closing = 'I wrote nothing.\n\nShall I go on?';
    const request = { about: 'Add up', agent: talking(project) };
    const refused = await project.run('plan', undefined, { plan: [{ say: closing }] }, request);
    expect(refused.outcome).toBe('waiting');
    const passed = await project.run('plan', 'STORY-001', { plan: [{ ...planned, say: closing }] }, request);
    expect(passed.outcome, why(passed)).toBe('passed');
  });
});
