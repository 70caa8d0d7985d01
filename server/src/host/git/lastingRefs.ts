import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { createInTurn } from '../../base/inTurn.js';
import type { LastingRefs, RefChange } from '../../workspace/worktreePort.js';

/** A `git update-ref --stdin` that waits for changes; each is a transaction of its own. */
interface Waiting {
  readonly folder: string;
  /** @returns whether it was done. */
  readonly change: (command: string) => Promise<boolean>;
  readonly end: () => void;
}

/** A git takes much less than a millisecond for a change; starting one takes several. */
const patienceMs = 5_000;

type Environment = () => Readonly<Record<string, string | undefined>>;

/** @param env of the person, who has hooks that may see the change. */
export function createLastingRefs(env: Environment): LastingRefs {
  const inTurn = createInTurn();
  let waiting: Waiting | undefined;
  return {
    change: (folder, change) =>
      inTurn(async () => {
        if (waiting?.folder !== folder) {
          waiting?.end();
          waiting = start(folder, env);
        }
        if (await waiting.change(commandOf(change))) return true;
        waiting.end();
        waiting = undefined;
        return false;
      }),
    end: () => {
      waiting?.end();
      waiting = undefined;
    },
  };
}

function commandOf({ ref, from, to }: RefChange): string {
  return to === undefined ? `delete ${ref} ${from ?? ''}` : `create ${ref} ${to}`;
}

function start(folder: string, env: Environment): Waiting {
  // It ends when its input does, so with this process, however that ends. An interrupt at a terminal is for this process alone.
  const child = spawn('git', ['update-ref', '--stdin'], {
    cwd: folder,
    env: { ...env() },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    detached: process.platform !== 'win32',
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
  return {
    folder,
    change: async (command) => {
      said = '';
      if (isOver) return false;
      child.stdin.write(`start\n${command}\ncommit\n`);
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, patienceMs);
        hear = () => {
          if (!isOver && !said.includes('commit: ok\n')) return;
          clearTimeout(late);
          resolve();
        };
        hear();
      });
      hear = () => undefined;
      return said.includes('commit: ok\n');
    },
    end: () => {
      child.stdin.end();
      child.stdout.destroy();
    },
  };
}
