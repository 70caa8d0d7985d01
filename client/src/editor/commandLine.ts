import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

export interface CommandLineCall {
  /** The command line's own program: absolute. */
  readonly program: string;
  /** Its arguments: the command first. */
  readonly args: readonly string[];
  /** The folder it is started in: absolute. */
  readonly folder: string;
  /** Set beside the environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads from standard input. */
  readonly input?: string;
  /** Called with each whole line it writes to standard output, as it comes. */
  readonly onLine: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface CommandLineEnd {
  /** Null where it was ended by a signal or did not start. */
  readonly code: number | null;
  /** The end of what it wrote to standard error, or why it did not start. */
  readonly errors: string;
}

/** How long the command line may take to end what it has started, before it is ended itself. */
const patienceMs = 6_000;

/**
 * Runs `pactwright` in a process of its own, which heads a group: once the signal is aborted, the whole group is ended. Never
 * rejects.
 */
export function runCommandLine(call: CommandLineCall): Promise<CommandLineEnd> {
  const { program, args, folder, env, input = '', onLine, signal } = call;
  return new Promise((resolve) => {
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawn(process.execPath, [program, ...args], {
        cwd: folder,
        // On the desktop the extension host runs in Electron, which needs this to act as Node.
        env: { ...process.env, ...env, ELECTRON_RUN_AS_NODE: '1' },
        stdio: 'pipe',
        windowsHide: true,
        detached: process.platform !== 'win32',
      });
    } catch (error) {
      // Of a program that is missing an event tells; what else the operating system refuses is thrown.
      resolve({ code: null, errors: error instanceof Error ? error.message : String(error) });
      return;
    }
    let impatient: NodeJS.Timeout | undefined;
    let errors = '';
    const stop = (): void => {
      end(child, 'SIGTERM');
      impatient ??= setTimeout(() => {
        end(child, 'SIGKILL');
      }, patienceMs);
    };
    const settle = (answer: CommandLineEnd): void => {
      clearTimeout(impatient);
      signal.removeEventListener('abort', stop);
      resolve(answer);
    };
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(onLine);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4_000)));
    child.on('error', (error) => {
      settle({ code: null, errors: error.message });
    });
    child.on('close', (code) => {
      settle({ code, errors: errors.trim() });
    });
    // A process that has ended takes no input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
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
