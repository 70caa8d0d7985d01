import { groupBy } from '../../base/groupBy.js';
import type { TestResult } from '../../code/runners/matchResults.js';
import type { WantedTest } from '../../code/runners/runner.js';
import type { TestOutcome } from '../../protocol.js';
import { count } from '../../base/count.js';
import { plainText } from '../../base/plainText.js';
import type { TestedPart, TestTargets } from './testTargets.js';

/** What a criterion's tests say of it: it has passed only where all of them have. */
export type Verdict = 'passed' | 'failed' | 'errored' | 'skipped' | 'noTest';

export function verdictOf({ tests }: TestedPart, results: ReadonlyMap<string, TestResult>): Verdict {
  if (tests.length === 0) return 'noTest';
  const statuses = tests.map((id) => results.get(id)?.status ?? 'errored');
  if (statuses.includes('failed')) return 'failed';
  if (statuses.includes('errored')) return 'errored';
  return statuses.every((status) => status === 'passed') ? 'passed' : 'skipped';
}

const marks: Readonly<Record<Verdict | TestOutcome, string>> = {
  passed: '✓',
  failed: '✗',
  errored: '!',
  skipped: '-',
  noTest: '·',
};
const colours: Readonly<Record<Verdict | TestOutcome, number>> = {
  passed: 32,
  failed: 31,
  errored: 31,
  skipped: 33,
  noTest: 90,
};
const words: Readonly<Record<Verdict, string>> = {
  passed: 'passed',
  failed: 'failed',
  errored: 'not known, as not all of its tests ran',
  skipped: 'not all of its tests ran: some are skipped',
  noTest: 'no test',
};

/** The result of each criterion and scenario with its tests, and what went wrong. */
export function formatTestReport(
  { parts, tests }: TestTargets,
  results: ReadonlyMap<string, TestResult>,
  counts: Readonly<Record<TestOutcome, number>>,
  colour: boolean,
): string {
  const paint = (kind: Verdict | TestOutcome, text: string): string =>
    colour ? `\u001b[${colours[kind]}m${text}\u001b[0m` : text;
  const testLine = (id: string): string => {
    const status = results.get(id)?.status ?? 'errored';
    return `    ${paint(status, marks[status])} ${plainText(id)}\n`;
  };
  const lines = parts.map((part) => {
    const verdict = verdictOf(part, results);
    const head = `${paint(verdict, marks[verdict])} ${plainText([part.name, part.title].filter(Boolean).join(' '))}: ${words[verdict]}\n`;
    return head + part.tests.map(testLine).join('');
  });
  const shown = new Set(parts.flatMap((part) => part.tests));
  const others = tests.filter(({ id }) => !shown.has(id)).map(({ id }) => testLine(id));
  // A runner that ends at once says the same of all its tests.
  const wrong = [...groupBy(tests, ({ id }) => results.get(id)?.message ?? '').values()].flatMap((group) =>
    wrongOf(group, results, paint),
  );
  const sum = (['passed', 'failed', 'errored', 'skipped'] as const)
    .filter((status) => counts[status] > 0 || status === 'passed')
    .map((status) => `${counts[status]} ${status}`)
    .join(', ');
  return [
    ...lines,
    ...(others.length > 0 ? ['Other tests\n', ...others] : []),
    ...wrong,
    `\n${count(tests.length, 'test')}: ${sum}\n`,
  ].join('');
}

/** Tests that went wrong with the same words. */
function wrongOf(
  tests: readonly WantedTest[],
  results: ReadonlyMap<string, TestResult>,
  paint: (kind: TestOutcome, text: string) => string,
): string[] {
  const failed = tests.flatMap(({ id, file }) => {
    const result = results.get(id);
    return result?.status === 'failed' || result?.status === 'errored' ? [{ file, result }] : [];
  });
  const heads = failed.map(({ file, result: { id, status, line } }) => {
    const place = `${file.path}${line === undefined ? '' : `:${line + 1}`}`;
    return `${paint(status, `${marks[status]} ${plainText(id)}`)}\n  ${place}\n`;
  });
  const message = (failed[0]?.result.message ?? '').split('\n').map((line) => `    ${printable(line)}`.trimEnd());
  return heads.length === 0 ? [] : [`\n${heads.join('')}${message.join('\n')}\n`];
}

/** A line of a message with its indent, and without what would move the cursor. */
function printable(line: string): string {
  return (/^\s*/u.exec(line)?.[0] ?? '') + plainText(line.trim());
}
