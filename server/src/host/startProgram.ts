import { spawn } from 'node:child_process';
import { describeError } from '../base/errors.js';
import { spawned } from './spawned.js';
import type { ProgramExit, ProgramStart, StartedProgram } from '../workspace/machine.js';

/** How long what a program has started may hold its output open once it has ended. */
const patienceMs = 3_000;

/** Starts a program that goes on beside this one. Nothing throws; ending it is the caller's, too. */
export function startProgram({ program, args, folder, env, pipes }: ProgramStart): Promise<StartedProgram> {
  return new Promise((resolve) => {
    const notStarted = (error: Error): void => {
      resolve({ kind: 'notStarted', message: `${program} cannot be started: ${describeError(error)}` });
    };
    const child = spawned(() =>
      spawn(program, [...args], {
        cwd: folder,
        env: { ...env },
        stdio: pipes ? 'pipe' : 'inherit',
        windowsHide: true,
        // Without a terminal in a group of its own: an interrupt is for this process, which ends it. Windows would open a window.
        detached: pipes !== undefined && process.platform !== 'win32',
      }),
    );
    if (child instanceof Error) {
      notStarted(child);
      return;
    }
    child.on('error', notStarted);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => pipes?.take(text, 'output'));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => pipes?.take(text, 'errors'));
    // It may end, or close it, before it has read all.
    child.stdin?.on('error', () => undefined).end(pipes?.input);
    const end = new Promise<ProgramExit>((ended) => {
      let leftOver: NodeJS.Timeout | undefined;
      child.on('exit', () => {
        leftOver = setTimeout(() => {
          child.stdout?.destroy();
          child.stderr?.destroy();
        }, patienceMs);
      });
      // Not `exit`: output may still be on its way.
      child.on('close', (code, signal) => {
        clearTimeout(leftOver);
        ended({ code, signal });
      });
    });
    child.on('spawn', () => {
      // Set once it is spawned.
      if (child.pid !== undefined) resolve({ kind: 'started', pid: child.pid, end });
    });
  });
}
