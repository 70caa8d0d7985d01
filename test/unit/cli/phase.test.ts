import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { installFakeAgents } from '../../support/fakeAgents.js';
import { type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { has } from '../../support/hasProgram.js';
import { board, storySteps } from '../../support/phaseStory.js';
import { type CliRun, run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli();
const steps = storySteps(cli);
const hasScript = has('script', '--version');

interface Place {
  readonly repository: GitRepository;
  readonly env: Readonly<Record<string, string>>;
  readonly record: string;
}

function place(): Place {
  const repository = gitRepository();
  repository.git('config', 'user.name', 'Ann Example');
  repository.git('config', 'user.email', 'ann@example.org');
  const outside = temporaryFolder({ 'steps.json': JSON.stringify(steps), record: '' });
  installFakeAgents(path.join(outside, 'bin'), ['claude']);
  const record = path.join(outside, 'record');
  return {
    repository,
    record,
    env: {
      ...process.env,
      PATH: [path.join(outside, 'bin'), path.dirname(process.execPath), process.env['PATH'] ?? ''].join(path.delimiter),
      PACTWRIGHT_STATE: temporaryFolder(),
      XDG_CONFIG_HOME: temporaryFolder(),
      FAKE_AGENT_STEPS: path.join(outside, 'steps.json'),
      FAKE_AGENT_RECORD: record,
    },
  };
}

/** What the agent was given to read, start by start. */
function prompts({ record }: Place): readonly string[] {
  return readFileSync(record, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { readonly read?: string })
    .flatMap(({ read }) => read ?? []);
}

/** The command line in a process of its own. */
function phase(
  { repository, env }: Place,
  more: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<CliRun> {
  const child = spawn(process.execPath, [cli, 'phase', ...args], { cwd: repository.folder, env: { ...env, ...more } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end();
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code: code ?? -1, out, err });
    });
  });
}

describe('pactwright phase', () => {
  it('takes a story from an empty repository to the archive, without a terminal', async () => {
    const one = place();
    const plan = await phase(one, {}, 'plan', '--about', 'Add up "; rm -rf ~ #$(x)', '--headless', '--yes');
    expect(plan, plan.out + plan.err).toMatchObject({ code: 0, err: '' });
    expect(plan.out).toContain('STORY-001 may pass plan.');
    expect(plan.out).toContain('Next: `pactwright phase act STORY-001`.');

    const lazy = await phase(one, { FAKE_AGENT_SCRIPT: 'badly' }, 'act', 'STORY-001', '--headless');
    expect(lazy.code, lazy.out + lazy.err).toBe(1);
    expect(lazy.out).toContain('Claude Code works, round 2 of 2');
    expect(prompts(one)).toHaveLength(3);
    expect(prompts(one)[2]).toContain('The gate act-out does not let STORY-001 pass yet.');

    const act = await phase(one, {}, 'act', 'STORY-001', '--headless', '--format', 'events', '--agent', 'claude');
    expect(act.code, act.out + act.err).toBe(0);
    const events = act.out
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { readonly event: string }).event);
    expect(new Set(events)).toEqual(new Set(['phase', 'condition', 'gate', 'agent', 'agentEvent', 'agentEnd', 'end']));
    expect(prompts(one)[3]).toContain('What the gate act-out asked for last');

    const check = await phase(one, {}, 'check', 'STORY-001', '--headless', '--format', 'json');
    expect(check.code, check.out + check.err).toBe(0);
    expect(JSON.parse(check.out)).toMatchObject({ version: 1, outcome: 'passed' });

    const shown = await phase(one, {}, 'done', 'STORY-001', '--headless');
    expect(shown.code, shown.out + shown.err).toBe(0);
    expect(shown.err).toContain('give --yes');
    expect(shown.out).toContain('pactwright board archive STORY-001');
    expect(shown.out).toContain('git commit');
    expect(readFileSync(path.join(one.repository.folder, board), 'utf8')).toContain('STORY-001');

    const done = await phase(one, { FAKE_AGENT_SCRIPT: 'badly' }, 'done', 'STORY-001', '--headless', '--yes');
    expect(done.code, done.out + done.err).toBe(0);
    expect(readFileSync(path.join(one.repository.folder, board), 'utf8')).not.toContain('STORY-001');
    expect(one.repository.git('status', '--porcelain')).toBe('');
    expect(one.repository.git('log', '--format=%s')).toMatch(/^docs: close STORY-001/u);
    expect(one.repository.git('ls-files')).not.toContain('.pactwright/local');
  });

  it('tells what kept the agent from its work', async () => {
    const one = place();
    const limited = await phase(one, { FAKE_AGENT_SCRIPT: 'rateLimit' }, 'plan', '--about', 'Add up', '--headless');
    expect(limited.code).toBe(3);
    expect(limited.out).toContain('The agent ended: rateLimit');
  });

  it.skipIf(!hasScript)(
    'asks the person at the terminal before the agent is started again, and before it commits',
    async () => {
      const one = place();
      const words = [process.execPath, cli, 'phase', 'plan', '--about', 'Add up'];
      const child = spawn('script', ['-qfec', `exec ${words.map((word) => `'${word}'`).join(' ')}`, '/dev/null'], {
        cwd: one.repository.folder,
        env: { ...one.env, FAKE_AGENT_SCRIPT: 'badly' },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let shown = '';
      // The first is whether the agent may be started here at all.
      const questions = [/\[N\]o /u, /with what the gate asks for\? \[y\/N\]/u, /Carry this out\? \[y\/N\]/u];
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
      expect(shown).toContain('Send Claude Code back with what the gate asks for?');
      expect(prompts(one)).toHaveLength(2);
      expect(one.repository.git('log', '--format=%s')).toMatch(/^docs: plan STORY-001, /u);
    },
  );
});

describe('the command line of a phase', () => {
  it.each([
    [[], 'phase takes NAME [ID], not 0 arguments'],
    [['ackt', 'STORY-001'], 'perhaps act'],
    [['act', 'story 1'], '"story 1" is no item id'],
    [['act', 'STORY-001', '--rounds', '0'], '--rounds takes a number from 1 to 10'],
    [['act', 'STORY-001', '--rounds', 'many'], '--rounds takes a number from 1 to 10'],
    [['act', 'STORY-001', '--agent', 'claude', '--no-agent'], 'choose one'],
    [['act', 'STORY-001'], 'there is no terminal for the agent: give --headless'],
    [['act', 'STORY-001', '--headless', '--agent', 'cluade'], 'perhaps you mean claude'],
    [['act', 'STORY-001', '--headless'], 'no agent is installed'],
    [['release', '--version', 'shop 1.4.0'], 'cannot be the name of a tag'],
    [['release', '--version', 'soon'], 'is no version'],
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
