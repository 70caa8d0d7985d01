import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { has } from '../../support/hasProgram.js';
import { phasePlace, promptsIn, startPhase } from '../../support/phasePlace.js';
import { openGitRepository } from '../../support/gitRepository.js';
import { board, storySteps } from '../../support/phaseStory.js';
import { type CliRun, run } from '../../support/runCli.js';

const cli = bundledCli();
const steps = storySteps(cli);
const hasScript = has('script', '--version');

describe('pactwright phase', () => {
  it('takes a story from an empty repository to the archive, without a terminal', async () => {
    const one = phasePlace(steps);
    const plan = await startPhase(cli, one, {}, 'plan', '--about', 'Add up "; rm -rf ~ #$(x)', '--headless', '--yes');
    expect(plan, plan.out + plan.err).toMatchObject({ code: 0, err: '' });
    expect(plan.out).toContain('STORY-001 passes the gate plan.');
    expect(plan.out).toContain('Next: `pactwright phase act STORY-001`.');

    // A worktree has what is committed.
    one.repository.git('add', 'package.json');
    one.repository.git('commit', '--quiet', '-m', 'chore: make ready');
    const lazy = await startPhase(cli, one, { FAKE_AGENT_SCRIPT: 'badly' }, 'act', 'STORY-001', '--headless');
    expect(lazy.code, lazy.out + lazy.err).toBe(1);
    expect(lazy.out).toContain('Claude Code works, round 2 of 2');
    expect(promptsIn(one)).toHaveLength(3);
    expect(promptsIn(one)[2]).toContain('The gate act-out still blocks STORY-001.');

    const act = await startPhase(
      cli,
      one,
      {},
      'act',
      'STORY-001',
      '--headless',
      '--format',
      'events',
      '--agent',
      'claude',
    );
    expect(act.code, act.out + act.err).toBe(0);
    const events = act.out
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { readonly event: string }).event);
    expect(new Set(events)).toEqual(new Set(['phase', 'condition', 'gate', 'agent', 'agentEvent', 'agentEnd', 'end']));
    expect(promptsIn(one)[3]).toContain('What the gate act-out asked for last');

    const check = await startPhase(cli, one, {}, 'check', 'STORY-001', '--headless', '--format', 'json');
    expect(check.code, check.out + check.err).toBe(0);
    expect(JSON.parse(check.out)).toMatchObject({ version: 1, outcome: 'passed' });

    const shown = await startPhase(cli, one, {}, 'done', 'STORY-001', '--headless');
    expect(shown.code, shown.out + shown.err).toBe(0);
    expect(shown.err).toContain('pass --yes');
    expect(shown.out).toContain('pactwright board archive STORY-001');
    expect(shown.out).toContain('git commit');
    expect(readFileSync(path.join(one.repository.folder, board), 'utf8')).toContain('STORY-001');

    const done = await startPhase(cli, one, { FAKE_AGENT_SCRIPT: 'badly' }, 'done', 'STORY-001', '--headless', '--yes');
    expect(done.code, done.out + done.err).toBe(0);
    expect(readFileSync(path.join(one.repository.folder, board), 'utf8')).not.toContain('STORY-001');
    expect(done.out).toContain('merged feature/STORY-001 into main');
    expect(one.repository.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(one.repository.git('status', '--porcelain')).toBe('');
    expect(one.repository.git('log', '--format=%s')).toMatch(/^docs: close STORY-001/u);
    expect(one.repository.git('ls-files')).not.toContain('.pactwright/local');
  });

  it.skipIf(!hasScript)(
    'asks the person at the terminal before the agent is started again, and before it commits',
    async () => {
      const one = phasePlace(steps);
      const words = [process.execPath, cli, 'phase', 'plan', '--about', 'Add up'];
      const child = spawn('script', ['-qfec', `exec ${words.map((word) => `'${word}'`).join(' ')}`, '/dev/null'], {
        cwd: one.repository.folder,
        env: { ...one.env, FAKE_AGENT_SCRIPT: 'badly' },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let shown = '';
      // The first is whether the agent may be started here at all.
      const questions = [/\[N\]o /u, /with the gate’s findings\? \[y\/N\]/u, /Do you want to continue\? \[y\/N\]/u];
      let answered = 0;
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        shown += text;
        if (questions[answered]?.test(shown) !== true) return;
        answered++;
        // From the second start on the agent does its work.
        if (answered === 2)
          writeFileSync(one.env['FAKE_AGENT_STEPS'] ?? '', JSON.stringify({ badly: steps['plan:well'] }));
        child.stdin.write(answered === 1 ? 'a\r' : 'y\r');
      });
      expect(await new Promise((resolve) => child.on('close', resolve)), shown).toBe(0);
      expect(answered, shown).toBe(3);
      expect(shown).toContain('Send Claude Code back with the gate’s findings?');
      expect(promptsIn(one)).toHaveLength(2);
      expect(one.repository.git('log', '--format=%s')).toMatch(/^docs: plan STORY-001, /u);
    },
  );

  it('keeps its rounds, which can be resumed, judged and undone', async () => {
    const one = phasePlace(steps);
    const call = (...args: readonly string[]): Promise<CliRun> =>
      run({ cwd: one.repository.folder, env: { ...one.env, FAKE_AGENT_SCRIPT: 'badly' }, script: cli }, ...args);
    await startPhase(cli, one, {}, 'plan', '--about', 'Add up', '--headless', '--yes');
    expect((await call('phase', 'act', 'STORY-001', '--headless')).code).toBe(1);
    const agent = (...args: readonly string[]): Promise<CliRun> => call('agent', ...args);
    const { sessions } = JSON.parse((await agent('sessions', '--format', 'json')).out) as {
      readonly sessions: readonly { readonly id: string; readonly round: number; readonly folder: string }[];
    };
    const last = sessions.find(({ round }) => round === 2);
    const worktree = `${one.repository.folder}.worktrees/STORY-001`;
    expect(last?.folder).toBe(worktree);
    const rounds = await agent('checkpoints', last?.id ?? '', '--format', 'json');
    expect(JSON.parse(rounds.out)).toMatchObject({ checkpoints: [{ round: 1 }, { round: 2, id: last?.id }] });
    const resumed = await agent('resume', last?.id ?? '', '--headless');
    expect([resumed.code, resumed.out], resumed.err).toEqual([
      1,
      expect.stringContaining('STORY-001 does not pass the gate act-out'),
    ]);
    const gate = await agent('gate', last?.id ?? '');
    expect([gate.code, gate.out], gate.err).toEqual([
      1,
      expect.stringMatching(/does not pass the gate act-out[^]*have the agent fix it, and run the gate again/u),
    ]);
    const undone = await agent('undo', last?.id ?? '', '--round', '1');
    expect([undone.code, undone.out], undone.err).toEqual([0, expect.stringContaining(worktree)]);
    expect(openGitRepository(worktree).git('status', '--porcelain')).toContain('docs/');
    expect((await agent('undo', last?.id ?? '', '--round', '9')).err).toContain('and no round 9');
  });
});
