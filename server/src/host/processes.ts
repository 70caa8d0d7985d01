import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { describeError, isErrorCode } from '../base/errors.js';
import type { ProgramExit, ProgramInput, ProgramStart, StartedProgram } from '../workspace/machine.js';
import type { ProcessEnd, Processes, ProcessStart } from '../workspace/ports.js';
import { endWithUs } from './groupsWatch.js';

/** How long a program may take to end after a request, and its children may hold its output open after its end. */
const patienceMs = 3_000;

/** The longest delay of a timer. */
const longestWait = 2 ** 31 - 1;

/** Kill the running programs when this process exits. */
const running = new Set<() => void>();
process.once('exit', () => {
  for (const kill of running) kill();
});

export const processes: Processes = { run };

async function run(start: ProcessStart): Promise<ProcessEnd> {
  const { reads, take, signal } = start;
  // A group of its own, so that what it starts can be ended with it. Windows knows no groups; there it would open a window.
  const isLeader = reads !== 'terminal' && process.platform !== 'win32';
  const input = reads === undefined ? 'ignore' : reads === 'terminal' ? 'inherit' : 'pipe';
  const child = await launch(start, [input, 'pipe', 'pipe'], isLeader);
  if (typeof child === 'string') return { kind: 'notStarted', message: child };
  const kill = (): void => {
    endAll(child, 'SIGKILL', isLeader);
  };
  let impatient: NodeJS.Timeout | undefined;
  const stop = (): void => {
    if (impatient) return;
    endAll(child, 'SIGTERM', isLeader);
    impatient = setTimeout(kill, patienceMs);
  };
  const limits = { isOver: false };
  const late = (): void => {
    limits.isOver = true;
    stop();
  };
  const limit = start.timeLimit === undefined ? undefined : setTimeout(late, Math.min(start.timeLimit, longestWait));
  running.add(kill);
  // What has a limit may run for ever, as changed code that is tried; killing this process must not leave it behind.
  const ended =
    isLeader && start.timeLimit !== undefined && child.pid !== undefined ? endWithUs(child.pid) : () => undefined;
  if (signal?.aborted === true) stop();
  else signal?.addEventListener('abort', stop, { once: true });
  const { code } = await follow(child, {
    input: typeof reads === 'object' ? reads.text : undefined,
    take,
    cutOff: kill,
  });
  // Something may have stayed that does not listen.
  if (impatient) kill();
  for (const timer of [impatient, limit]) clearTimeout(timer);
  signal?.removeEventListener('abort', stop);
  running.delete(kill);
  ended();
  return { kind: 'ended', code, ...(limits.isOver ? { isLate: true } : {}) };
}

/** Starts a program without waiting for its end; the caller has to end it. Never throws. */
export async function startProgram(start: ProgramStart): Promise<StartedProgram> {
  const { pipes } = start;
  // Without a terminal in a group of its own: an interrupt is for this process, which ends it. Windows would open a window.
  const isLeader = pipes !== undefined && process.platform !== 'win32';
  const child = await launch(start, pipes ? 'pipe' : 'inherit', isLeader);
  if (typeof child === 'string') return { kind: 'notStarted', message: child };
  const isOpen = pipes !== undefined && pipes.input === undefined;
  const end = follow(child, { input: pipes?.input, isOpen, take: pipes?.take });
  // Set once it is spawned.
  return { kind: 'started', pid: child.pid ?? 0, end, ...(isOpen ? { input: inputOf(child) } : {}) };
}

function inputOf({ stdin }: ChildProcess): ProgramInput {
  return {
    write: (text) => {
      if (stdin?.writable) stdin.write(text);
    },
    end: () => {
      stdin?.end();
    },
  };
}

/** @returns why it was not started, as half a sentence, instead of the process. */
function launch(
  { program, args, folder, env }: Pick<ProcessStart, 'program' | 'args' | 'folder' | 'env'>,
  stdio: StdioOptions,
  detached: boolean,
): Promise<ChildProcess | string> {
  return new Promise((resolve) => {
    const refuse = (error: unknown): void => {
      if (!isFolder(folder)) resolve(`there is no folder ${folder}`);
      // An existing program may name an interpreter that does not exist.
      else if (isErrorCode(error, 'ENOENT') && !existsSync(program))
        resolve(`${program} is not installed, or not found in the PATH`);
      else resolve(`${program} cannot be started: ${describeError(error)}`);
    };
    try {
      const child = spawn(program, [...args], { cwd: folder, env: { ...env }, stdio, windowsHide: true, detached });
      child.on('error', refuse).on('spawn', () => {
        resolve(child);
      });
    } catch (error) {
      // A missing program causes an event; other errors of the operating system (E2BIG, ETXTBSY) are thrown.
      refuse(error);
    }
  });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

interface Streams {
  readonly input: string | undefined;
  /** Whether it stays open behind that. */
  readonly isOpen?: boolean;
  readonly take: ProcessStart['take'] | undefined;
  /** Called before closing output that another process holds open. */
  readonly cutOff?: () => void;
}

/** Writes the input of a program, passes on its output, and waits for its end and the rest of the output. */
function follow(child: ChildProcess, { input, isOpen, take, cutOff }: Streams): Promise<ProgramExit> {
  // It may end, or close it, before it has read all.
  child.stdin?.on('error', () => undefined);
  if (isOpen !== true) child.stdin?.end(input);
  child.stdout?.setEncoding('utf8').on('data', (text: string) => take?.(text, 'output'));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => take?.(text, 'errors'));
  return new Promise((resolve) => {
    let leftOver: NodeJS.Timeout | undefined;
    // What it started may hold its output open, for as long as that lives, even from a group of its own.
    child.on('exit', () => {
      leftOver = setTimeout(() => {
        cutOff?.();
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, patienceMs);
    });
    // Not `exit`: output may still be on its way.
    child.on('close', (code, signal) => {
      clearTimeout(leftOver);
      resolve({ code, signal });
    });
  });
}

/** @param isLeader whether it heads a group: without one, what it has started is not ended with it. */
export function endAll(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL', isLeader: boolean): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') endTree(pid);
  else if (!isLeader) child.kill(signal);
  else
    try {
      process.kill(-pid, signal);
    } catch {
      // It has ended meanwhile.
    }
}

/** Ends a process of Windows with all that it has started. */
export function endTree(pid: number): void {
  spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
}
