import path from 'node:path';
import { sortArguments } from './commandArguments.js';
import { allCommands, programOf } from './innerCommands.js';
import type { ShellCommand } from './shellCommands.js';

/** What a command line does to the files that it names. */
export interface NamedFiles {
  /** Files that it is known to write, move or delete. */
  readonly written: readonly string[];
  /** All words of commands that are not known only to read. */
  readonly named: readonly string[];
}

const readers: ReadonlySet<string> = new Set(
  ': cat less more head tail grep egrep fgrep rg ag ls eza tree wc stat file diff cmp echo printf test [ jq yq sha256sum md5sum realpath readlink basename dirname pwd which type true false du nl od xxd hexdump bat pactwright'.split(
    ' ',
  ),
);
const readingGit: ReadonlySet<string> = new Set(
  'add commit diff log show status blame grep ls-files ls-tree cat-file rev-parse check-ignore check-attr branch tag fetch push describe shortlog'.split(
    ' ',
  ),
);
/** Which operands a program writes. */
const writers: Readonly<Record<string, (operands: readonly string[]) => readonly string[]>> = {
  tee: (operands) => operands,
  rm: (operands) => operands,
  unlink: (operands) => operands,
  shred: (operands) => operands,
  truncate: (operands) => operands,
  mv: (operands) => [...operands, ...target(operands)],
  cp: target,
  ln: target,
  install: target,
  rsync: target,
  dd: (operands) => operands.flatMap((one) => (one.startsWith('of=') ? [one.slice(3)] : [])),
};

/** The last operand; where that is a folder, what it gets has the names of the others. */
function target(operands: readonly string[]): readonly string[] {
  const last = operands.at(-1);
  if (last === undefined) return [];
  return [last, ...operands.slice(0, -1).map((one) => path.posix.join(last, path.posix.basename(one)))];
}

/** With more changes of the folder than this, later ones are not followed. */
const mostFolders = 16;

/**
 * Reads a command line for the files that it may change. What a script or a variable holds is not seen: the gates judge what became
 * of the files.
 */
export function namedFiles(line: string): NamedFiles {
  const written: string[] = [];
  const named: string[] = [];
  // Whether a `cd` works, and where a subshell ends, is not known: each of them may be where the next command runs.
  let folders: readonly string[] = [''];
  for (const command of allCommands(line)) {
    const outputs = [...(command.outputs ?? []), ...writtenBy(command)];
    written.push(...outputs.flatMap((file) => folders.map((folder) => within(folder, file))));
    const to = folderOf(command);
    if (to !== undefined && folders.length < mostFolders)
      folders = [...folders, ...folders.map((folder) => within(folder, to))];
    const isReading = (command.words.length < 2 && command.input === '') || onlyReads(command);
    if (!isReading) named.push(...command.words.slice(1), command.input);
  }
  return { written, named };
}

function within(folder: string, file: string): string {
  return folder === '' || file.startsWith('/') ? file : path.posix.join(folder, file);
}

/** Where a command changes to. */
function folderOf(command: ShellCommand): string | undefined {
  const program = programOf(command);
  return program === 'cd' || program === 'pushd' ? sortArguments(command.words.slice(1)).operands[0] : undefined;
}

function onlyReads(command: ShellCommand): boolean {
  const program = programOf(command);
  if (program === 'git') return readingGit.has(command.words.slice(1).find((word) => !word.startsWith('-')) ?? '');
  if (program === 'sed') return !editsInPlace(command);
  return readers.has(program);
}

function writtenBy(command: ShellCommand): readonly string[] {
  const program = programOf(command);
  const { operands, behind = [] } = sortArguments(command.words.slice(1), 't:m:o:g:s:');
  if (program === 'git') {
    const [verb, ...files] = [...operands, ...behind];
    return verb === 'rm' || verb === 'mv' ? files : [];
  }
  if ((program === 'sed' || program === 'perl' || program === 'ruby') && editsInPlace(command))
    return command.words.slice(1).filter((word) => !word.startsWith('-'));
  return Object.hasOwn(writers, program) ? (writers[program]?.([...operands, ...behind]) ?? []) : [];
}

function editsInPlace({ words }: ShellCommand): boolean {
  return words.some((word) => /^-[a-zA-Z0-9]*i/u.test(word) || word.startsWith('--in-place'));
}
