import path from 'node:path';
import { namesIn } from '../../../base/namesIn.js';
import { redactor, secretsOfAddress } from '../../../base/redact.js';
import { cacheFolder } from '../../../base/userFolders.js';
import { knownAgents } from '../../../execution/agents/knownAgents.js';
import { installedAgents } from '../../../execution/phases/chooseAgent.js';
import { patiently } from '../../../execution/runs/patiently.js';
import { runWorker } from '../../../execution/worker/runWorker.js';
import { UsageError } from '../../../base/usageError.js';
import { workerTemplate, workerTemplates } from '../../../reports/workerTemplates.js';
import type { Machine } from '../../../workspace/machine.js';
import { trustField } from '../askGateHere.js';
import { defineCommand } from '../command.js';
import { exitCodes, warner } from '../io.js';
import { openQueue, queueAddress, queueFields, withoutQueue } from '../queueAddress.js';
import { labelsField } from '../runPlanFields.js';

/** `pactwright worker`. */
export const worker = defineCommand({
  name: 'worker',
  summary: 'Pulls packets of runs from a queue and works on them',
  description:
    'It needs git, the agents and the queue; nothing listens. Each packet is done in a clone of its own and pushed to a branch of its own; the coordinator (`pactwright run start --queue …`) alone merges. A worker that loses its lease ends its agent and keeps what there is as lost. See docs/guide/workers.md.',
  usages: ['worker [--queue ADDRESS] [--slots N] [--labels LABEL[,…]] [--once]', 'worker template KIND'],
  fields: {
    word: {
      type: 'text',
      positional: true,
      values: ['template'],
      description: 'prints what starts workers, and starts none',
    },
    kind: {
      type: 'text',
      positional: true,
      values: workerTemplates.map(([kind]) => kind),
      description: `where they are started: ${workerTemplates.map(([kind, what]) => `\`${kind}\` ${what}`).join(', ')}`,
    },
    ...queueFields,
    slots: {
      type: 'integer',
      from: 1,
      to: 64,
      default: 1,
      description: 'how many packets it works on at the same time',
    },
    labels: { ...labelsField, description: 'what it offers beside the agents that are installed, e.g. linux,gpu' },
    once: { type: 'flag', description: 'end after one packet in each slot, or if none waits' },
    remote: { type: 'texts', placeholder: 'URL', description: 'work only for runs of this remote' },
    folder: {
      type: 'text',
      placeholder: 'DIR',
      description: 'where it keeps clones (default: in your cache folder)',
      completes: 'folder',
    },
    trustCommands: trustField,
  },
  examples: [
    ['worker --queue postgres://db/pactwright --slots 2 --labels linux', 'work on two packets at the same time'],
    ['worker --queue-file /run/secrets/queue --once', 'work on one packet, as a job of a scheduler'],
    ['worker template kubernetes --slots 2 > worker.yaml', 'print a Deployment of workers'],
  ],
  exitCodes: { 0: 'done, or stopped' },
  run: async ({ word, kind, slots, labels, once, remote, folder, trustCommands, ...which }, io) => {
    if (word !== undefined) {
      const found = workerTemplates.find(([name]) => name === kind);
      if (!found) throw new UsageError(`name what starts it: ${workerTemplates.map(([name]) => name).join(', ')}`);
      io.out(workerTemplate(found[0], { version: io.version, slots, labels: namesIn(labels ?? '') }));
      return exitCodes.fine;
    }
    const address = await queueAddress(which, io);
    const machine = withoutQueue(io.machine);
    const warn = warner(io);
    return machine.terminal.untilTermination(async (signal) => {
      const opened = patiently(() => openQueue(address, false, io), { signal, warn, isFinal });
      const queue = await opened.catch((error: unknown) => {
        if (!signal.aborted) throw error;
        return undefined;
      });
      if (!queue) return exitCodes.fine;
      try {
        const installed = await installedAgents(await knownAgents(machine, warn), {
          machine,
          folder: machine.places.home,
        });
        const offered = [...new Set([...namesIn(labels ?? ''), ...installed.map(({ id }) => id)])];
        io.out(
          `Worker with ${slots === 1 ? 'one slot' : `${slots} slots`}, offering ${offered.join(', ') || 'nothing'}\n`,
        );
        await runWorker({
          machine,
          queue,
          home: path.resolve(io.cwd, folder ?? path.join(cacheFolder(machine.places), 'worker')),
          slots,
          labels: offered,
          once,
          remotes: remote,
          trustCommands,
          redact: redactor(secretsOf(address, machine)),
          tell: (text) => {
            io.out(`${text}\n`);
          },
          warn,
          signal,
        });
      } finally {
        await queue.close().catch(() => undefined);
      }
      return exitCodes.fine;
    });
  },
});

function isFinal(error: unknown): boolean {
  return error instanceof UsageError;
}

/** Variables by whose names one knows that their values are secret. */
const secretName = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL/iu;
/** What is shorter would be found everywhere. */
const shortestSecret = 8;

/** The values of secret variables, and the queue’s address: what is not to leave this machine. */
function secretsOf(address: string, { places: { env } }: Machine): readonly string[] {
  const values = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && secretName.test(name) ? [value] : [],
  );
  return [...secretsOfAddress(address), ...values].filter((secret) => secret.length >= shortestSecret);
}
