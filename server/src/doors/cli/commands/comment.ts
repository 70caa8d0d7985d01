import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { reopened, type ReviewComment } from '../../../agents/reviewComments.js';
import { UsageError } from '../../../base/usageError.js';
import { type CommentsFile, openComments } from '../../../execution/agents/commentsFile.js';
import { findSessionPlace } from '../../../execution/agents/sessionPlace.js';
import type { InputOf } from '../../../operations/input.js';
import { formatComments } from '../../../reports/agents.js';
import { type CommandGroup, defineCommand, formatField, rootField } from '../command.js';
import type { CommandFields } from '../commandFacts.js';
import { type ExitCode, exitCodes, type Io } from '../io.js';
import { itemField } from '../itemField.js';

const subject = { item: { ...itemField, required: true }, root: rootField } as const satisfies CommandFields;

const idFields = {
  ...subject,
  id: { type: 'text', positional: true, required: true, placeholder: 'COMMENT', description: 'its id' },
} as const satisfies CommandFields;

const addFields = {
  ...subject,
  file: {
    type: 'text',
    positional: true,
    required: true,
    placeholder: 'FILE:LINE',
    description: 'the line it is about, e.g. src/cart.ts:12',
  },
  text: {
    type: 'text',
    positional: true,
    placeholder: 'TEXT',
    description: 'what you say; without it, it is read from the standard input',
  },
} as const satisfies CommandFields;

const listCommand = defineCommand({
  name: 'comment list',
  summary: 'Shows the comments on an item’s work',
  fields: { ...subject, format: formatField('text', 'json') },
  exitCodes: { 0: 'shown' },
  run: async ({ item, root, format }, io) => {
    const comments = await (await open(item, root, io)).read();
    io.out(
      format === 'text' ? formatComments(comments) : `${JSON.stringify({ version: 1, comments }, undefined, 2)}\n`,
    );
    return exitCodes.fine;
  },
});

const addCommand = defineCommand({
  name: 'comment add',
  summary: 'Comments on a line of an item’s work; the next round of its agent gets it',
  fields: addFields,
  examples: [['comment add STORY-042 src/cart.ts:12 Round', 'the next round of Act gets it']],
  exitCodes: { 0: 'done' },
  run: add,
});

const resolveCommand = defineCommand({
  name: 'comment resolve',
  summary: 'Marks a comment as resolved: agents do not get it',
  fields: { ...idFields, open: { type: 'flag', description: 'reopen it, so that the next round gets it again' } },
  exitCodes: { 0: 'done' },
  run: ({ open: isOpen, ...named }, io) =>
    change(named, io, (comment) => [isOpen ? reopened(comment) : { ...comment, resolved: true }]),
});

const removeCommand = defineCommand({
  name: 'comment remove',
  summary: 'Deletes a comment',
  fields: idFields,
  exitCodes: { 0: 'done' },
  run: (named, io) => change(named, io, () => []),
});

/** `pactwright comment`. */
export const comment: CommandGroup = {
  name: 'comment',
  summary: 'Comments on lines of an item’s work, for the next round of its agent',
  members: [listCommand, addCommand, resolveCommand, removeCommand],
};

function open(item: string, root: string | undefined, { machine, cwd }: Io): Promise<CommentsFile> {
  return openComments(machine, path.resolve(cwd, root ?? '.'), item);
}

async function add({ item, root, file, text: given }: InputOf<typeof addFields>, io: Io): Promise<ExitCode> {
  const { machine, cwd } = io;
  const [, name = '', number = ''] = /^(.+):(\d{1,7})$/u.exec(file) ?? [];
  const line = Number(number);
  if (line < 1) throw new UsageError(`"${file}" names no line: write it as src/cart.ts:12`);
  const absolute = await machine.disk.realOf(path.resolve(cwd, root ?? '.', name));
  const content = await machine.disk.readFile(absolute, 'utf8').catch(() => undefined);
  const code = content?.split(/\r?\n/u)[line - 1];
  if (code === undefined) throw new UsageError(`there is no line ${line} in ${absolute}`);
  const text = await textOf(given, io);
  const { repository } = await findSessionPlace(machine, path.dirname(absolute));
  const top = repository?.top ?? path.resolve(cwd, root ?? '.');
  const made: ReviewComment = {
    id: randomBytes(4).toString('hex'),
    top,
    path: path.relative(top, absolute).replaceAll('\\', '/'),
    ...{ line, code: code.slice(0, longestLine), text },
    at: machine.clock(),
  };
  await (await open(item, root, io)).change((all) => [...all, made]);
  io.out(`${made.id}\n`);
  return exitCodes.fine;
}

/** In UTF-16 units. */
const longestLine = 500;
const longestText = 10_000;

async function textOf(given: string | undefined, { machine, terminal }: Io): Promise<string> {
  if (given === undefined && terminal && machine.terminal.isAttended())
    throw new UsageError('say something: give it as TEXT, or on the standard input');
  const text = (given ?? (await machine.terminal.readInput(longestText))).trim();
  if (text === '') throw new UsageError('the comment is empty: nothing was done');
  return text.slice(0, longestText);
}

async function change(
  { item, root, id }: InputOf<typeof idFields>,
  io: Io,
  to: (comment: ReviewComment) => readonly ReviewComment[],
): Promise<ExitCode> {
  await (
    await open(item, root, io)
  ).change((all) => {
    if (!all.some((one) => one.id === id))
      throw new UsageError(`there is no comment ${id} on ${item} (\`pactwright comment list ${item}\` shows them)`);
    return all.flatMap((one) => (one.id === id ? to(one) : [one]));
  });
  return exitCodes.fine;
}
