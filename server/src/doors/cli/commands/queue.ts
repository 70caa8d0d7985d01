import path from 'node:path';
import { type Queue, withItems, withItemsMoved, withoutItems } from '../../../agents/queue.js';
import { UsageError } from '../../../base/usageError.js';
import { openQueue, type QueueFile } from '../../../execution/agents/queueFile.js';
import type { InputOf } from '../../../operations/input.js';
import { formatQueue } from '../../../reports/sprint.js';
import { findOneProject } from '../../../project/lintTargets.js';
import { type CommandGroup, defineCommand, formatField, rootField } from '../command.js';
import type { CommandFields } from '../commandFacts.js';
import { type ExitCode, exitCodes, type Io } from '../io.js';
import { itemOption, itemsField } from '../itemField.js';

const fields = {
  items: { ...itemsField, required: true, description: 'the items, e.g. STORY-042' },
  root: rootField,
} as const satisfies CommandFields;

type Items = InputOf<typeof fields>;

const listCommand = defineCommand({
  name: 'queue list',
  summary: 'Shows the queue: what is waiting, what is running, and how the rest ended',
  fields: { root: rootField, format: formatField('text', 'json') },
  exitCodes: { 0: 'shown' },
  run: async ({ root, format }, io) => {
    const { queue, file } = await open(root, io);
    const isWorkedOn = await file.isWorkedOn(queue);
    io.out(
      format === 'text'
        ? formatQueue(queue, isWorkedOn)
        : `${JSON.stringify({ ...queue, isWorkedOn }, undefined, 2)}\n`,
    );
    return exitCodes.fine;
  },
});

const addCommand = defineCommand({
  name: 'queue add',
  summary: 'Adds items to the end of the queue',
  description:
    'Nothing is started: `pactwright phase sprint` works through the queue. Where a sprint is going on, it takes what is added, too. An item that is in the queue and has ended waits again.',
  fields,
  examples: [['queue add STORY-042 STORY-043', 'two items wait for the next sprint']],
  exitCodes: { 0: 'done' },
  run: (input, io) => change(input, io, (queue, folder, items) => withItems(queue, folder, items)),
});

const removeCommand = defineCommand({
  name: 'queue remove',
  summary: 'Removes items from the queue; running items continue',
  fields: {
    items: { ...itemsField, description: 'the items, e.g. STORY-042' },
    done: { type: 'flag', description: 'all that are done' },
    root: rootField,
  },
  exitCodes: { 0: 'done' },
  run: (input, io) => {
    if (input.items.length === 0 && !input.done) throw new UsageError('name items, or give --done');
    return change(input, io, (queue, folder, items) => {
      const done = input.done
        ? queue.entries.filter(({ outcome, folder: of }) => outcome === 'passed' && of === folder)
        : [];
      return withoutItems(queue, folder, [...items, ...done.map(({ item }) => item)]);
    });
  },
});

const moveCommand = defineCommand({
  name: 'queue move',
  summary: 'Moves items in the queue, before another one or to the end',
  fields: { ...fields, before: { ...itemOption, description: 'the item to place them before (default: the end)' } },
  exitCodes: { 0: 'done' },
  run: (input, io) => change(input, io, (queue, folder, items) => withItemsMoved(queue, folder, items, input.before)),
});

const pauseCommand = defineCommand({
  name: 'queue pause',
  summary: 'Stops the sprint before its next phase; `pactwright phase sprint` continues it',
  fields: { root: rootField },
  exitCodes: { 0: 'done' },
  run: async ({ root }, io) => {
    const { file, queue } = await open(root, io);
    if (!(await file.isWorkedOn(queue))) throw new UsageError('no sprint is going on');
    await file.change((now) => ({ ...now, paused: true }));
    io.out('The sprint stops before its next phase.\n');
    return exitCodes.fine;
  },
});

/** `pactwright queue`. */
export const queue: CommandGroup = {
  name: 'queue',
  summary: 'Shows and changes the queue of items that a sprint works on, one after the other',
  members: [listCommand, addCommand, removeCommand, moveCommand, pauseCommand],
};

interface OpenedQueue {
  readonly file: QueueFile;
  readonly queue: Queue;
  /** Of the project: absolute. */
  readonly folder: string;
}

async function open(root: string | undefined, { machine, cwd }: Io): Promise<OpenedQueue> {
  const wanted = path.resolve(cwd, root ?? '.');
  const file = await openQueue(machine, wanted);
  const found = await findOneProject(wanted, machine.files);
  return { file, queue: await file.read(), folder: found?.root ?? wanted };
}

async function change(
  { items, root }: Items,
  io: Io,
  to: (queue: Queue, folder: string, items: readonly string[]) => Queue,
): Promise<ExitCode> {
  const { file, folder } = await open(root, io);
  const queue = await file.change((now) => to(now, folder, items));
  io.out(formatQueue(queue, await file.isWorkedOn(queue)));
  return exitCodes.fine;
}
