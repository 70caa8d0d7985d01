import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { gitRepository } from '../../support/gitRepository.js';
import { phasePlace, promptsIn, startPhase } from '../../support/phasePlace.js';
import { storySteps } from '../../support/phaseStory.js';
import { type CliRun, run } from '../../support/runCli.js';
import { itLong } from '../../support/runs.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli();
const steps = storySteps(cli);

// The whole life of a story, and what is asked at a terminal, is in phase.long.ts.
describe('pactwright phase', () => {
  it('is carried out without a terminal, and tells how it ended in its exit code', async () => {
    const one = phasePlace(steps);
    const plan = await startPhase(cli, one, {}, 'plan', '--about', 'Add up "; rm -rf ~ #$(x)', '--headless', '--yes');
    expect(plan, plan.out + plan.err).toMatchObject({ code: 0, err: '' });
    expect(plan.out).toContain('STORY-001 passes the gate plan.');
    expect(plan.out).toContain('Next: `pactwright phase act STORY-001`.');

    const act = (...args: readonly string[]): Promise<CliRun> =>
      run(
        { cwd: one.repository.folder, env: { ...one.env, FAKE_AGENT_SCRIPT: 'badly' }, script: cli },
        ...['phase', 'act', 'STORY-001', '--headless', ...args],
      );
    const lazy = await act();
    expect(lazy.code, lazy.out + lazy.err).toBe(1);
    expect(lazy.out).toContain('Claude Code works, round 2 of 2');
    expect(promptsIn(one)).toHaveLength(3);
    expect(promptsIn(one)[2]).toContain('The gate act-out still blocks STORY-001.');
  });

  itLong('tells how it ended in each format', async () => {
    const one = phasePlace(steps);
    const plan = await startPhase(cli, one, {}, 'plan', '--about', 'Add up', '--headless', '--yes');
    expect(plan, plan.out + plan.err).toMatchObject({ code: 0, err: '' });
    const act = (...args: readonly string[]): Promise<CliRun> =>
      run(
        { cwd: one.repository.folder, env: { ...one.env, FAKE_AGENT_SCRIPT: 'badly' }, script: cli },
        ...['phase', 'act', 'STORY-001', '--headless', '--rounds', '1', ...args],
      );
    await act();
    const events = (await act('--format', 'events', '--agent', 'claude')).out
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { readonly event: string }).event);
    expect(new Set(events)).toEqual(new Set(['phase', 'condition', 'gate', 'agent', 'agentEvent', 'agentEnd', 'end']));
    expect(promptsIn(one).at(-1)).toContain('What the gate act-out asked for last');

    const told = await act('--format', 'json');
    expect([told.code, JSON.parse(told.out)]).toMatchObject([1, { version: 1, outcome: 'refused' }]);
  });

  it('tells what kept the agent from its work', async () => {
    const one = phasePlace(steps);
    const limited = await run(
      { cwd: one.repository.folder, env: { ...one.env, FAKE_AGENT_SCRIPT: 'rateLimit' }, script: cli },
      ...['phase', 'plan', '--about', 'Add up', '--headless', '--retries', '0'],
    );
    expect(limited.code).toBe(3);
    expect(limited.out).toContain('The agent met a rate limit: ');
  });

  itLong('waits for the answer to what the agent asks, and goes on with it', async () => {
    const one = phasePlace({ ...steps, 'debug:asks': [{ say: 'QUESTION: Which currency?' }] });
    const call = (script: string, ...args: readonly string[]): Promise<CliRun> =>
      run({ cwd: one.repository.folder, env: { ...one.env, FAKE_AGENT_SCRIPT: script }, script: cli }, ...args);
    one.repository.commit('Begin', { 'docs/specs/STORY-001.md': '# STORY-001: Keep the cart\n' });
    const asked = await call('asks', 'phase', 'debug', '--about', 'It is slow', '--headless');
    expect(asked.code, asked.out + asked.err).toBe(3);
    const [, id = ''] =
      /Claude Code asks: Which currency\?.*\nAnswer: pactwright agent answer (\S+) "…"/u.exec(asked.out) ?? [];
    expect((await call('asks', 'agent', 'sessions')).out).toContain(`${id} waiting`);
    const answered = await call('well', 'agent', 'answer', id, 'Euro "; $(x)');
    expect(answered.code, answered.out + answered.err).toBe(0);
    expect(promptsIn(one).at(-1)).toContain('The person answers:\n\nEuro "; $(x)\n');
    const again = await call('well', 'agent', 'answer', id, 'Euro');
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('asks nothing')]);
  });
});

describe('the command line of a phase', () => {
  it.each([
    [[], 'phase takes NAME [ID…], not 0 arguments'],
    [['ackt', 'STORY-001'], 'did you mean act?'],
    [['act', 'story 1'], '"story 1" is not an item id'],
    [['act', 'STORY-001', '--rounds', '0'], '--rounds takes a number from 1 to 10'],
    [['act', 'STORY-001', '--rounds', 'many'], '--rounds takes a number from 1 to 10'],
    [['act', 'STORY-001', '--agent', 'claude', '--no-agent'], 'cannot be used together'],
    [['act', 'STORY-001'], 'there is no terminal for the agent: give --headless'],
    [['act', 'STORY-001', '--headless', '--agent', 'cluade'], 'did you mean claude'],
    [['act', 'STORY-001', '--headless'], 'no agent is installed'],
    [['release', '--version', 'shop 1.4.0'], 'cannot be the name of a tag'],
    [['release', '--version', 'soon'], 'is not a version'],
    [['act', 'STORY-001', '--format', 'xml'], '--format takes text, json, events'],
  ])('%j is refused', async (args, message) => {
    const { code, err } = await run({ cwd: temporaryFolder(), env: { PATH: '' } }, 'phase', ...args);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  it('shows what would be asked of an agent, where none is installed', async () => {
    const cwd = gitRepository().folder;
    const { code, out, err } = await run(
      { cwd, env: { PATH: process.env['PATH'] ?? '' } },
      'phase',
      'init',
      '--dry-run',
    );
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('You are the maintainer');
  });

  it('has a help that names all phases', async () => {
    const { code, out } = await run({ cwd: '/' }, 'phase', '--help');
    expect(code).toBe(0);
    for (const name of ['clarify', 'sprint', 'debug', '--no-agent']) expect(out).toContain(name);
  });
});
