import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { gitRepository } from '../../support/gitRepository.js';
import { has } from '../../support/hasProgram.js';
import { type CliRun, run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { itLong } from '../../support/runs.js';

const cli = bundledCli();
const hasScript = has('script', '--version');

/** An agent of a person's own that writes the stream of Claude Code. */
const own = {
  id: 'own',
  name: 'My own',
  program: 'own-agent',
  installPage: 'https://example.org/own',
  interactive: [['--resume', '{session}'], '{prompt}'],
  headless: ['--print', ['--model', '{model}'], ['--resume', '{session}'], '{prompt}'],
  access: { read: ['--plan'], write: [] },
  output: 'claude',
};

/** Says its version, its session and its arguments; a prompt says how it ends. */
const program = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const args = process.argv.slice(2);
if (args[0] === '--version') { console.log('own-agent 1.2.3'); process.exit(0); }
appendFileSync('calls.txt', JSON.stringify(args) + '\\n');
const file = /\\.pactwright\\/local\\/\\S+\\.md/.exec(args.at(-1))[0];
const prompt = readFileSync(file, 'utf8');
const tell = (event) => console.log(JSON.stringify(event));
tell({ type: 'system', subtype: 'init', session_id: 's-1' });
tell({ type: 'assistant', message: { content: [{ type: 'text', text: 'I was asked: ' + prompt }] } });
if (prompt.includes('crash')) process.exit(7);
if (prompt.includes('hang')) { appendFileSync('pid.txt', String(process.pid)); setInterval(() => undefined, 1000); }
`;

interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

function place(): Place {
  const repository = gitRepository();
  repository.commit('First', { 'a.txt': 'a' });
  const bin = temporaryFolder({ 'own-agent': program });
  chmodSync(path.join(bin, 'own-agent'), 0o755);
  const config = temporaryFolder({ 'pactwright/agents.yaml': `# mine\n- ${JSON.stringify(own)}\n` });
  const PATH = `${bin}${path.delimiter}${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`;
  return {
    folder: repository.folder,
    env: { PATH, XDG_CONFIG_HOME: config, XDG_CACHE_HOME: temporaryFolder(), PACTWRIGHT_STATE: temporaryFolder() },
  };
}

/** The command line in a process of its own. */
function start(
  { folder, env }: Place,
  input: string,
  ...args: readonly string[]
): ChildProcess & { readonly run: Promise<CliRun> } {
  const child = spawn(process.execPath, [cli, 'agent', ...args], { cwd: folder, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end(input);
  const ended = new Promise<CliRun>((resolve) => {
    child.on('close', (code) => {
      resolve({ code: code ?? -1, out, err });
    });
  });
  return Object.assign(child, { run: ended });
}

const agent = ({ folder, env }: Place, input: string, ...args: readonly string[]): Promise<CliRun> =>
  run({ cwd: folder, env, input }, 'agent', ...args);

const callsOf = ({ folder }: Place): readonly (readonly string[])[] =>
  readFileSync(path.join(folder, 'calls.txt'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as string[]);

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly pid?: number;
}

async function sessions(one: Place, ...options: readonly string[]): Promise<readonly Listed[]> {
  const { out } = await agent(one, '', 'sessions', '--format', 'json', ...options);
  return (JSON.parse(out) as { readonly sessions: readonly Listed[] }).sessions;
}

describe('pactwright agent list', () => {
  it('shows what is installed, and why and where from what is not', async () => {
    const one = place();
    const { code, out } = await agent(
      { ...one, env: { ...one.env, PATH: one.env['PATH']?.split(':')[0] ?? '' } },
      '',
      'list',
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^own +My own 1\.2\.3 {2}\S.*own-agent$/mu);
    expect(out).toMatch(/^claude +Claude Code not found: claude is not found in the PATH; see https:\S+$/mu);
    const told = await agent(one, '', 'list', '--format', 'json');
    expect(JSON.parse(told.out)).toMatchObject({
      version: 1,
      agents: expect.arrayContaining([
        expect.objectContaining({ id: 'own', found: true, version: '1.2.3', interactive: true, headless: true }),
      ]) as unknown,
    });
  });

  it('says what is wrong with the own ones, and shows the others', async () => {
    const one = place();
    const env = { ...one.env, PACTWRIGHT_AGENTS: JSON.stringify([{ id: 'claude', headless: ['{prompt}'] }]) };
    const { code, out, err } = await agent({ ...one, env }, '', 'list');
    expect([code, err]).toEqual([0, expect.stringContaining('pactwright.agents.custom: ') as string]);
    expect(out).toContain('My own 1.2.3');
    const broken = await agent({ ...one, env: { ...one.env, PACTWRIGHT_AGENTS: '[{' } }, '', 'list');
    expect([broken.code, broken.err]).toEqual([
      0,
      expect.stringMatching(/^pactwright: pactwright\.agents\.custom: /u) as string,
    ]);
  });
});

describe('pactwright agent run', () => {
  it('lets an agent work on a prompt, shows what it says and remembers it', async () => {
    const one = place();
    const ran = await start(
      one,
      'a "b" $(c)',
      'run',
      '--agent',
      'own',
      '--headless',
      '--item',
      'STORY-042',
      '--phase',
      'act',
      '--model',
      'm',
    ).run;
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toContain('I was asked: a "b" $(c)');
    expect(callsOf(one)).toEqual([['--print', '--model', 'm', expect.stringMatching(/^Read the file \.pactwright/u)]]);
    const shown = await agent(one, '', 'sessions');
    expect(shown.out).toMatch(
      /^\d{8}-\d{6}-act-STORY-042-[0-9a-f]{4} finished\n {2}own, act, STORY-042, on main, \d+ s\n/u,
    );
  });

  itLong('tells it the model that was chosen for it, in the file or in the editor', async () => {
    const one = place();
    writeFileSync(path.join(one.env['XDG_CONFIG_HOME'] ?? '', 'pactwright/models.yaml'), 'own: slow\nown/critic: x\n');
    const ran = await agent(one, 'a', 'run', '--agent', 'own', '--headless');
    expect([ran.code, ran.err]).toEqual([
      0,
      expect.stringMatching(/models\.yaml: "own\/critic": there is no phase or role "critic"/u),
    ]);
    const env = { ...one.env, PACTWRIGHT_MODELS: '{ "own": "fast" }' };
    await agent({ ...one, env }, 'a', 'run', '--agent', 'own', '--headless');
    const ofRole = { ...one.env, PACTWRIGHT_MODELS: '{ "own/tester": "careful" }' };
    await agent({ ...one, env: ofRole }, 'a', 'run', '--agent', 'own', '--headless', '--phase', 'check');
    expect(callsOf(one).map((call) => call.slice(0, 3))).toEqual([
      ['--print', '--model', 'slow'],
      ['--print', '--model', 'fast'],
      ['--print', '--model', 'careful'],
    ]);
  });

  const wrong: [string, readonly string[], CliRun['code'], string][] = [
    ['a crash', ['--agent', 'own', '--headless'], 1, 'My own ('],
    ['a program that is missing', ['--agent', 'codex', '--headless'], 3, 'codex is not found in the PATH'],
    ['no terminal', ['--agent', 'own'], 2, 'there is no terminal'],
    ['no such agent', ['--agent', 'owm', '--headless'], 2, 'did you mean own?'],
    ['no such phase', ['--agent', 'own', '--headless', '--phase', 'acts'], 2, 'act'],
    ['no item', ['--agent', 'own', '--headless', '--item', '../x'], 2, '../x'],
    ['no folder', ['--agent', 'own', '--headless', '--folder', 'gone'], 2, 'is not a folder'],
    ['no prompt file', ['--agent', 'own', '--headless', '--prompt-file', 'gone'], 2, 'does not exist'],
  ];
  it.each(wrong)('ends with its own exit code for %s', async (_, args, code, said) => {
    const one = place();
    const env = { ...one.env, PATH: `${one.env['PATH']?.split(':')[0] ?? ''}:/usr/bin:/bin` };
    const ran = await agent({ ...one, env }, 'crash', 'run', ...args);
    expect(ran).toMatchObject({ code, err: expect.stringContaining(said) as string });
  });

  it.skipIf(!hasScript)('gives an agent the terminal', async () => {
    const one = place();
    const prompt = path.join(temporaryFolder({ 'p.md': 'hello' }), 'p.md');
    const line = [process.execPath, cli, 'agent', 'run', '--agent', 'own', '--prompt-file', prompt];
    const child = spawn('script', ['-qfec', `exec ${line.map((word) => `'${word}'`).join(' ')}`, '/dev/null'], {
      cwd: one.folder,
      env: one.env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      // Before its first use the command is shown.
      if (text.includes('Start it?')) child.stdin.write('y\n');
    });
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    expect(shown).toContain('I was asked: hello');
    expect(await sessions(one)).toMatchObject([{ state: 'finished', mode: 'interactive' }]);
  });
});

describe('sessions on the command line', () => {
  it('are undone, and so is the undo', async () => {
    const one = place();
    const text = (name: string): string | undefined => {
      const file = path.join(one.folder, name);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    };
    writeFileSync(path.join(one.folder, 'mine.txt'), 'mine');
    await agent(one, 'work', 'run', '--agent', 'own', '--headless');
    const [session] = await sessions(one);
    const id = session?.id ?? '';
    rmSync(path.join(one.folder, 'mine.txt'));
    expect(await agent(one, '', 'undo', id)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${id}-undo`) as string,
    });
    expect([text('mine.txt'), text('calls.txt')]).toEqual(['mine', undefined]);
    expect(await agent(one, '', 'undo', `${id}-undo`)).toMatchObject({ code: 0 });
    expect([text('mine.txt'), text('calls.txt') === undefined]).toEqual([undefined, false]);
    expect(await agent(one, '', 'undo', 'zzzz')).toMatchObject({ code: 2 });
  });

  it('are stopped', async () => {
    const one = place();
    const running = start(one, 'hang', 'run', '--agent', 'own', '--headless');
    await vi.waitFor(() => expect(existsSync(path.join(one.folder, 'pid.txt'))).toBe(true), { timeout: 30_000 });
    const [session] = await sessions(one);
    expect(session?.state).toBe('running');
    const id = session?.id ?? '';
    expect(await agent(one, '', 'resume', id, '--headless')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is still running') as string,
    });
    expect(await agent(one, '', 'stop', id.slice(-4))).toMatchObject({ code: 0, out: `${id} is stopped.\n` });
    expect((await running.run).code).toBe(3);
    expect(await sessions(one)).toMatchObject([{ id, state: 'stopped', note: '' }]);
    expect((await agent(one, '', 'stop', id)).out).toBe(`${id} had ended before.\n`);
    expect(await agent(one, '', 'stop', 'zzzz')).toMatchObject({ code: 2 });
  });

  itLong('are taken up again, by the name that the program has for them, and with no more rights', async () => {
    const one = place();
    await agent(one, 'look', 'run', '--agent', 'own', '--headless', '--read-only', '--item', 'STORY-042');
    const [first] = await sessions(one);
    const resumed = await agent(one, '', 'resume', first?.id ?? '', '--headless');
    expect(resumed).toMatchObject({
      code: 0,
      out: expect.stringContaining('Go on with what you were doing.') as string,
    });
    expect(callsOf(one)[1]).toEqual(['--print', '--resume', 's-1', expect.any(String)]);
    expect(await sessions(one)).toMatchObject([{ resumes: first?.id, access: 'read', item: 'STORY-042' }, {}]);
  });

  it('that ended long ago are shown where all are asked for', async () => {
    const one = place();
    await agent(one, 'x', 'run', '--agent', 'own', '--headless');
    const later = { cwd: one.folder, env: { ...one.env }, now: Date.now() + 2 * 24 * 60 * 60 * 1000 };
    expect((await run(later, 'agent', 'sessions')).out).toContain('There are no sessions');
    expect((await run(later, 'agent', 'sessions', '--all')).out).toContain('finished');
  });

  it('have a help', async () => {
    expect((await run({ cwd: temporaryFolder() }, 'agent', '--help')).out).toContain('Usage: pactwright agent WORD');
    expect(await run({ cwd: temporaryFolder() }, 'agent', 'runn')).toMatchObject({ code: 2 });
  });
});
