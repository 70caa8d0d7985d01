import { type ShellCommand, shellCommands } from './shellCommands.js';

/** How a program that runs another one is called. */
interface Wrapper {
  /** The letters of options that take a value. */
  readonly valued?: string;
  /** How many operands are in front of the program. */
  readonly operands?: number;
  /** The letter of the option whose value is a command line. */
  readonly script?: string;
}

/** As their manual pages have it (POSIX, GNU coreutils and findutils, sudo, npm). */
const wrappers: ReadonlyMap<string, Wrapper> = new Map(
  Object.entries({
    sudo: { valued: 'ugpCrtThDRU' },
    doas: { valued: 'uC' },
    env: { valued: 'uC', script: 'S' },
    nohup: {},
    setsid: {},
    builtin: {},
    command: {},
    exec: { valued: 'a' },
    time: { valued: 'fo' },
    nice: { valued: 'n' },
    ionice: { valued: 'cnp' },
    stdbuf: { valued: 'ioe' },
    timeout: { valued: 'sk', operands: 1 },
    xargs: { valued: 'IJRnPLdsaE' },
    npx: { valued: 'p', script: 'c' },
    bunx: {},
    su: { valued: 'sg', script: 'c', operands: 1 },
  } satisfies Record<string, Wrapper>),
);
const longValued: ReadonlySet<string> = new Set(
  'user group unset chdir signal kill-after adjustment max-args max-procs max-lines delimiter arg-file replace package'.split(
    ' ',
  ),
);
const shells: ReadonlySet<string> = new Set('sh bash zsh dash ksh ash fish'.split(' '));
const assignment = /^[A-Za-z_]\w*=/u;

/** What stands for arguments that come from somewhere else. */
export const unknownArguments = '{}';

/** The name of a program without its folder. */
export function programOf({ words }: Pick<ShellCommand, 'words'>): string {
  const [name = ''] = words;
  return name.slice(name.lastIndexOf('/') + 1).replace(/\.exe$/iu, '');
}

/** `sh -c` within `sudo` within `env` … */
const deepest = 8;

/** The commands of a command line, each before those that it runs in its turn, as far as the text tells. Never throws. */
export function* allCommands(line: string): Generator<ShellCommand> {
  yield* within(shellCommands(line), 0);
}

function* within(commands: readonly ShellCommand[], depth: number): Generator<ShellCommand> {
  for (const command of commands) {
    yield command;
    if (depth < deepest) yield* within(innerCommands(command), depth + 1);
  }
}

/** The commands that a command runs in its turn: those of `sh -c`, `eval`, `sudo`, `env`, `xargs`, `find -exec` and the like. */
function innerCommands(command: ShellCommand): readonly ShellCommand[] {
  const program = programOf(command);
  const args = command.words.slice(1);
  if (shells.has(program)) return scriptOfShell(command, args);
  if (program === 'eval') return shellCommands(args.join(' '));
  if (program === 'find') return findCommands(args);
  const wrapper = wrappers.get(program);
  return wrapper ? unwrap(command, program, wrapper, args) : [];
}

/** With `-c` the first operand is what it runs; else it is a file, whose text is not known here. */
function scriptOfShell({ input }: ShellCommand, args: readonly string[]): readonly ShellCommand[] {
  let isGiven = false;
  let index = 0;
  for (; /^[-+]./u.test(args[index] ?? '') && args[index] !== '--'; index++) {
    const arg = args[index] ?? '';
    isGiven ||= /^-[A-Za-z]*c[A-Za-z]*$/u.test(arg);
    // Each `o` takes a word of its own: `-euo pipefail`.
    if (/^[-+][A-Za-z]+$/u.test(arg)) index += arg.replace(/[^oO]/gu, '').length;
    else if (/^--(?:rcfile|init-file)$/u.test(arg)) index++;
  }
  if (/^--?$/u.test(args[index] ?? '')) index++;
  const operand = args[index];
  if (isGiven) return shellCommands(operand ?? '');
  return operand === undefined ? shellCommands(input) : [];
}

function findCommands(args: readonly string[]): readonly ShellCommand[] {
  const found: ShellCommand[] = [];
  const stands = foundPaths(args);
  for (let index = 0; index < args.length; index++) {
    if (!/^-(?:exec|ok)(?:dir)?$/u.test(args[index] ?? '')) continue;
    const from = ++index;
    while (index < args.length && args[index] !== ';' && args[index] !== '+') index++;
    const words = args.slice(from, index).flatMap((word) => (word === unknownArguments ? stands : [word]));
    if (words.length > 0) found.push({ assignments: [], words, input: '' });
  }
  return found;
}

/** What `find` finds: the names that are asked for, else all below where it begins. */
export function foundPaths(args: readonly string[]): readonly string[] {
  const names = args.flatMap((arg, index) =>
    /^-i?(?:name|path|wholename)$/u.test(arg) ? [args[index + 1] ?? ''] : [],
  );
  if (names.length > 0) return names.slice(0, mostNames);
  const first = args.findIndex((arg) => /^[-(!]/u.test(arg));
  const roots = first < 0 ? args : args.slice(0, first);
  return roots.length === 0 ? ['*'] : roots.slice(0, mostNames).map((root) => `${root.replace(/\/$/u, '')}/*`);
}

/** So that many `-exec` with many names cost no more than both. */
const mostNames = 50;

function unwrap(
  { assignments, input }: ShellCommand,
  program: string,
  { valued = '', operands = 0, script }: Wrapper,
  args: readonly string[],
): readonly ShellCommand[] {
  let index = 0;
  // A lone `-` is an option, too: `env -`, `su -`.
  for (; (args[index] ?? '').startsWith('-'); index++) {
    const arg = args[index] ?? '';
    if (arg === '--') {
      index++;
      break;
    }
    // It only says what would be run.
    if (program === 'command' && /[vV]/u.test(arg)) return [];
    if (arg.startsWith('--')) {
      if (longValued.has(arg.slice(2))) index++;
      continue;
    }
    const letters = arg.slice(1);
    const takes = Array.from(letters).findIndex((letter) => valued.includes(letter) || letter === script);
    if (takes < 0) continue;
    const value = letters.slice(takes + 1) || (args[++index] ?? '');
    if (letters.charAt(takes) === script) return shellCommands(value);
  }
  const more: string[] = [];
  for (; assignment.test(args[index] ?? ''); index++) more.push(args[index] ?? '');
  const words = args.slice(index + operands);
  if (words.length === 0) return [];
  // What is behind the user is for the user's shell.
  if (program === 'su') words.unshift('sh');
  return [
    {
      assignments: [...assignments, ...more],
      words: program === 'xargs' ? [...words, unknownArguments] : words,
      input,
    },
  ];
}
