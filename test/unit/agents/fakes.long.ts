import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Agent, type AgentMode, type AgentStart, filesFolder } from '../../../server/src/agents/agent.js';
import { detectAgents } from '../../../server/src/agents/detect.js';
import { allAgents } from '../../../server/src/agents/registry.js';
import { findInstalled } from '../../../server/src/execution/programs/findProgram.js';
import { processes } from '../../../server/src/host/processes.js';
import { installFakeAgents } from '../../support/fakeAgents.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

/** What a shell, a format or a program would take for something of its own. */
const wild = `Read "; rm -rf ~ #$(x) \`y\` %PATH% \\ 'ü'\nand go`;

interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

function place(script: string): Place {
  const folder = temporaryFolder();
  const bin = path.join(folder, 'bin');
  installFakeAgents(bin);
  return {
    folder,
    env: {
      ...process.env,
      PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
      FAKE_AGENT_SCRIPT: script,
      FAKE_AGENT_RECORD: path.join(folder, 'record.jsonl'),
    },
  };
}

interface Played {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** How it was called, as it says. */
  readonly record: string;
}

function play(agent: Agent, { args, input = '', env, files = {} }: AgentStart, at: Place): Played {
  const filesAt = path.join(at.folder, 'files ü');
  const placed = (text: string): string => text.replaceAll(filesFolder, filesAt);
  mkdirSync(filesAt, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(filesAt, name), text);
  const surroundings = Object.entries(env ?? {}).map(([name, value]) => [name, placed(value)] as const);
  const { status, stdout, stderr } = spawnSync(path.join(at.folder, 'bin', agent.program), args.map(placed), {
    cwd: at.folder,
    env: { ...at.env, ...Object.fromEntries(surroundings) },
    input,
    encoding: 'utf8',
  });
  const record = path.join(at.folder, 'record.jsonl');
  return { code: status, out: stdout, err: stderr, record: existsSync(record) ? readFileSync(record, 'utf8') : '' };
}

describe.each(allAgents)('fake $id', (agent) => {
  const headless = agent.headless?.({ prompt: wild, access: 'write', model: 'm', session: 's' }) ?? { args: [] };

  it('works well, and its prompt arrives byte for byte', () => {
    const at = place('well');
    const { code, out, err, record } = play(agent, headless, at);
    expect([code, err]).toEqual([0, '']);
    const captures = { ...(agent.models ? { model: 'm' } : {}), session: 's' };
    expect(JSON.parse(record)).toMatchObject({ prompt: wild, captures });
    expect(readFileSync(path.join(at.folder, 'well.txt'), 'utf8')).toBe('well\n');
    const events = out.split('\n').flatMap(agent.readLine);
    expect(events).toContainEqual({ kind: 'session', session: 's' });
    expect(events).toContainEqual(expect.objectContaining({ kind: 'message', text: 'All done.' }));
    expect(events.at(-1)).toEqual({ kind: 'turnEnd' });
    expect(agent.readEnd(code, `${out}${err}`)).toEqual({ kind: 'finished', message: '' });
  });

  it.each(['rateLimit', 'auth', 'crash'] as const)('fails: %s', (script) => {
    const { code, out, err } = play(agent, headless, place(script));
    expect(agent.readEnd(code, `${out}${err}`).kind).toBe(script);
  });

  it('refuses every other command line', () => {
    const at = place('well');
    for (const args of [[...headless.args, '--yolo'], headless.args.slice(1), []]) {
      const { code, err, record } = play(agent, { ...headless, args }, at);
      expect([code, record]).toEqual([2, '']);
      expect(err).toContain('no command line of this program');
    }
  });

  it.each(['read', 'write'] as const)('takes a prompt in a terminal, and calls its hooks: %s', (access) => {
    const mode: AgentMode = 'interactive';
    const at = place('ask');
    const told = path.join(at.folder, 'told.txt');
    const hook = ['/bin/sh', '-c', '{ printf "%s " "$2"; cat; echo; } >>"$1"', 'sh', told];
    const start = agent[mode]?.({ prompt: wild, access, hook });
    if (!start) return;
    const { code, err, record } = play(agent, { ...start, input: 'y\n' }, at);
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(record.split('\n')[0] ?? '')).toMatchObject({ prompt: wild, mode });
    expect(existsSync(told)).toBe(agent.hooks !== undefined);
    if (!agent.hooks) return;
    const kinds = readFileSync(told, 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => {
        const space = line.indexOf(' ');
        const payload = JSON.parse(line.slice(space + 1)) as Record<string, unknown>;
        return agent.hooks?.read(line.slice(0, space), payload).map(({ kind }) => kind) ?? [];
      });
    expect(kinds).toEqual(['session', 'waiting', 'working', 'tool', 'fileChange', 'turnEnd']);
  });
});

it('is found with its version, and what is not there with the reason', async () => {
  const { folder, env } = place('well');
  const find = (program: string): ReturnType<typeof findInstalled> =>
    findInstalled(testMachine(), program, {
      env: { PATH: `${path.join(folder, 'bin')}${path.delimiter}${path.dirname(process.execPath)}` },
    });
  const missing: Agent = { ...(allAgents[0] ?? raise()), id: 'missing', program: 'no-such-agent' };
  const mute: Agent = { ...missing, id: 'mute', program: 'claude', versionArgs: ['--no-such'] };
  const found = await detectAgents([...allAgents, missing, mute], { processes, find, env, folder });
  expect(found.map(({ agent }) => agent)).toEqual([...allAgents.map(({ id }) => id), 'missing', 'mute']);
  expect(found[0]).toEqual({
    agent: 'claude',
    found: true,
    program: path.join(folder, 'bin/claude'),
    version: '2.1.330',
  });
  expect(found.filter((one) => one.found)).toHaveLength(allAgents.length);
  expect(found.at(-2)).toMatchObject({ found: false, reason: 'no-such-agent is not found in the PATH' });
  expect(found.at(-1)).toMatchObject({ found: false, reason: expect.stringContaining('exit code 2') as unknown });
});

function raise(): never {
  throw new Error('there are no agents');
}
