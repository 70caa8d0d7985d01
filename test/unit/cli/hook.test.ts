import { spawn } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { evidencePlace, type EvidencePlace, person } from '../../support/evidence.js';
import { gateProject } from '../../support/gateProject.js';
import { type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { parseRuleFixture } from '../../support/ruleFixture.js';
import { type CliRun, run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli();

interface Place extends EvidencePlace {
  readonly repository: GitRepository;
  readonly top: string;
}

/** A project on the branch of STORY-001. */
function project(branch = 'feature/STORY-001'): Place {
  const repository = gitRepository();
  const { files } = parseRuleFixture(gateProject());
  repository.commit('Plan STORY-001', Object.fromEntries(files.map(({ path: name, text }) => [name, text])));
  repository.branch(branch);
  return { ...evidencePlace(path.join(repository.folder, '.git')), repository, top: repository.folder };
}

/** `pactwright hook` with what an agent hands it. */
function hook(state: string, cwd: string, input: unknown, ...args: readonly string[]): Promise<CliRun> {
  const env = { PATH: process.env['PATH'] ?? '', PACTWRIGHT_STATE: state };
  return run({ cwd, env, input: typeof input === 'string' ? input : JSON.stringify(input) }, 'hook', ...args);
}

/** The same in a process of its own, as an agent calls it. */
function startHook(state: string, cwd: string, input: string): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, 'hook', 'claude', 'PreToolUse'], {
      cwd,
      env: { ...process.env, PACTWRIGHT_STATE: state },
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('error', reject).on('close', (code) => {
      resolve({ code: code ?? -1, out, err });
    });
    child.stdin.end(input);
  });
}

const silent: CliRun = { code: 0, out: '', err: '' };
const bash = (cwd: string, command: string, other: object = {}): object => ({
  session_id: 's1',
  transcript_path: '/x',
  cwd,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command, description: 'x' },
  ...other,
});
const reset = { command: 'git reset --hard', why: 'discards uncommitted changes' };

async function recorded(place: Place): Promise<readonly unknown[]> {
  const { records, broken } = await place.open();
  expect(broken).toBeUndefined();
  return records.map(({ entry }) => entry);
}

describe('pactwright hook', () => {
  it.each([
    ['claude', 'PreToolUse'],
    ['claude', 'PostToolUse'],
    ['codex', 'PreToolUse'],
  ])('records a destructive command of %s, told by %s', async (agent, event) => {
    const place = project();
    const input = bash(path.join(place.top, 'src'), 'cd x; git reset --hard', { tool_use_id: 'c1' });
    expect(await hook(place.state, temporaryFolder(), input, agent, event)).toEqual(silent);
    expect(await recorded(place)).toEqual([
      {
        kind: 'command',
        item: 'STORY-001',
        branch: 'feature/STORY-001',
        agent,
        session: 's1',
        call: 'c1',
        folder: 'src',
        parts: [reset],
      },
    ]);
  });

  it('is a process that reads what it is told to its end, and refuses more than 16 MB', async () => {
    const place = project();
    const long = bash(place.top, `git reset --hard ${'x'.repeat(17 * 1024 * 1024)}`);
    const { out, ...rest } = await startHook(place.state, place.top, JSON.stringify(long));
    expect(rest).toEqual({ code: 0, err: '' });
    expect(out).toContain('longer than 16 MB');
    expect(await recorded(place)).toEqual([]);
    expect(await startHook(place.state, place.top, JSON.stringify(bash(place.top, 'git reset --hard')))).toEqual(
      silent,
    );
    expect(await recorded(place)).toMatchObject([{ agent: 'claude', item: 'STORY-001' }]);
  });

  it('records what a plugin of opencode hands over', async () => {
    const place = project();
    const call = { tool: 'bash', sessionID: 's1', callID: 'c1', args: { command: 'git reset --hard' } };
    const input = { ...call, directory: place.top };
    expect(await hook(place.state, place.top, input, 'opencode', 'tool.execute.before')).toEqual(silent);
    const workdir = { ...input, callID: 'c2', args: { ...call.args, workdir: 'src' } };
    expect(await hook(place.state, place.top, workdir, 'opencode', 'tool.execute.before')).toEqual(silent);
    expect(await recorded(place)).toMatchObject([
      { agent: 'opencode', session: 's1', call: 'c1', folder: '.' },
      { call: 'c2', folder: 'src' },
    ]);
  });

  it('records a call once, though it is told before and after', async () => {
    const place = project();
    for (const [id, event] of [
      ['c1', 'PreToolUse'],
      ['c1', 'PostToolUse'],
      ['c2', 'PreToolUse'],
    ] as const)
      // prettier-ignore
      await hook(place.state, place.top, bash(place.top, 'git reset --hard', { tool_use_id: id }), 'claude', event);
    expect(await recorded(place)).toMatchObject([{ call: 'c1' }, { call: 'c2' }]);
  });

  it('names no item on a branch that items share, and no branch where HEAD is on none', async () => {
    const place = project('work');
    const tell = (): Promise<CliRun> =>
      hook(place.state, place.top, bash(place.top, 'git reset --hard'), 'claude', 'PreToolUse');
    await tell();
    place.repository.branch('STORY-001/and/STORY-002');
    await tell();
    place.repository.git('checkout', '--quiet', '--detach');
    await tell();
    const shared = { kind: 'command', agent: 'claude', session: 's1', folder: '.', parts: [reset] };
    expect(await recorded(place)).toEqual([
      { ...shared, branch: 'work' },
      { ...shared, branch: 'STORY-001/and/STORY-002' },
      shared,
    ]);
  });

  const ignored: [string, (place: Place) => unknown, ...string[]][] = [
    ['a harmless command', ({ top }) => bash(top, 'git push')],
    ['another tool', ({ top }) => bash(top, 'git reset --hard', { tool_name: 'Write' })],
    ['another event', ({ top }) => bash(top, 'git reset --hard'), 'claude', 'Stop'],
    ['an agent that is not known', ({ top }) => bash(top, 'git reset --hard'), 'other', 'PreToolUse'],
    ['no agent', ({ top }) => bash(top, 'git reset --hard'), '--debg'],
    ['a folder that is not there', ({ top }) => bash(path.join(top, 'gone'), 'git reset --hard')],
    ['a folder that belongs to no repository', () => bash(temporaryFolder(), 'git reset --hard')],
    ['a repository without a project', () => bash(gitRepository().folder, 'git reset --hard')],
    ['fields of other kinds', () => ({ tool_name: 'Bash', tool_input: { command: ['rm'] }, cwd: 1 })],
  ];
  it.each(ignored)('records nothing for %s, and stays silent', async (_, input, ...args) => {
    const place = project();
    const given = args.length === 0 ? ['claude', 'PreToolUse'] : args;
    expect(await hook(place.state, place.top, input(place), ...given)).toEqual(silent);
    expect(await recorded(place)).toEqual([]);
  });

  it.each(['{', '', '[]', 'null', '{"tool_name":"Bash"', '\u0000'])(
    'refuses a call that it cannot read: %j',
    async (text) => {
      const place = project();
      const { out, ...rest } = await hook(place.state, place.top, text, 'claude', 'PreToolUse');
      expect(rest).toEqual({ code: 0, err: '' });
      expect(JSON.parse(out)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
      for (const event of ['Stop', 'SessionStart', 'PreCompact', 'TaskCompleted', 'TeammateIdle'])
        expect(await hook(place.state, place.top, text, 'claude', event)).toEqual(silent);
      expect(await recorded(place)).toEqual([]);
    },
  );

  it('stays silent where the record cannot be written', async () => {
    const place = project();
    place.repository.write({ '.git/pactwright': 'in the way' });
    const input = bash(place.top, 'git reset --hard');
    expect(await hook(place.state, place.top, input, 'claude', 'PreToolUse')).toEqual(silent);
    const told = await hook(place.state, place.top, input, 'claude', 'PreToolUse', '--debug');
    expect(told).toEqual({ code: 0, out: '', err: expect.stringMatching(/^pactwright hook: .+\n$/) as string });
  });

  it('tells with --debug what it did not understand', async () => {
    const { state, top } = project();
    const told = async (input: unknown, ...args: string[]): Promise<CliRun> =>
      hook(state, top, input, ...args, '--debug');
    expect(await told('', 'claude', 'PreToolUse')).toMatchObject({
      code: 0,
      err: expect.stringMatching(/./) as string,
    });
    expect((await told({}, 'claude', 'Elsewhere')).err).toContain('"Elsewhere" is not a known event of claude');
    expect((await told({}, 'auggie', 'Stop')).err).toContain('unknown agent "auggie"');
  });

  it('has a help, and shows in the record', async () => {
    const place = project();
    const surroundings = { cwd: place.top, env: { PACTWRIGHT_STATE: place.state } };
    expect((await run(surroundings, 'hook', '--help')).out).toContain('Usage: pactwright hook AGENT EVENT');
    await hook(place.state, place.top, bash(place.top, 'git reset --hard && rm -rf src'), 'claude', 'PreToolUse');
    expect((await run(surroundings, 'evidence')).out).toMatch(
      /Destructive commands\n {2}#1 {6}\S+ \S+ {2}command {2}claude for STORY-001: git reset --hard; rm -rf src\n/,
    );
    expect(JSON.parse((await run(surroundings, 'evidence', 'STORY-002', '--format', 'json')).out)).toMatchObject({
      commands: [],
    });
  });

  it('closes the gate until a person approves the command', async () => {
    const place = project();
    const surroundings = { cwd: place.top, env: { PACTWRIGHT_STATE: place.state } };
    interface Shown {
      readonly state: string;
      readonly summary: string;
      readonly problems?: readonly { readonly approvable?: string }[];
    }
    const ask = async (): Promise<Shown | undefined> => {
      const { out } = await run(surroundings, 'gate', 'check', 'STORY-001', '--format', 'json', '--recorded');
      // The form is the one that the command documents.
      const { verdict } = JSON.parse(out) as { verdict: { conditions: (Shown & { name: string })[] } };
      return verdict.conditions.find(({ name }) => name === 'commands');
    };
    expect(await ask()).toMatchObject({ state: 'pass', summary: expect.stringContaining('proves nothing') as string });

    await hook(place.state, place.top, bash(place.top, 'git push --force'), 'claude', 'PreToolUse');
    const refused = await ask();
    expect(refused?.state).toBe('fail');
    const what = refused?.problems?.[0]?.approvable ?? '';
    expect(what).not.toBe('');

    const say = async (speaker: ReturnType<typeof person>): Promise<void> => {
      await (await place.open()).append({ kind: 'word', word: speaker.say({ about: 'approve', what }) });
    };
    await say(person('Somebody'));
    expect((await ask())?.state).toBe('fail');
    const ann = person();
    place.trust(ann);
    await say(ann);
    expect(await ask()).toMatchObject({ state: 'pass', summary: expect.stringContaining('1 approved') as string });

    await hook(place.state, place.top, bash(place.top, 'git push --force'), 'claude', 'PreToolUse');
    expect((await ask())?.state).toBe('fail');
  });
});
