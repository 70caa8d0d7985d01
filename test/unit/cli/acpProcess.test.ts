import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { acpAgent } from '../../../server/src/agents/acp/acpAgent.js';
import type { AgentEvent } from '../../../server/src/agents/agentEvent.js';
import { recordAnswer } from '../../../server/src/execution/agents/questions.js';
import type { AgentRun, AgentRunEnd } from '../../../server/src/execution/agents/agentRun.js';
import { runAgent } from '../../../server/src/execution/agents/runAgent.js';
import { readSession } from '../../../server/src/execution/agents/sessionReader.js';
import { consultBy } from '../../../server/src/execution/phases/consultBy.js';
import { itLong, sampled } from '../../support/runs.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';
import { toldMachine } from '../../support/toldMachine.js';

const talker = acpAgent({
  ...{ id: 'talker', name: 'Talker', program: 'talker', installPage: '', versionArgs: [] },
  args: () => ['--acp'],
});

const sdk = pathToFileURL(path.resolve('node_modules/@agentclientprotocol/sdk/dist/v1/stable/acp.js')).href;

/** A program of the package's own. @param turn what it does in its turn, with `client`, `sessionId` and `prompt`. */
const program = (turn: string): string => `#!${process.execPath}
import { Readable, Writable } from 'node:stream';
import { writeFileSync } from 'node:fs';
import { agent, methods, ndJsonStream } from ${JSON.stringify(sdk)};
console.log('A word that belongs to no protocol.');
let cancel;
const cancelled = new Promise((resolve) => (cancel = resolve));
const ask = (client, sessionId, command) => client.request(methods.client.session.requestPermission, {
  sessionId,
  toolCall: { toolCallId: 'call', kind: 'execute', rawInput: { command } },
  options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }, { optionId: 'no', name: 'Reject', kind: 'reject_once' }],
});
const say = (client, sessionId, text) =>
  client.notify(methods.client.session.update, { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } });
agent({ name: 'talker' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentCapabilities: { loadSession: true } }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: 's1' }))
  .onNotification(methods.agent.session.cancel, () => { writeFileSync('cancelled.txt', 'yes'); cancel(); })
  .onRequest(methods.agent.session.prompt, async ({ client, params: { sessionId, prompt: [{ text: prompt }] } }) => {
    const stopReason = await (async () => { ${turn} })();
    return { stopReason: stopReason ?? 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
`;

interface Ran extends AgentRunEnd {
  readonly events: readonly AgentEvent[];
}

/** Without git. */
const openFolder = (): string => temporaryFolder({ 'a.txt': 'a' });

async function run(turn: string, changes: Partial<AgentRun> = {}): Promise<Ran> {
  const bin = temporaryFolder();
  writeFiles(bin, { 'package.json': '{"type":"module"}', talker: program(turn) });
  chmodSync(path.join(bin, 'talker'), 0o755);
  const events: AgentEvent[] = [];
  const ended = await runAgent({
    ...{ agent: talker, mode: 'headless', round: 1, prompt: 'Do it.', access: 'write', folder: openFolder() },
    machine: machineWith(bin),
    warn: () => undefined,
    onEvent: (event) => events.push(event),
    signal: new AbortController().signal,
    ...changes,
  });
  return { ...ended, events };
}

const machineWith = (bin: string): AgentRun['machine'] => ({
  ...testMachine({
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    XDG_CACHE_HOME: temporaryFolder(),
  }),
  git: toldMachine({}).git,
});

describe('a program that speaks the Agent Client Protocol', () => {
  it.each(sampled(['headless', 'interactive'] as const))('is talked to, %s', async (mode) => {
    const prompt = 'é'.repeat(200_000);
    const { end, events, log } = await run("await say(client, sessionId, 'I read ' + prompt.length);", {
      mode,
      prompt,
    });
    expect(end).toEqual({ kind: 'finished', message: '' });
    expect(events).toEqual([
      { kind: 'session', session: 's1' },
      { kind: 'message', text: 'I read 200000' },
      { kind: 'turnEnd' },
    ]);
    const facts = await readSession(testMachine(), log);
    expect(facts).toMatchObject({ stage: 'finished', start: { mode: 'headless' }, told: { agentSession: 's1' } });
  });

  it('that ends as its call is refused says which, and what would allow it', async () => {
    const { end } = await run("await ask(client, sessionId, 'git push'); return 'cancelled';");
    expect(end).toEqual({
      kind: 'refusedCall',
      message:
        'it was not allowed to call execute: git push; to allow it, run the phase in a terminal, where you are asked',
    });
  });

  itLong('that goes on after that has finished', async () => {
    const { end, events } = await run(
      "await ask(client, sessionId, 'git push'); await say(client, sessionId, 'Then not.');",
    );
    expect(end.kind).toBe('finished');
    expect(events).toContainEqual(expect.objectContaining({ kind: 'refused', what: 'git push' }));
  });

  itLong('that dies in the middle of its turn has crashed', async () => {
    const { end } = await run("console.error('It broke'); process.exit(0);");
    expect(end).toEqual({ kind: 'crash', message: 'it ended in the middle of its turn' });
  });

  itLong('that does not end by itself is ended', async () => {
    expect((await run('setInterval(() => undefined, 1000);')).end.kind).toBe('finished');
  });

  it('is asked to break off before it is ended', async () => {
    const stop = new AbortController();
    const folder = openFolder();
    const { end } = await run("await say(client, sessionId, 'I begin.\\n'); await cancelled; return 'cancelled';", {
      folder,
      signal: stop.signal,
      onEvent: ({ kind }) => {
        if (kind === 'message') stop.abort();
      },
    });
    expect(end.kind).toBe('cancelled');
    expect(existsSync(path.join(folder, 'cancelled.txt'))).toBe(true);
  });

  itLong('is ended when its time is up', async () => {
    const { end } = await run('await new Promise(() => undefined);', { limits: { timeMs: 1_500 } });
    expect(end).toEqual({ kind: 'timeLimit', message: 'it took longer than 1.5 s' });
  });
});

describe('a question of such a program', () => {
  const turn = `
const { outcome } = await ask(client, sessionId, 'git push');
await say(client, sessionId, outcome.optionId ?? outcome.outcome);`;
  const never = (_: string, until: AbortSignal): Promise<string> =>
    new Promise((_resolve, reject) => {
      until.addEventListener('abort', () => {
        reject(new Error('it is over'));
      });
    });
  const consulted = (ask: Parameters<typeof consultBy>[1], signal: AbortSignal): NonNullable<AgentRun['consult']> =>
    consultBy({ machine: testMachine(), tell: () => undefined, signal }, ask, talker);
  const { signal } = new AbortController();

  it.each(
    sampled([
      ['yes', 'yes'],
      ['2', 'no'],
      ['', 'no'],
    ] as const),
  )('is answered here: "%s"', async (answer, chosen) => {
    const { events, log } = await run(turn, { consult: consulted(() => Promise.resolve(answer), signal) });
    expect(events).toContainEqual({ kind: 'message', text: chosen });
    const lines = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => /"kind":"(?:question|answer)"/u.test(line));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('May I do this? execute: git push');
  });

  /** Answers it elsewhere. @param afterMs how long a person takes. */
  async function answeredElsewhere(afterMs: number, limits: AgentRun['limits'] = {}): Promise<Ran> {
    let place = '';
    const consult: AgentRun['consult'] = (question, at, until) => {
      place = at.log;
      return consulted(never, signal)(question, at, until);
    };
    const running = run(turn, { consult, limits });
    const machine = testMachine();
    await vi.waitFor(
      async () => {
        expect(await readSession(machine, place)).toMatchObject({ stage: 'waiting', awaited: true });
      },
      { timeout: 30_000, interval: 20 },
    );
    await pause(afterMs);
    await recordAnswer(machine, place, 'allow');
    return running;
  }

  it('waits, and is answered elsewhere', async () => {
    const { end, events } = await answeredElsewhere(0);
    expect(end.kind).toBe('finished');
    expect(events).toContainEqual({ kind: 'message', text: 'yes' });
  });

  itLong('is no silence of the agent while it waits', async () => {
    expect((await answeredElsewhere(12_000, { silenceMs: 10_000 })).end.kind).toBe('finished');
  });

  it('is none any more once the agent is stopped', async () => {
    const stop = new AbortController();
    const consult: AgentRun['consult'] = (question, at, until) => {
      setTimeout(() => {
        stop.abort();
      }, 50);
      return consulted(never, stop.signal)(question, at, until);
    };
    const { end, log } = await run(turn, { consult, signal: stop.signal });
    expect(end.kind).toBe('cancelled');
    await vi.waitFor(async () => {
      expect((await readSession(testMachine(), log))?.told.question).toBeUndefined();
    });
  });
});
