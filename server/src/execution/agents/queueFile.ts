import path from 'node:path';
import { emptyQueue, parseQueue, type Queue } from '../../agents/queue.js';
import { UsageError } from '../../base/usageError.js';
import type { Machine } from '../../workspace/machine.js';
import { findSessionPlace } from './sessionPlace.js';
import { changeSharedFile, readSharedFile } from './sharedFile.js';

/** The queue of a repository: a file beside the sessions, which all worktrees share. */
export interface QueueFile {
  readonly read: () => Promise<Queue>;
  /** @returns what is written. @throws what `change` throws; UsageError where it cannot be written. */
  readonly change: (change: (queue: Queue) => Queue) => Promise<Queue>;
  /** Whether a process works through it. */
  readonly isWorkedOn: (queue: Queue) => Promise<boolean>;
}

/** @param folder any in the repository or project: absolute. @throws UsageError if git fails. */
export async function openQueue(machine: Machine, folder: string, signal?: AbortSignal): Promise<QueueFile> {
  const { logs } = await findSessionPlace(machine, folder, signal);
  return queueIn(machine, logs);
}

/** @param logs the folder of the sessions: absolute; it need not be there. */
export function queueIn(machine: Machine, logs: string): QueueFile {
  const file = path.join(logs, 'queue.json');
  const parse = (text: string | undefined): Queue => {
    const queue = text === undefined ? emptyQueue : parseQueue(text);
    if (!queue) throw new UsageError(`${file} is not a queue that this version knows: delete it`);
    return queue;
  };
  return {
    read: async () => parse(await readSharedFile(machine, file)),
    change: async (change) => {
      let queue = emptyQueue;
      await changeSharedFile(machine, file, (text) => {
        queue = change(parse(text));
        return `${JSON.stringify(queue, undefined, 2)}\n`;
      });
      return queue;
    },
    isWorkedOn: async ({ keeper }) => keeper !== undefined && (await machine.programs.whichLive([keeper])).has(keeper),
  };
}
