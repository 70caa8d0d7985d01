import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Environment } from '../../base/gitEnvironment.js';
import { createInTurn } from '../../base/inTurn.js';
import type { LastingRefs, RefChange } from '../../workspace/worktreePort.js';

/** A `git update-ref --stdin` that waits for changes; each is a transaction of its own. */
interface Waiting {
  readonly folder: string;
  /** @returns whether it was done. @throws the signal's reason, after which git has ended. */
  readonly change: (command: string, signal: AbortSignal) => Promise<boolean>;
  /** Lets it end once it has done what it was asked. */
  readonly letEnd: () => void;
  /** The same, where nobody waits for its answer. */
  readonly end: () => void;
}

/**
 * How long an answer may take. A git takes much less than a millisecond for a change; starting one takes several. Before 2.34 it
 * answers only at its end.
 */
const usualPatienceMs = 5_000;

/** @param env of the person, who has hooks that may see the change. */
export function createLastingRefs(env: () => Environment, patienceMs = usualPatienceMs): LastingRefs {
  const inTurn = createInTurn();
  let waiting: Waiting | undefined;
  let isLate = false;
  const end = (): void => {
    waiting?.end();
    waiting = undefined;
  };
  return {
    change: (folder, change, signal) =>
      inTurn(async () => {
        signal.throwIfAborted();
        if (isLate) return false;
        if (waiting?.folder !== folder) {
          end();
          waiting = start(folder, env());
        }
        const { letEnd, change: make } = waiting;
        const late = setTimeout(() => {
          // A hook may take long. At the end of its input git ends once it is done: no other one changes the same meanwhile.
          isLate = true;
          letEnd();
        }, patienceMs);
        let isDone = false;
        try {
          isDone = await make(commandOf(change), signal);
        } finally {
          clearTimeout(late);
          if (!isDone) end();
        }
        return isDone;
      }),
    end,
  };
}

function commandOf({ ref, from, to }: RefChange): string {
  return to === undefined ? `delete ${ref} ${from ?? ''}` : `create ${ref} ${to}`;
}

function start(folder: string, env: Environment): Waiting {
  // It ends when its input does, so with this process, however that ends. An interrupt at a terminal is for this process alone.
  const isLeader = process.platform !== 'win32';
  const child = spawn('git', ['update-ref', '--stdin'], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    detached: isLeader,
  });
  let said = '';
  let hear = (): void => undefined;
  let isOver = false;
  const over = (): void => {
    isOver = true;
    hear();
  };
  child.on('error', over).on('close', over);
  child.stdin.on('error', over);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    hear();
  });
  // Only what is asked keeps this process running.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref();
  const stop = (): void => {
    void import('../processes.js').then(({ endAll }) => {
      endAll(child, 'SIGTERM', isLeader);
    });
  };
  return {
    folder,
    change: async (command, signal) => {
      said = '';
      if (isOver) return false;
      child.ref();
      child.stdin.write(`start\n${command}\ncommit\n`);
      signal.addEventListener('abort', stop);
      await new Promise<void>((resolve) => {
        hear = () => {
          if (isOver || said.includes('commit: ok\n')) resolve();
        };
        hear();
      });
      hear = () => undefined;
      signal.removeEventListener('abort', stop);
      child.unref();
      signal.throwIfAborted();
      return said.includes('commit: ok\n');
    },
    letEnd: () => child.stdin.end(),
    end: () => {
      child.stdin.end();
      child.stdout.destroy();
    },
  };
}
