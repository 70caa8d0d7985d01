import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../server/src/agents/agent.js';
import type { Move, PhaseProject, PhaseRun } from '../../support/phaseProject.js';
import { answers, why } from '../../support/phaseStory.js';
import { itLong } from '../../support/runs.js';
import { sprintProject } from '../../support/sprintProject.js';
import { buildOf, passes } from '../../support/sprintStory.js';

/** What became of each item, and of its phases. */
function table({ events }: PhaseRun): Readonly<Record<string, string>> {
  const last = events.findLast((event) => event.event === 'sprint');
  return Object.fromEntries(
    (last?.rows ?? []).map(({ item, cells, outcome }) => [
      item,
      [...cells.map((cell) => cell ?? '-'), outcome ?? 'waiting'].join(' '),
    ]),
  );
}

const isDone = ({ text }: PhaseProject, id: string): boolean =>
  text(`docs/specs/${id}.md`).includes('| Status | Done |');

/** Closed without a question, each in a worktree of its own. */
const own = { here: false } as const;

const play = (...acts: readonly Move[]): { act: readonly Move[]; check: readonly Move[]; done: readonly Move[] } => ({
  act: acts,
  check: acts.map(() => passes),
  done: acts.map(() => ({})),
});

describe('a sprint of several items', () => {
  // Own worktrees are in ownWorktree.test.ts, and waves of many items in test/unit/runs.
  itLong('works on what others depend on first, and closes each', async () => {
    const project = sprintProject(['STORY-001', 'STORY-002'], { 'STORY-001': 'STORY-002' });
    const run = await project.run('sprint', undefined, play(buildOf('STORY-002'), buildOf('STORY-001')), {
      items: ['STORY-001', 'STORY-002'],
      ...own,
      yes: true,
    });
    expect(run.outcome, why(run)).toBe('passed');
    expect(table(run)).toEqual({
      'STORY-001': '- passed passed passed passed',
      'STORY-002': '- passed passed passed passed',
    });
    const begun = run.events.flatMap((event) =>
      event.event === 'phase' ? [`${event.phase} ${event.item ?? ''}`] : [],
    );
    expect(begun.filter((one) => one.startsWith('act'))).toEqual(['act STORY-002', 'act STORY-001']);
    expect(isDone(project, 'STORY-001') && isDone(project, 'STORY-002')).toBe(true);
  });

  itLong('stops where one is refused, and goes on there when it is called again', async () => {
    const project = sprintProject(['STORY-001', 'STORY-002']);
    const items = ['STORY-001', 'STORY-002'];
    const stopped = await project.run('sprint', undefined, play({}), { items, ...own, yes: true, rounds: 1 });
    expect(stopped.outcome).toBe('refused');
    expect(table(stopped)).toEqual({ 'STORY-001': '- refused - - refused', 'STORY-002': '- - - - waiting' });
    const wrong: Move = { say: '- P1 src/story-001.js:1 AC1: wrong\nVERDICT: FAIL' };
    const reviewed = await project.run(
      'sprint',
      undefined,
      { act: [buildOf('STORY-001')], check: [wrong] },
      { items, ...own, yes: true },
    );
    expect(table(reviewed)).toEqual({ 'STORY-001': '- passed refused - refused', 'STORY-002': '- - - - waiting' });
    // What the reviewer refused is built once more, and what the first one did is not.
    const mended: Move = { replace: { 'docs/product/sprint_board.md': [['- [ ] P1', '- [x] P1']] } };
    const whole = await project.run('sprint', undefined, play(mended, buildOf('STORY-002')), { ...own, yes: true });
    expect(whole.outcome, why(whole)).toBe('passed');
    expect(answers(whole).filter((one) => one.startsWith('act-in'))).toHaveLength(2);
    const third = await project.run('sprint', undefined, {}, { items, ...own, yes: true });
    expect(third.outcome).toBe('passed');
    expect(third.prompts).toEqual([]);
  });

  it('asks the reviewer again that gave no verdict', async () => {
    const project = sprintProject(['STORY-001', 'STORY-002']);
    const items = ['STORY-001', 'STORY-002'];
    const silent = { act: [buildOf('STORY-001')], check: [{ say: 'Looks fine.' }] };
    const first = await project.run('sprint', undefined, silent, { items, yes: true });
    expect(table(first)).toEqual({ 'STORY-001': '- passed unknown - unknown', 'STORY-002': '- - - - waiting' });
    const wrong: Move = { say: '- P1 src/story-001.js:1 AC1: wrong\nVERDICT: FAIL' };
    const second = await project.run('sprint', undefined, { check: [wrong] }, { items, yes: true });
    expect(table(second)).toEqual({ 'STORY-001': '- passed refused - refused', 'STORY-002': '- - - - waiting' });
  });

  itLong('keeps going where it is asked to, and skips what depends on what failed', async () => {
    const project = sprintProject(['STORY-001', 'STORY-002', 'STORY-003'], { 'STORY-002': 'STORY-001' });
    const run = await project.run('sprint', undefined, play({}, buildOf('STORY-003')), {
      items: ['STORY-001', 'STORY-002', 'STORY-003'],
      ...own,
      yes: true,
      rounds: 1,
      keepGoing: true,
    });
    expect(run.outcome).toBe('refused');
    expect(table(run)).toEqual({
      'STORY-001': '- refused - - refused',
      'STORY-002': '- - - - skipped',
      'STORY-003': '- passed passed passed passed',
    });
    const told = run.events.flatMap((event) => (event.event === 'done' ? [event.what] : []));
    expect(told).toContain('Skipped: STORY-002 depends on STORY-001, which is under Backlog');
  });

  itLong('leaves one whose agent asks to the person, and goes on with the next', async () => {
    const project = sprintProject(['STORY-001', 'STORY-002']);
    const items = ['STORY-001', 'STORY-002'];
    const asks: Move = { say: 'QUESTION: Which currency?' };
    const run = await project.run(
      'sprint',
      undefined,
      { ...play(asks, buildOf('STORY-002')) },
      { items, ...own, yes: true },
    );
    expect(run.outcome, why(run)).toBe('waiting');
    expect(table(run)).toEqual({
      'STORY-001': '- waiting - - waiting',
      'STORY-002': '- passed passed passed passed',
    });
    // Nobody has answered: nothing is started, and it is told once more how to.
    const again = await project.run('sprint', undefined, {}, { items, ...own, yes: true });
    expect(again.prompts).toEqual([]);
    expect(again.outcome).toBe('waiting');
    expect(again.events.some((event) => event.event === 'question' && event.question === 'Which currency?')).toBe(true);
  });

  it('shows the order and does nothing, when it is only to show it', async () => {
    const project = sprintProject(['STORY-001', 'STORY-002', 'STORY-003'], {
      'STORY-001': 'STORY-003',
      'STORY-002': 'STORY-009',
    });
    const run = await project.run('sprint', undefined, {}, { wholeBoard: true, dryRun: true });
    expect(run.outcome).toBe('shown');
    expect(Object.keys(table(run))).toEqual(['STORY-003', 'STORY-001', 'STORY-002']);
    expect(table(run)['STORY-002']).toBe('skipped');
    expect(project.repository.git('status', '--porcelain')).toBe('');
  });

  itLong('takes a phase for passed that its gate let pass before the sprint was killed', async () => {
    const project = sprintProject(['STORY-001']);
    const items = ['STORY-001'];
    const first = await project.run('sprint', undefined, play(buildOf('STORY-001')), {
      ...own,
      items,
      phases: ['act'],
    });
    expect(first.outcome, why(first)).toBe('passed');
    const file = path.join(project.repository.folder, '.git/pactwright/agents/queue.json');
    const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { readonly entries: readonly object[] };
    const killed = { ...entries[0], state: 'running', passed: [], phase: 'act', outcome: undefined };
    const keeper = { pid: 999_999_999, startedAt: 'long ago' };
    writeFileSync(file, JSON.stringify({ version: 1, keeper, entries: [killed] }));
    const run = await project.run('sprint', undefined, { check: [passes], done: [{}] }, { ...own, yes: true });
    expect(run.outcome, why(run)).toBe('passed');
    expect(isDone(project, 'STORY-001')).toBe(true);
  });

  itLong('takes the conversation up again that was broken off', async () => {
    const project = sprintProject(['STORY-001']);
    const agent: Agent = {
      ...project.agent,
      resumes: true,
      readLine: (text) => [{ kind: 'session', session: text }],
    };
    const request = { ...own, items: ['STORY-001'], agent, phases: ['act'] as const };
    const stopped = await project.run('sprint', undefined, { act: [{ say: 'its-name', code: 7 }] }, request);
    expect(stopped.outcome).toBe('agentFailed');
    const run = await project.run('sprint', undefined, { act: [buildOf('STORY-001')] }, request);
    expect(run.outcome, why(run)).toBe('passed');
    expect(run.prompts).toEqual(['You were interrupted. Go on with what you were doing.\n']);
  });

  itLong('takes its phases from the configuration, and refuses an item that is not there', async () => {
    const project = sprintProject(['STORY-001'], {}, { '.pactwright/config.yaml': 'agents:\n  sprint: [act]\n' });
    const run = await project.run(
      'sprint',
      undefined,
      { act: [buildOf('STORY-001')] },
      { ...own, items: ['STORY-001'] },
    );
    expect(run.outcome, why(run)).toBe('passed');
    expect(run.prompts).toHaveLength(1);
    await expect(project.run('sprint', undefined, {}, { items: ['STORY-009'] })).rejects.toThrow('no item STORY-009');
    await expect(project.run('sprint', undefined, {})).rejects.toThrow('sprint takes IDs');
  });
});
