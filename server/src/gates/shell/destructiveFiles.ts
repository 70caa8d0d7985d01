import { isSourcePath } from '../../code/otherSyntaxes.js';
import { isBelowFolderNotLookedInto } from '../../workspace/foldersNotLookedInto.js';
import { hasOption, sortArguments } from './commandArguments.js';
import { foundPaths, programOf, unknownArguments } from './innerCommands.js';
import type { ShellCommand } from './shellCommands.js';

const deletesFolder = 'deletes a folder that no build restores';
const empties = 'empties files';
const overwrites = 'overwrites files or disks';

/** Why each program is destructive with these arguments, to complete "…, which". */
const programs: Readonly<Record<string, (args: readonly string[]) => string | undefined>> = {
  rm: removal,
  rimraf: (args) => removal(['-r', ...args]),
  find: findDelete,
  truncate: (args) => (sortArguments(args, 's:r:').operands.some(matters) ? empties : undefined),
  shred: (args) => (sortArguments(args, 'n:s:').operands.some(matters) ? overwrites : undefined),
  dd: (args) => (args.some((arg) => arg.startsWith('of=') && matters(arg.slice(3))) ? overwrites : undefined),
  wipefs: () => overwrites,
  chmod: changeMode,
};

/** Why a call of a program other than git is destructive; undefined if it is not. */
export function destructiveFiles(command: ShellCommand): string | undefined {
  const program = programOf(command);
  if (/^mkfs(?:\.\w+)?$/u.test(program)) return overwrites;
  return Object.hasOwn(programs, program) ? programs[program]?.(command.words.slice(1)) : undefined;
}

/** Temporary folders, and files that are written to no disk. */
const passing =
  /^(?:\/(?:private\/)?tmp|\/var\/tmp|\/var\/folders|\/dev\/shm)(?:\/|$)|^\/dev\/(?:null|stdout|stderr|fd\/\d+)$/u;
/** A variable that is named after a temporary folder. */
const passingVariable = /^\$\{?\w*(?:tmp|temp|scratch)\w*\}?(?:\/|$)/iu;
/** Folders that programs write, besides those that are never looked into. */
const written =
  /(?:^|\/)(?:te?mp|\.tmp|htmlcov|_build|\.angular|\.vite|storybook-static|playwright-report|test-results|DerivedData|[^/]+\.egg-info)(?:\/|$)/u;
const leftovers = /(?:\.(?:log|tmp|pyc|pyo|swp|bak|orig|rej|tsbuildinfo|DS_Store)|[^/]~)$/u;

/** What is not looked into, and yet nothing brings back. */
const kept = /(?:^|\/)(?:\.git|\.hg|\.svn|\.?worktrees)(?:\/|$)/u;

/** Whether a path is needed only by a build or a test run, or not at all. `dist/../src` is none: where it leads is not followed. */
function isPassing(path: string): boolean {
  if (path.includes('..') || kept.test(path)) return false;
  if (passing.test(path) || passingVariable.test(path) || leftovers.test(path)) return true;
  return isBelowFolderNotLookedInto(path) || written.test(path);
}

function matters(path: string): boolean {
  return !isPassing(bounded(path));
}

/** Systems take no longer paths (PATH_MAX of Linux). */
function bounded(path: string): string {
  return path.slice(0, 4096);
}

const everything = /^(?:\.{1,2}|~|\/|\*|\.\*|\$HOME|\$\{HOME\}|\$PWD|\$\{PWD\})\/?$|(?:^|\/)\.?\*(?:\.\*)?$/u;
const inGit = /(?:^|\/)\.git(?:\/|$)/u;
const agreed = /(?:^|\/)(?:tests?|specs?|__tests__|test_cases|e2e)(?:\/|$)/u;

function removal(args: readonly string[]): string | undefined {
  const sorted = sortArguments(args);
  const paths = [...sorted.operands, ...(sorted.behind ?? [])].map(bounded).flatMap(expanded).filter(matters);
  const isForced = hasOption(sorted, '-f', '--force');
  // The locks that git leaves when it is ended are no part of what it keeps.
  if (paths.some((path) => inGit.test(path) && !path.endsWith('.lock'))) return 'deletes git data';
  if (hasOption(sorted, '-r', '-R', '--recursive')) return paths.length > 0 ? deletesFolder : undefined;
  if (paths.some((path) => everything.test(path) || path === unknownArguments)) return 'deletes all files in a place';
  if (paths.some((path) => path.includes('*') && isSourcePath(path))) return 'deletes many source files';
  return isForced && paths.some((path) => agreed.test(path)) ? 'deletes tests or specs' : undefined;
}

/** The words that one group of braces stands for: `{dist,coverage}`. */
function expanded(word: string): readonly string[] {
  const [, before = '', inner, behind = ''] = /^([^{}]*)\{([^{}]*,[^{}]*)\}([^{}]*)$/u.exec(word) ?? [];
  return inner === undefined ? [word] : inner.split(',').map((one) => `${before}${one}${behind}`);
}

function findDelete(args: readonly string[]): string | undefined {
  return args.includes('-delete') && foundPaths(args).some(matters) ? 'deletes any files it finds' : undefined;
}

function changeMode(args: readonly string[]): string | undefined {
  const isOfHooks = args.some((path) => /(?:^|\/)\.git\/hooks(?:\/|$)/u.test(path));
  if (isOfHooks && args.some((mode) => /^[augo]*-x$|^0?[0-6]{3}$/u.test(mode))) return 'changes which hooks git runs';
  const sorted = sortArguments(args);
  return hasOption(sorted, '-R', '--recursive') && /^0?777$|^(?:a|ugo)?[+=]rwx$/u.test(sorted.operands[0] ?? '')
    ? 'makes a whole folder writable for everybody'
    : undefined;
}
