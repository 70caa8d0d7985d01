import { type ChildProcess, spawn } from 'node:child_process';
import type { TestEvent } from '../../server/src/protocol.js';

export interface TestProcess {
  /** The command line's own program: absolute. */
  readonly program: string;
  /** The project root: absolute. */
  readonly root: string;
  /** The ids of the tests to run. */
  readonly tests: readonly string[];
  /** A command of the user's own; empty where the project's runners are used. */
  readonly command: readonly string[];
  readonly onEvent: (event: TestEvent) => void;
  readonly signal: AbortSignal;
}

/** How long the command line may take to end what it has started, before it is ended itself. */
const patienceMs = 6_000;

/**
 * Runs tests in a process of their own.
 *
 * @returns undefined once the run is done, else why it ended before: what was said on standard error.
 */
export function runTestProcess({
  program,
  root,
  tests,
  command,
  onEvent,
  signal,
}: TestProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    const own = command.length > 0 ? ['--command-json', JSON.stringify(command)] : [];
    const child = spawn(
      process.execPath,
      [program, 'test', '--root', root, '--format', 'events', '--tests-from-input', ...own],
      {
        cwd: root,
        // On the desktop the extension host's executable is Electron, which runs as Node only when told so.
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
        stdio: 'pipe',
        windowsHide: true,
        detached: process.platform !== 'win32',
      },
    );
    let impatient: NodeJS.Timeout | undefined;
    let done = false;
    let errors = '';
    const stop = (): void => {
      end(child, 'SIGTERM');
      impatient ??= setTimeout(() => {
        end(child, 'SIGKILL');
      }, patienceMs);
    };
    const settle = (answer: string | undefined): void => {
      clearTimeout(impatient);
      signal.removeEventListener('abort', stop);
      resolve(answer);
    };
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        // Written by our own command line, in the shape of protocol.ts.
        const event = JSON.parse(line) as TestEvent;
        if (event.event === 'done') done = true;
        onEvent(event);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4_000)));
    child.on('error', (error) => {
      settle(error.message);
    });
    child.on('close', (code) => {
      settle(done ? undefined : errors.trim() || `pactwright test: ${code ?? 'SIGTERM'}`);
    });
    // A process that has ended takes no input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(tests));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** Ends a process with its group. */
function end({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    if (process.platform === 'win32') spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
    else process.kill(-pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
