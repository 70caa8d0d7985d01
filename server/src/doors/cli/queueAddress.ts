import path from 'node:path';
import { urlOfAddress } from '../../base/redact.js';
import { UsageError } from '../../base/usageError.js';
import type { Machine } from '../../workspace/machine.js';
import type { QueueOpening, WorkQueue } from '../../workspace/workQueue.js';
import type { CommandFields } from './commandFacts.js';
import { type Io, warner } from './io.js';
import { protocol } from '../../runs/attempt.js';

/** Where the queue is that workers pull from. */
export const queueFields = {
  queue: {
    type: 'text',
    placeholder: 'ADDRESS',
    description:
      'the PostgreSQL database that workers on other machines pull from, e.g. postgres://db/pactwright (default: $PACTWRIGHT_QUEUE); with a password only by the variable or a file',
    check: (text) =>
      /^(?:postgres(?:ql)?:\/\/\S+|\/\S+ \S+)$/u.test(text)
        ? undefined
        : 'is not an address such as postgres://db/pactwright',
  },
  queueFile: {
    type: 'text',
    placeholder: 'FILE',
    description: 'the file that the address is in (default: $PACTWRIGHT_QUEUE_FILE)',
    completes: 'path',
  },
} as const satisfies CommandFields;

export interface QueueInput {
  readonly queue?: string | undefined;
  readonly queueFile?: string | undefined;
}

/** The variables that name it, which no agent is to see. */
const queueVariables = ['PACTWRIGHT_QUEUE', 'PACTWRIGHT_QUEUE_FILE'] as const;

/** @throws UsageError */
export async function queueAddress({ queue, queueFile }: QueueInput, { machine, cwd }: Io): Promise<string> {
  const { env } = machine.places;
  if (queue !== undefined) {
    if (queueFile !== undefined) throw new UsageError('--queue and --queue-file cannot be used together');
    if (hasPassword(queue))
      throw new UsageError(
        'the address on the command line contains a password, which everybody on this machine can see: set PACTWRIGHT_QUEUE, or put it into a file and pass --queue-file',
      );
    return checked(queue);
  }
  // Where it is not set, it may be empty.
  const file = queueFile ?? (env['PACTWRIGHT_QUEUE'] ? undefined : env['PACTWRIGHT_QUEUE_FILE'] || undefined);
  const text =
    file === undefined
      ? env['PACTWRIGHT_QUEUE']
      : await machine.disk.readFile(path.resolve(cwd, file), 'utf8').catch(() => {
          throw new UsageError(`the file of the queue’s address cannot be read: ${file}`);
        });
  const address = text?.trim() ?? '';
  if (address === '') throw new UsageError('there is no queue: pass --queue or --queue-file, or set PACTWRIGHT_QUEUE');
  const problem = queueFields.queue.check(address);
  if (problem !== undefined) throw new UsageError(`the queue’s address ${problem}`);
  return checked(address);
}

function hasPassword(address: string): boolean {
  const url = urlOfAddress(address);
  return url !== undefined && (url.password !== '' || url.searchParams.has('password'));
}

/** @throws UsageError if the client of the database would stumble over it. */
function checked(address: string): string {
  // The folder of a socket and the name of a database are no URL.
  if (!address.startsWith('/') && !urlOfAddress(address))
    throw new UsageError(
      'the queue’s address cannot be read: write %2F for a / in the password, %40 for a @, %3A for a : and %23 for a #',
    );
  try {
    decodeURIComponent(address);
  } catch {
    throw new UsageError(
      'a % in the queue’s address does not begin an escape such as %40: write %25 for a % in the password',
    );
  }
  return address;
}

/** The least Node for pg-boss 12. */
const leastNode = [22, 12] as const;

/** @throws UsageError if there can be no queue here, whatever its address. */
export function checkQueueHere({ machine: { self } }: Pick<Io, 'machine'>): void {
  const [major = 0, minor = 0] = self.nodeVersion.split('.').map(Number);
  if (major < leastNode[0] || (major === leastNode[0] && minor < leastNode[1]))
    throw new UsageError(
      `a queue needs Node ${leastNode.join('.')} or newer, and this is ${self.nodeVersion}: install a newer Node`,
    );
}

/** @throws UsageError if it cannot be used here; what the queue says. */
export async function openQueue(address: string, supervises: boolean, io: Io): Promise<WorkQueue> {
  checkQueueHere(io);
  if (!io.openQueue) throw new UsageError('this Pactwright has no queue: install `pactwright`');
  const opening: QueueOpening = { address, protocol, supervises, warn: warner(io) };
  return io.openQueue(opening);
}

/** The same machine, whose programs do not see where the queue is. */
export function withoutQueue(machine: Machine): Machine {
  const isQueues = (name: string): boolean => queueVariables.some((one) => one === name);
  const env = Object.fromEntries(Object.entries(machine.places.env).filter(([name]) => !isQueues(name)));
  return { ...machine, places: { ...machine.places, env } };
}
