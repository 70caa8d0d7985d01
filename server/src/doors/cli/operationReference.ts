import { escapeCell } from '../../markdown/escapeCell.js';
import { errorCodes } from '../../operations/errorCodes.js';
import type { Operation } from '../../operations/operation.js';
import { exitCodeOf } from './exitCodeOf.js';
import { operationArguments, operationUsage } from './operationHelp.js';

/** The reference page of an operation, as Markdown. */
export function renderOperation(operation: Operation): string {
  const { name, summary, details, begins } = operation;
  const rows = operationArguments(operation).map(([left, right]) => `| \`${left}\` | ${escapeCell(right)} |`);
  return [
    `# ${name}`,
    '',
    `${summary}.`,
    '',
    '```',
    operationUsage(operation),
    '```',
    '',
    '| | |',
    '| --- | --- |',
    ...rows,
    '',
    details,
    '',
    ...(begins ? ['A folder that is not a project becomes one.', ''] : []),
  ].join('\n');
}

/** The page that lists all operations, and what their answers mean. */
export function renderOperationIndex(operations: readonly Operation[]): string {
  return [
    '# Operations',
    '',
    'Each is planned first and then carried out completely or not at all; `--dry-run` shows the plan. Only one process writes to a repository at a time, and a file that changed in the meantime is not overwritten.',
    '',
    '| Operation | |',
    '| --- | --- |',
    ...operations.map(({ name, summary }) => `| [${name}](${operationPage(name)}) | ${escapeCell(summary)} |`),
    '',
    '## Answers',
    '',
    '`--format json` writes one document: `version` (1), `operation`, `ok`, `dryRun`, and, where it was carried out or planned, `root`, `answer` (`message` for people, `data` for programs), `gates`, `changes` (each with a `patch`) and `steps`; else `error` with `code`, `message` and `candidates`.',
    '',
    '| Code | Exit code | |',
    '| --- | --- | --- |',
    '| (done) | 0 | |',
    ...errorCodes.map(([code, meaning]) => `| \`${code}\` | ${exitCodeOf(code)} | ${escapeCell(meaning)} |`),
    '',
    'An invalid command line or configuration is reported on standard error, with exit code 2.',
    '',
  ].join('\n');
}

/** The file name of an operation's page. */
export function operationPage(name: string): string {
  return `${name.replaceAll(' ', '-')}.md`;
}
