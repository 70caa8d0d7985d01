import { escapeCell } from '../../markdown/escapeCell.js';
import { errorCodes } from '../../operations/errorCodes.js';
import type { Operation } from '../../operations/operation.js';
import type { Command, CommandGroup } from './command.js';
import type { CommandFacts } from './commandFacts.js';
import { argumentsOf, exitCodesOf, usagesOf } from './commandHelp.js';
import { exitCodeOf } from './exitCodeOf.js';
import { operationAsCommand } from './operationCommand.js';

/** The reference page of an operation, as Markdown. */
export function renderOperation(operation: Operation): string {
  const { name, details, begins } = operation;
  const more = [details, ...(begins ? ['A folder that is not a project becomes one.'] : [])];
  const command = operationAsCommand(operation);
  return [`# ${name}`, ...callOf(command), ...more, ...examplesOf(command)].join('\n\n').concat('\n');
}

/** The page that lists all operations, and what their answers mean. */
export function renderOperationIndex(operations: readonly Operation[]): string {
  return [
    '# Operations',
    'Each is planned first and then carried out completely or not at all; `--dry-run` shows the plan. Only one process writes to a repository at a time, and a file that changed in the meantime is not overwritten.',
    table(
      ['Operation', ''],
      operations.map(({ name, summary }) => [`[${name}](${operationPage(name)})`, summary]),
    ),
    '## Answers',
    '`--format json` writes one document: `version` (1), `operation`, `ok`, `dryRun`, and, where it was carried out or planned, `root`, `answer` (`message` for people, `data` for programs), `gates`, `changes` (each with a `patch`) and `steps`; else `error` with `code`, `message` and `candidates`.',
    table(
      ['Code', 'Exit code', ''],
      [['(done)', '0', ''], ...errorCodes.map(([code, meaning]) => [`\`${code}\``, String(exitCodeOf(code)), meaning])],
    ),
    'An invalid command line or configuration is reported on standard error, with exit code 2.',
  ]
    .join('\n\n')
    .concat('\n');
}

/** The page of all commands that are no operations. */
export function renderCommands(all: readonly (Command | CommandGroup)[]): string {
  const shown = all
    .filter((one) => !('hidden' in one))
    .flatMap((one): readonly (Command | CommandGroup)[] => ('members' in one ? [one, ...one.members] : [one]));
  return [
    '# Commands',
    '`pactwright COMMAND --help` says the same. Beside these, each [operation](operations/README.md) is a command.',
    table(
      ['Command', ''],
      shown.map(({ name, summary }) => [`[${name}](#${name.replaceAll(' ', '-')})`, summary]),
    ),
    ...shown.flatMap((one) => [`## ${one.name}`, ...('members' in one ? introductionOf(one) : sectionsOf(one))]),
  ]
    .join('\n\n')
    .concat('\n');
}

function introductionOf({ summary, description }: CommandGroup): readonly string[] {
  return [`${summary}.`, ...(description === undefined ? [] : [description])];
}

function sectionsOf(command: Command): readonly string[] {
  const { description } = command;
  return [
    ...callOf(command),
    ...(description === undefined ? [] : [description]),
    ...examplesOf(command),
    exitCodesOf(command),
  ];
}

function examplesOf({ examples = [] }: CommandFacts): readonly string[] {
  const lines = examples.map(([line, does]) => `pactwright ${does === '' ? line : `${line.padEnd(41)} # ${does}`}`);
  return lines.length === 0 ? [] : [`\`\`\`sh\n${lines.join('\n')}\n\`\`\``];
}

/** How a command is called, and all that it takes. */
function callOf(command: CommandFacts): readonly string[] {
  return [
    `${command.summary}.`,
    `\`\`\`\n${usagesOf(command).join('\n')}\n\`\`\``,
    table(
      ['', ''],
      argumentsOf(command).map(([left, right]) => [`\`${left}\``, right]),
    ),
  ];
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');
}

/** The file name of an operation's page. */
export function operationPage(name: string): string {
  return `${name.replaceAll(' ', '-')}.md`;
}
