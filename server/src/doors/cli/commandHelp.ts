import { optionName } from '../../operations/commandOf.js';
import type { CommandEntries, CommandEntry, CommandGroup } from './command.js';
import type { CommandFacts, CommandField } from './commandFacts.js';
import { placesOf } from './commandLine.js';

/** The lines that say how a command is called. */
export function usagesOf({ name, fields, usages }: CommandFacts): readonly string[] {
  const own = usages ?? [[name, ...placesOf(fields), '[OPTION…]'].join(' ')];
  return own.map((usage) => `pactwright ${usage}`);
}

/** All that a command takes, first what is without a name: each as it is written, and what it says. */
export function argumentsOf({ fields }: CommandFacts): readonly (readonly [string, string])[] {
  const all = Object.entries(fields).filter(([, { hidden }]) => !hidden);
  return [
    ...all
      .filter(([, { positional }]) => positional)
      .map(([name, field]) => [field.placeholder ?? name.toUpperCase(), describe(field)] as const),
    ...all
      .filter(([, { positional }]) => !positional)
      .map(([name, field]) => [option(name, field), describe(field)] as const),
    ...('debug' in fields ? [] : [['--debug', 'show the stack of an error'] as const]),
  ];
}

function option(name: string, { type, placeholder }: CommandField): string {
  const value = type === 'flag' ? '' : ` ${placeholder ?? (type === 'integer' ? 'N' : 'TEXT')}`;
  return `--${optionName(name)}${value}`;
}

function describe({ type, positional, description, values, default: standard }: CommandField): string {
  const known = values?.map((value) => (value === standard ? `${value} (default)` : value)).join(', ');
  return [
    description,
    known === undefined ? '' : `: ${known}`,
    values || standard === undefined ? '' : ` (default: ${standard})`,
    type === 'texts' && !positional ? '; may be repeated' : '',
  ].join('');
}

/** What each exit code means, as one sentence. */
export function exitCodesOf({ exitCodes }: CommandFacts): string {
  const codes = { 2: 'wrong usage or configuration', ...exitCodes };
  return `Exit codes: ${Object.entries(codes)
    .map(([code, meaning]) => `${code} ${meaning}`)
    .join(', ')}.`;
}

/** What `--help` says of a command; its part of the documentation says the same. */
export function commandHelp(command: CommandFacts): string {
  const { summary, description, examples = [] } = command;
  return [
    `${summary}.`,
    usagesOf(command)
      .map((usage, index) => `${index === 0 ? 'Usage: ' : '       '}${usage}`)
      .join('\n'),
    ...(description === undefined ? [] : description.split('\n\n').map((paragraph) => wrapped(paragraph, 0))),
    table(argumentsOf(command)),
    ...(examples.length === 0
      ? []
      : [
          `Examples:\n${table(
            examples.map(([line, does]) => [`pactwright ${line}`, does]),
            exampleColumn,
          )}`,
        ]),
    wrapped(exitCodesOf(command), 0),
  ]
    .join('\n\n')
    .concat('\n');
}

/** What `--help` says of commands that share their first word. */
export function groupHelp({ name, summary, description, members }: CommandGroup): string {
  const lines = members.map(
    (member) =>
      `${usagesOf(member)
        .map((usage) => `  ${usage}\n`)
        .join('')}      ${member.summary}\n`,
  );
  return [
    `${summary}.\n\nUsage: pactwright ${name} WORD [OPTION…]\n`,
    lines.join(''),
    ...(description === undefined ? [] : [`${wrapped(description, 0)}\n`]),
    `\`pactwright ${name} WORD --help\` shows its options.\n`,
  ].join('\n');
}

/** What `pactwright --help` says. */
export async function generalHelp({ commands, operations }: CommandEntries): Promise<string> {
  const rows = (entries: readonly CommandEntry[]): string =>
    table(
      entries
        .filter(({ hidden }) => !hidden)
        .map(({ name, places, summary }) => [`${name} ${places}`.trimEnd(), summary]),
    );
  const all = await operations();
  return [
    'Pactwright checks specs, test cases and the sprint board of a project against each other.',
    'Usage: pactwright COMMAND [OPTION…]',
    `Commands:\n${rows(commands)}`,
    `Operations, which change documents:\n${rows(all)}`,
    `Options:\n${table([
      ['--help', 'show this text; after a command, its help'],
      ['--version', 'the version'],
      ['--debug', 'show the stack of an error'],
    ])}`,
  ]
    .join('\n\n')
    .concat('\n');
}

const argumentColumn = 25;
const exampleColumn = 44;
const width = 120;

/** What is written and what it means, side by side; what is too long for its column has a line of its own. */
function table(rows: readonly (readonly [string, string])[], column = argumentColumn): string {
  return rows
    .map(([left, right]) => {
      if (right === '') return `  ${left}`;
      const text = wrapped(right, column);
      return left.length < column - 3
        ? `  ${left.padEnd(column - 2)}${text}`
        : `  ${left}\n${' '.repeat(column)}${text}`;
    })
    .join('\n');
}

/** A paragraph in lines that a terminal shows whole. @param indent of all lines but the first. */
function wrapped(text: string, indent: number): string {
  const lines = [''];
  for (const word of text.split(/\s+/u)) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length > width - indent) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}
