import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readClaudeCalls } from '../../../server/src/agents/refusals.js';
import { messageStreamReader } from '../../../server/src/agents/streams/messageStream.js';
import { ownRecords } from '../../../server/src/agents/streams/ownRecords.js';
import type { AgentRun } from '../../../server/src/execution/agents/agentRun.js';
import { recordCall } from '../../../server/src/execution/hooks/recordCall.js';
import { openRecord } from '../../../server/src/project/openRecord.js';
import {
  gone,
  numberIn,
  type Place,
  place,
  placeInGit,
  readPrompt,
  run,
  sessionsOf,
  wild,
  withEnv,
  writeProgram,
} from '../../support/agentPlace.js';
import { itLong, sampled } from '../../support/runs.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testAgent } from '../../support/testAgent.js';
import { testMachine } from '../../support/testMachine.js';

describe('an agent without a terminal', () => {
  it.each([
    ['its own record says', '', [{ kind: 'cost', inputTokens: 30, cachedTokens: 5, outputTokens: 2 }]],
    ['it says itself', "tell({ kind: 'cost', dollars: 1 });", [{ kind: 'cost', dollars: 1 }]],
  ])('costs what %s', async (_, says, costs) => {
    const one = place(`${readPrompt}
import { mkdirSync } from 'node:fs';
const folder = process.env.TEST_HOME + '/session-state/one';
mkdirSync(folder, { recursive: true });
const usage = { inputTokens: 30, cacheReadTokens: 5, outputTokens: 2 };
const timestamp = new Date().toISOString();
const line = { type: 'session.usage_record', id: '1', timestamp, data: { usage, of: process.env.PACTWRIGHT_SESSION } };
writeFileSync(folder + '/events.jsonl', JSON.stringify(line));
${says}
`);
    const records = { ...ownRecords.copilot, in: { home: 'none', variable: 'TEST_HOME' } };
    const told = withEnv(one, { ...one.env, TEST_HOME: temporaryFolder() });
    const { events, entries } = await run(told, { agent: { ...testAgent, records } });
    expect(events).toEqual(costs);
    expect(entries.flatMap((entry) => (entry.kind === 'event' ? [entry.event] : []))).toEqual(costs);
  });

  itLong('is stopped once its own record says that its quota is used up', async () => {
    const one = place(`${readPrompt}
import { mkdirSync } from 'node:fs';
const folder = process.env.TEST_HOME + '/projects';
mkdirSync(folder, { recursive: true });
const uiEvent = { 'event.name': 'qwen-code.api_error', error_message: '429 You exceeded your current quota' };
const line = { timestamp: new Date().toISOString(), systemPayload: { uiEvent }, of: process.env.PACTWRIGHT_SESSION };
writeFileSync(folder + '/one.jsonl', JSON.stringify(line));
setInterval(() => undefined, 1e6);
`);
    const records = { ...ownRecords.qwen, in: { home: 'none', variable: 'TEST_HOME' } };
    const told = withEnv(one, { ...one.env, TEST_HOME: temporaryFolder() });
    const { events, end } = await run(told, { agent: { ...testAgent, id: 'qwen', records } });
    expect(events).toEqual([{ kind: 'error', message: '429 You exceeded your current quota', attempt: 1 }]);
    expect(end.kind).toBe('quota');
  });

  it('is started with its prompt on standard input, and all it says is recorded', async () => {
    const one = placeInGit(`${readPrompt}
tell({ kind: 'session', session: 's1', transcript: '/t' });
tell({ kind: 'message', text: process.env.PACTWRIGHT_ITEM + ' ' + process.env.PACTWRIGHT_PHASE });
tell({ kind: 'message', text: String(process.env.ELECTRON_RUN_AS_NODE) + ' ' + process.cwd() });
tell({ kind: 'message', text: readFileSync(process.env.TEST_AGENT_FILES + '/settings.json', 'utf8') });
tell({ kind: 'message', text: String(process.argv.at(-1) === process.env.TEST_AGENT_FILES + '/settings.json') });
process.stdout.write('no event\\n{"kind":"turnEnd"}');
`);
    const { session, end, entries, events, log } = await run(one);
    expect(session).toMatch(/^\d{8}-\d{6}-act-STORY-042-[0-9a-f]{4}$/u);
    expect(end).toEqual({ kind: 'finished', message: '' });
    const files = path.join(path.dirname(log), session);
    expect(events).toEqual([
      { kind: 'session', session: 's1', transcript: '/t' },
      { kind: 'message', text: 'STORY-042 act' },
      { kind: 'message', text: `undefined ${one.folder}` },
      { kind: 'message', text: `{"here":"${files}"}` },
      { kind: 'message', text: 'true' },
      { kind: 'turnEnd' },
    ]);
    const kinds = entries.map(({ kind }) => kind);
    // What stands for the process is found out while it speaks already.
    expect(kinds.filter((kind) => kind === 'process')).toHaveLength(1);
    expect(kinds.filter((kind) => kind !== 'process')).toEqual([
      'start',
      'before',
      ...events.map(() => 'event'),
      'end',
    ]);
    expect(entries[0]).toMatchObject({ keeper: { pid: process.pid } });
    expect(entries[0]).toHaveProperty('start', {
      id: session,
      agent: 'test',
      mode: 'headless',
      access: 'write',
      item: 'STORY-042',
      phase: 'act',
      round: 1,
      folder: one.folder,
      branch: 'feature/STORY-042',
      command: [
        path.join(String(one.env['PATH']?.split(path.delimiter)[0]), 'test-agent'),
        '--settings',
        path.join(files, 'settings.json'),
      ],
    });
    expect(statSync(log).mode & 0o777).toBe(0o600);
    const promptFile = path.join(one.folder, '.pactwright/local/prompts', `${session}.md`);
    expect(statSync(promptFile).mode & 0o777).toBe(0o600);
    // Neither is ever committed.
    expect(one.repository.git('status', '--porcelain', '--untracked-files=all')).toBe('');
    one.repository.git('add', '--all');
    expect(one.repository.git('status', '--porcelain')).toBe('');
  });

  it.each(
    sampled([
      ['wild', wild],
      ['of 200 KB in many lines', `${wild}\n`.repeat(200_000 / Buffer.byteLength(`${wild}\n`))],
      ['of a megabyte in one line', 'é'.repeat(500_000)],
    ] as const),
  )('gets a prompt that is %s byte for byte, and its log has none of it', async (_, prompt) => {
    const one = place(`${readPrompt}\nwriteFileSync('got.txt', prompt);`);
    const { log } = await run(one, { prompt });
    expect(readFileSync(path.join(one.folder, 'got.txt')).equals(Buffer.from(prompt))).toBe(true);
    expect(readFileSync(log, 'utf8')).not.toContain(JSON.stringify(prompt.slice(0, 20)).slice(1, -1));
  });

  it.each([
    ['short', 'Do it.', 'Do it.'],
    ['long', 'é'.repeat(16_000), expect.stringMatching(/^Read the file \.pactwright\/local\/prompts\/\S+\.md in/u)],
  ])('gets a %s prompt as an argument where it cannot read what git ignores', async (_, prompt, last) => {
    const one = place('');
    const agent = { ...testAgent, readsIgnoredFiles: false } as const;
    const { entries } = await run(one, { agent, mode: 'interactive', prompt });
    const [start] = entries;
    expect(start?.kind === 'start' && start.start.command.at(-1)).toEqual(last);
  });

  it('is understood line by line, wherever a pipe cuts', async () => {
    const one = place(`
const bytes = Buffer.from(JSON.stringify({ kind: 'message', text: 'é\u{1f600}ü' }) + '\\r\\n');
for (const byte of bytes) {
  process.stdout.write(Buffer.of(byte));
  await new Promise((done) => setTimeout(done, 2));
}`);
    expect((await run(one)).events).toEqual([{ kind: 'message', text: 'é\u{1f600}ü' }]);
  });

  it('leaves neither secrets nor long texts in the log', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const one = place(`${readPrompt}
tell({ kind: 'tool', tool: 'Bash', what: 'curl -H "Authorization: Bearer ${secret}" https://me:${secret}@example.org' });
tell({ kind: 'message', text: 'x'.repeat(100_000) });
console.error('token=${secret}');
process.exit(3);`);
    const { log, end } = await run(one);
    expect(end.kind).toBe('crash');
    expect(readFileSync(log, 'utf8')).not.toContain(secret);
    expect(statSync(log).size).toBeLessThan(4_000);
  });

  itLong('keeps its log in bounds, and its end all the same', async () => {
    const one = place(`${readPrompt}
const log = process.env.TEST_AGENT_FILES + '.jsonl';
// Others write to the log, too: all of its room told line by line takes seconds.
appendFileSync(log, JSON.stringify({ kind: 'event', at: 1, event: { kind: 'message', text: 'x'.repeat(2_080_000) } }) + '\\n');
for (let i = 0; i < 1_500; i++) tell({ kind: 'message', text: 'word '.repeat(100) });
tell({ kind: 'waiting', why: 'may I' });`);
    const { log, entries } = await run(one);
    expect(statSync(log).size).toBeLessThan(2.1 * 1024 * 1024);
    expect(entries.slice(-2)).toMatchObject([{ event: { kind: 'waiting', why: 'may I' } }, { kind: 'end' }]);
  });

  const slow = `${readPrompt}
const child = spawn(process.execPath, ['-e', \`
  process.on('SIGTERM', () => undefined);
  require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000); require("fs").writeFileSync("pid.txt", String(process.pid))'], { detached: true, stdio: 'ignore' }).unref();
  setInterval(() => undefined, 1000);
\`], { stdio: 'ignore' });
setInterval(() => undefined, 1000);`;

  const onLinux = process.platform === 'linux' ? itLong : it.skip;
  onLinux('is ended with all that it has started, also what has left its group or does not listen', async () => {
    const one = place(slow);
    const stop = new AbortController();
    const running = run(one, { signal: stop.signal });
    const pid = await numberIn(path.join(one.folder, 'pid.txt'));
    stop.abort();
    expect(await running).toMatchObject({ end: { kind: 'cancelled' } });
    await gone(pid);
  });

  it('is ended when its time is up', async () => {
    const one = place('setInterval(() => undefined, 1000);');
    const { end, entries } = await run(one, { limits: { timeMs: 300 } });
    expect(end).toEqual({ kind: 'timeLimit', message: 'it took longer than 0.3 s' });
    expect(entries.at(-1)).toMatchObject({ kind: 'end', end });
  });

  it('is ended with what it started when it says nothing, and a word is said before; what it says counts anew', async () => {
    const one = place(`
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
spawn(process.execPath, ['-e', 'require("fs").writeFileSync("pid.txt", String(process.pid)); setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
for (let i = 0; i < 8 || !existsSync('pid.txt'); i++) {
  console.log('no event');
  await new Promise((done) => setTimeout(done, 100));
}
setInterval(() => undefined, 1000);`);
    const { end, entries } = await run(one, { limits: { silenceMs: 600 } });
    expect(end).toEqual({ kind: 'silence', message: 'it said nothing for 0.6 s' });
    expect(entries.at(-1)).toMatchObject({ kind: 'end', end });
    await gone(await numberIn(path.join(one.folder, 'pid.txt')));
    expect(await sessionsOf(one)).toMatchObject([{ state: 'stopped', end: 'silence', note: end.message }]);
  });

  describe('whose call is refused', () => {
    const call = { kind: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'git reset --hard' } };
    const denials = [{ tool_name: 'Bash', tool_use_id: 'c1', tool_input: call.input }];
    const like = { ...testAgent, id: 'claude', readLine: messageStreamReader('apart'), readCalls: readClaudeCalls };
    const lines = (...all: readonly object[]): string =>
      all.map((line) => `console.log(${JSON.stringify(JSON.stringify(line))});`).join('\n');
    const begun = [
      { type: 'system', subtype: 'init', session_id: 's1' },
      { type: 'assistant', message: { content: [{ ...call, type: 'tool_use' }] } },
      {
        type: 'user',
        message: {
          content: [
            { type: 'tool_result', tool_use_id: 'c1', is_error: true, content: 'This command requires approval' },
          ],
        },
      },
    ];

    itLong('and that ends there, says which, and what would allow it', async () => {
      const { end, entries } = await run(place(lines(...begun)), { agent: like });
      expect(end).toEqual({
        kind: 'refusedCall',
        message:
          'it was not allowed to call Bash: git reset --hard; to allow it, add "Bash(git reset:*)" to permissions.allow in ~/.claude/settings.json',
      });
      expect(entries).toContainEqual(
        expect.objectContaining({ event: expect.objectContaining({ kind: 'refused' }) as object }),
      );
    });

    it('and that goes on, has finished, and the command is on record as one that did not run', async () => {
      const one = placeInGit(
        lines(
          ...begun,
          { type: 'assistant', message: { content: [{ type: 'text', text: 'Then not.' }] } },
          { type: 'result', is_error: false, permission_denials: denials },
        ),
      );
      one.repository.commit('Spec', { 'docs/specs/STORY-042.md': '# STORY-042: Keep it\n' });
      const state = { ...one.env, PACTWRIGHT_STATE: temporaryFolder() };
      const machine = testMachine(state);
      const signal = new AbortController().signal;
      const hooked = { command: 'git reset --hard', folder: one.folder, session: 's1' };
      const parts = [{ command: 'git reset --hard', why: 'discards' }];
      await recordCall('claude', { ...hooked, call: 'c1' }, parts, { machine, cwd: one.folder }, signal);
      await recordCall('claude', { ...hooked, call: 'c2' }, parts, { machine, cwd: one.folder }, signal);
      const { end } = await run(withEnv(one, state), { agent: like });
      expect(end.kind).toBe('finished');
      const { log } = await openRecord(machine, one.folder, signal);
      expect(log.records.map(({ entry }) => ('call' in entry ? `${entry.kind} ${entry.call}` : entry.kind))).toEqual([
        'command c1',
        'command c2',
        'notRun c1',
      ]);
    });
  });

  it('leaves nothing behind that it began', async () => {
    const one = place(`${readPrompt}
spawn(process.execPath, ['-e', 'require("fs").writeFileSync("pid.txt", String(process.pid)); setInterval(() => undefined, 1000)'], { stdio: 'ignore' }).unref();
const { existsSync } = await import('node:fs');
while (!existsSync('pid.txt') || readFileSync('pid.txt', 'utf8') === '') await new Promise((done) => setTimeout(done, 10));`);
    expect((await run(one)).end.kind).toBe('finished');
    await gone(await numberIn(path.join(one.folder, 'pid.txt')));
  });
});

describe('an agent that cannot be started', () => {
  const check = async (one: Place, message: string, changes: Partial<AgentRun> = {}): Promise<void> => {
    const { end, entries } = await run(one, changes);
    expect(end).toEqual({ kind: 'notStarted', message: expect.stringContaining(message) as string });
    expect(entries.map(({ kind }) => kind).filter((kind) => kind !== 'before')).toEqual(['start', 'end']);
    expect(entries.at(-1)).toMatchObject({ code: null, end: { kind: 'notStarted' } });
  };

  it('is recorded as such where its program is missing', async () => {
    const one = place('');
    await check(withEnv(one, { PATH: '/nonexistent' }), 'test-agent is not found in the PATH');
  });

  it('is none from the project, nor from an entry of the PATH that is relative', async () => {
    const one = place('');
    const inside = path.join(one.folder, 'node_modules/.bin');
    writeProgram(inside, '');
    await check(withEnv(one, { PATH: inside }), 'only inside the project');
    await check(withEnv(one, { PATH: path.relative(process.cwd(), inside) }), 'not found in the PATH');
    const linked = temporaryFolder();
    symlinkSync(path.join(inside, 'test-agent'), path.join(linked, 'test-agent'));
    await check(withEnv(one, { PATH: linked }), 'only inside the project');
    // What is behind it in the PATH is started.
    const { end } = await run(withEnv(one, { ...one.env, PATH: `${inside}:${one.env['PATH'] ?? ''}` }));
    expect(end.kind).toBe('finished');
  });

  it('is one without a way to work so', async () => {
    const { id, name, program, installPage, versionArgs, resumes, readLine, readEnd } = testAgent;
    const agent = { id, name, program, installPage, versionArgs, resumes, readLine, readEnd };
    await check(place(''), 'Test agent cannot run without a terminal', { agent });
  });

  it('is one whose program is no program', async () => {
    const one = place('');
    const bin = temporaryFolder({ 'test-agent': '#!/nonexistent/interpreter\n' });
    chmodSync(path.join(bin, 'test-agent'), 0o755);
    await check(withEnv(one, { PATH: bin }), 'cannot be started');
  });

  it('is one whose prompt would be written elsewhere', async () => {
    const one = place('');
    symlinkSync(temporaryFolder(), path.join(one.folder, '.pactwright'));
    await check(one, 'leads out of');
  });
});
