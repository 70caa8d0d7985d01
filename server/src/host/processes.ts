import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import type { ProcessEnd, Processes, ProcessStart } from '../workspace/ports.js';
import { describeError } from '../base/errors.js';
import { spawned } from './spawned.js';

/** How long a program may take to end by itself once it is asked to. */
const patienceMs = 3_000;

export const processes: Processes = { run };

function run({ program, args, folder, env, reads, take, signal }: ProcessStart): Promise<ProcessEnd> {
  // A group of its own, so that what it starts can be ended with it. Windows knows no groups; there it would open a window.
  const isLeader = reads !== 'terminal' && process.platform !== 'win32';
  return new Promise((resolve) => {
    const child = spawned(() =>
      spawn(program, [...args], {
        cwd: folder,
        env: { ...env },
        stdio: [reads === undefined ? 'ignore' : reads === 'terminal' ? 'inherit' : 'pipe', 'pipe', 'pipe'],
        windowsHide: true,
        detached: isLeader,
      }),
    );
    if (child instanceof Error) {
      resolve({ kind: 'notStarted', message: `${program} cannot be started: ${describeError(child)}` });
      return;
    }
    let impatient: NodeJS.Timeout | undefined;
    const stop = (): void => {
      endAll(child, 'SIGTERM', isLeader);
      impatient ??= setTimeout(() => {
        endAll(child, 'SIGKILL', isLeader);
      }, patienceMs);
    };
    const kill = (): void => {
      endAll(child, 'SIGKILL', isLeader);
    };
    let leftOver: NodeJS.Timeout | undefined;
    const settle = (end: ProcessEnd): void => {
      clearTimeout(impatient);
      clearTimeout(leftOver);
      signal?.removeEventListener('abort', stop);
      process.removeListener('exit', kill);
      resolve(end);
    };
    // It may end, or close it, before it has read all.
    child.stdin?.on('error', () => undefined).end(typeof reads === 'object' ? reads.text : undefined);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      take(text, 'output');
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      take(text, 'errors');
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      const message = error.code === 'ENOENT' ? `${program} is not installed, or not found in the PATH` : error.message;
      settle({ kind: 'notStarted', message });
    });
    // What it started may hold its output open, for as long as that lives, even from a group of its own.
    child.on('exit', () => {
      leftOver = setTimeout(() => {
        kill();
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, patienceMs);
    });
    // Not `exit`: output may still be on its way.
    child.on('close', (code) => {
      // Something may have stayed that does not listen.
      if (impatient) kill();
      settle({ kind: 'ended', code });
    });
    process.once('exit', kill);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** @param isLeader whether it heads a group: without one, what it has started is not ended with it. */
function endAll(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL', isLeader: boolean): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
    return;
  }
  if (!isLeader) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
