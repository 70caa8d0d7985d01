import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSessionReader } from '../../../server/src/execution/agents/sessionReader.js';
import { stopSession } from '../../../server/src/execution/agents/stopSession.js';
import {
  entriesOf,
  gone,
  numberIn,
  type Place,
  placeInGit,
  readPrompt,
  sessionsOf,
  wild,
} from '../../support/agentPlace.js';
import { bundledCli } from '../../support/bundledCli.js';
import { has } from '../../support/hasProgram.js';
import { itLong, sampled } from '../../support/runs.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const wrapper = bundledCli('test/support/programs/runTestAgent.ts');
const hasScript = has('script', '--version');

/** The wrapper in a process of its own. `ended`: its exit code. */
interface Wrapped {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly shown: () => string;
  readonly result: () => unknown;
}

function wrap(one: Place, mode: 'headless' | 'interactive', terminal: boolean): Wrapped {
  const folder = temporaryFolder({ 'prompt.md': wild });
  const resultFile = path.join(folder, 'result.json');
  const args = [wrapper, mode, path.join(folder, 'prompt.md'), resultFile];
  const env = { ...one.env, NODE: process.execPath };
  // `script` gives what it starts a terminal, and types what it reads itself.
  const quoted = args.map((arg) => `'${arg}'`).join(' ');
  const child = terminal
    ? spawn('script', ['-qfec', `exec "$NODE" ${quoted}`, '/dev/null'], { cwd: one.folder, env })
    : spawn(process.execPath, args, { cwd: one.folder, env });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    child,
    ended,
    shown: () => shown,
    result: () => JSON.parse(readFileSync(resultFile, 'utf8')) as unknown,
  };
}

const talker = `${readPrompt}
writeFileSync('got.txt', prompt);
process.on('SIGINT', () => console.log('interrupted'));
process.stdin.setEncoding('utf8').on('data', (text) => {
  console.log('heard ' + JSON.stringify(text));
  if (text.startsWith('bye')) process.exit(0);
});
console.log('ready ' + process.stdin.isTTY);
`;

describe.skipIf(!hasScript)(
  `an agent in a terminal${hasScript ? '' : ' (skipped: there is no `script` of util-linux)'}`,
  () => {
    const shows = ({ shown }: Wrapped, text: string): Promise<void> =>
      vi.waitFor(
        () => {
          expect(shown()).toContain(text);
        },
        { timeout: 30_000, interval: 20 },
      );

    it('hears what a person types, and an interrupt is for it alone', async () => {
      const one = placeInGit(talker);
      const wrapped = wrap(one, 'interactive', true);
      await shows(wrapped, 'ready true');
      wrapped.child.stdin?.write('hello "$(x)"\n');
      await shows(wrapped, String.raw`heard "hello \"$(x)\"\n"`);
      wrapped.child.stdin?.write('\u0003');
      await shows(wrapped, 'interrupted');
      wrapped.child.stdin?.write('\u0003');
      expect(await sessionsOf(one)).toMatchObject([{ state: 'running' }]);
      wrapped.child.stdin?.write('bye\n');
      expect(await wrapped.ended).toBe(0);
      expect(wrapped.result()).toMatchObject({ end: { kind: 'finished' } });
      expect(readFileSync(path.join(one.folder, 'got.txt'), 'utf8')).toBe(wild);
      expect(await sessionsOf(one)).toMatchObject([{ state: 'finished', mode: 'interactive' }]);
    });

    itLong('ends by an interrupt that it does not heed, which is recorded', async () => {
      const one = placeInGit(talker.replace("process.on('SIGINT'", "process.on('SIGUSR2'"));
      const wrapped = wrap(one, 'interactive', true);
      await shows(wrapped, 'ready true');
      wrapped.child.stdin?.write('\u0003');
      expect(await wrapped.ended).toBe(0);
      expect(wrapped.result()).toMatchObject({ end: { kind: 'cancelled', message: 'it was interrupted' } });
    });

    it.each(sampled(['SIGTERM', 'SIGHUP'] as const))(
      'is ended, and that is recorded, when its keeper gets %s',
      async (signal) => {
        const one = placeInGit(talker);
        const wrapped = wrap(one, 'interactive', true);
        await shows(wrapped, 'ready true');
        const keeper = keeperOf(await vi.waitFor(() => logIn(one)));
        process.kill(keeper, signal);
        await wrapped.ended;
        const [session] = await sessionsOf(one);
        expect(session).toMatchObject({ state: 'stopped', end: 'cancelled', note: '' });
      },
    );
  },
);

async function logIn({ logs }: Place): Promise<string> {
  const [session] = await createSessionReader(testMachine()).read(logs);
  if (session?.pid === undefined) throw new Error('it does not run yet');
  return path.join(logs, `${session.id}.jsonl`);
}

function keeperOf(log: string): number {
  const [start] = entriesOf(log);
  return start?.kind === 'start' ? start.keeper.pid : 0;
}

describe('a session', () => {
  const idle = `${readPrompt}
writeFileSync('pid.txt', String(process.pid));
process.stdout.on('error', () => undefined);
setInterval(() => undefined, 1000);`;

  it('runs on when its keeper is killed, is found again, and can be stopped', async () => {
    const one = placeInGit(idle);
    const { child, ended } = wrap(one, 'headless', false);
    const pid = await numberIn(path.join(one.folder, 'pid.txt'));
    const log = await vi.waitFor(() => logIn(one));
    child.kill('SIGKILL');
    await ended;
    expect(await sessionsOf(one)).toMatchObject([{ state: 'running', pid }]);
    expect(await stopSession(testMachine(), log)).toBe('stopped');
    await gone(pid);
    expect(await sessionsOf(one)).toMatchObject([{ state: 'stopped', end: 'cancelled' }]);
    expect(await stopSession(testMachine(), log)).toBe('over');
  });

  itLong('is lost when keeper and program are killed', async () => {
    const one = placeInGit(idle);
    const { child, ended } = wrap(one, 'headless', false);
    const pid = await numberIn(path.join(one.folder, 'pid.txt'));
    const log = await vi.waitFor(() => logIn(one));
    child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await ended;
    await gone(pid);
    expect(await sessionsOf(one)).toMatchObject([{ state: 'lost', note: 'it disappeared without reporting its end' }]);
    expect(await stopSession(testMachine(), log)).toBe('over');
  });

  itLong('is stopped by its keeper, which records that', async () => {
    const one = placeInGit(idle);
    const { ended, result } = wrap(one, 'headless', false);
    await numberIn(path.join(one.folder, 'pid.txt'));
    expect(await stopSession(testMachine(), await vi.waitFor(() => logIn(one)))).toBe('stopped');
    await ended;
    expect(result()).toMatchObject({ end: { kind: 'cancelled' } });
    expect(await sessionsOf(one)).toMatchObject([{ state: 'stopped', end: 'cancelled' }]);
  });
});
