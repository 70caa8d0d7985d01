import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../server/src/agents/agentEvent.js';
import { addLines } from '../../../server/src/agents/sessions/sessionFacts.js';
import { bundledCli } from '../../support/bundledCli.js';
import { gitRepository } from '../../support/gitRepository.js';
import { type CliRun, run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli();
const session = '20260301-141502-act-STORY-042-1f3a';
const start = JSON.stringify({
  kind: 'start',
  at: 1,
  start: { id: session, agent: 'claude', mode: 'interactive', access: 'write', round: 1, folder: '/w', command: ['x'] },
  keeper: { pid: 1, startedAt: 'x' },
});

interface Place {
  readonly folder: string;
  readonly log: string;
}

function place(): Place {
  const { folder } = gitRepository();
  const log = path.join(
    temporaryFolder({ [`pactwright/agents/${session}.jsonl`]: `${start}\n` }),
    'pactwright/agents',
    `${session}.jsonl`,
  );
  return { folder, log };
}

/** What a session tells the hook by variables. */
const variables = (one: Place): Readonly<Record<string, string>> => ({
  PATH: process.env['PATH'] ?? '',
  PACTWRIGHT_SESSION: session,
  PACTWRIGHT_SESSION_LOG: one.log,
  PACTWRIGHT_MODE: 'interactive',
});

/** `pactwright hook` as an agent calls it in a session. */
const hook = (
  one: Place,
  args: readonly string[],
  input: unknown,
  env: Readonly<Record<string, string>> = {},
): Promise<CliRun> =>
  run({ cwd: one.folder, env: { ...variables(one), ...env }, input: JSON.stringify(input) }, 'hook', ...args);

const silence: CliRun = { code: 0, out: '', err: '' };

interface Told {
  /** What the process was answered with: its code and all it wrote. */
  readonly said: string;
  /** How often files were asked for and processes started. */
  readonly counts: unknown;
}

/** The same in a process of its own, in which is counted what it asks for. */
function countedHook(one: Place, input: unknown, env: Readonly<Record<string, string>> = {}): Promise<Told> {
  const counted = path.join(temporaryFolder(), 'counts.json');
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--require', path.resolve('test/support/countReads.cjs'), cli, 'hook', 'claude', 'PreToolUse'],
      { cwd: one.folder, env: { ...process.env, ...variables(one), COUNT_READS: counted, ...env } },
    );
    let said = '';
    child.stdout.on('data', (text: Buffer) => (said += text.toString()));
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    child.on('error', reject).on('close', (code) => {
      resolve({ said: `${String(code)}${said}`, counts: JSON.parse(readFileSync(counted, 'utf8')) as unknown });
    });
    child.stdin.end(JSON.stringify(input));
  });
}

const linesOf = ({ log }: Place): readonly string[] => readFileSync(log, 'utf8').trimEnd().split('\n');

function eventsOf(one: Place): readonly AgentEvent[] {
  return linesOf(one)
    .slice(1)
    .map((line) => (JSON.parse(line) as { readonly event: AgentEvent }).event);
}

const tool = (name: string, given: object): object => ({
  session_id: 's1',
  cwd: '/w',
  tool_name: name,
  tool_input: given,
});

describe('pactwright hook in a session', () => {
  // What each event says is tested beside the adapters.
  const told: [string, string, object, readonly AgentEvent[]][] = [
    [
      'claude',
      'SessionStart',
      { session_id: 's1', transcript_path: '/t' },
      [{ kind: 'session', session: 's1', transcript: '/t' }],
    ],
    ['codex', 'PreToolUse', tool('Bash', { command: 'ls' }), [{ kind: 'tool', tool: 'Bash', what: 'ls' }]],
    ['claude', 'Notification', { message: 'May I?' }, [{ kind: 'waiting', why: 'May I?' }]],
    ['opencode', 'session.idle', { properties: { sessionID: 's1' } }, [{ kind: 'turnEnd' }]],
  ];
  it.each(told)('tells of %s %s', async (agent, event, input, expected) => {
    const one = place();
    expect(await hook(one, [agent, event], input)).toEqual(silence);
    expect(eventsOf(one)).toEqual(expected);
  });

  it('opens the log and nothing else for a harmless call, and starts no process', async () => {
    const one = place();
    expect(await countedHook(one, tool('Bash', { command: 'npm test' }))).toEqual({
      said: '0',
      counts: { open: 1 },
    });
    const outside = { PACTWRIGHT_SESSION_LOG: '', PACTWRIGHT_SESSION: '' };
    expect(await countedHook(one, tool('Bash', { command: 'npm test' }), outside)).toEqual({
      said: '0',
      counts: {},
    });
  });

  const silent: [string, (one: Place) => Readonly<Record<string, string>>][] = [
    [
      'another file',
      () => ({ PACTWRIGHT_SESSION_LOG: path.join(temporaryFolder({ 'x.jsonl': 'kept\n' }), 'x.jsonl') }),
    ],
    ['the log of another session', () => ({ PACTWRIGHT_SESSION: session.replace('1f3a', '0000') })],
    ['a log without a terminal', () => ({ PACTWRIGHT_MODE: 'headless' })],
    ['a relative path', ({ folder, log }) => ({ PACTWRIGHT_SESSION_LOG: path.relative(folder, log) })],
  ];
  it.each(silent)('writes nothing to %s', async (_, env) => {
    const one = place();
    const given = env(one);
    expect(await hook(one, ['claude', 'Stop'], {}, given)).toEqual(silence);
    expect(eventsOf(one)).toEqual([]);
    const other = given['PACTWRIGHT_SESSION_LOG'];
    if (other !== undefined && path.isAbsolute(other)) expect(readFileSync(other, 'utf8')).toBe('kept\n');
  });

  it('makes no log that is not there, and follows no link', async () => {
    const one = place();
    const folder = path.join(
      temporaryFolder({ 'pactwright/agents/x': '', 'target.txt': 'kept\n' }),
      'pactwright/agents',
    );
    const log = path.join(folder, path.basename(one.log));
    expect(await hook({ ...one, log }, ['claude', 'Stop'], {})).toEqual(silence);
    expect(existsSync(log)).toBe(false);
    symlinkSync(path.join(folder, '../../target.txt'), log);
    expect(await hook({ ...one, log }, ['claude', 'Stop'], {})).toEqual(silence);
    expect(readFileSync(log, 'utf8')).toBe('kept\n');
  });

  it('begins a line of its own behind one that was cut off', async () => {
    const one = place();
    writeFileSync(one.log, `${start}\n{"kind":"ev`);
    await hook(one, ['claude', 'Stop'], {});
    expect(addLines(undefined, linesOf(one))?.stage).toBe('idle');
  });
});
