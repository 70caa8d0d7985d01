import { stripVTControlCharacters } from 'node:util';
import { isUnknown, patternOf, type TestName } from './testName.js';
import type { ReportedTest, Runner, RunnerReport, TestStatus, WantedTest } from './runner.js';

/** What became of a test. */
export interface TestResult {
  readonly id: string;
  readonly status: TestStatus;
  readonly message?: string;
  readonly durationMs?: number;
  /** Where it went wrong: a line from 0 of the test's own file. */
  readonly line?: number;
  /** The runner is missing, or cannot run this test alone: that says nothing of the test itself. */
  readonly unasked?: true;
  /** The runner reported other files and nothing in this one: its configuration may leave the file out. */
  readonly leftOut?: true;
}

/** From what counts least to what counts most, where one test has several results. */
const order: readonly TestStatus[] = ['skipped', 'passed', 'failed', 'errored'];

/** So much of what a runner said is shown where it gave no results. */
const longestTail = 4_000;

/**
 * The result of each test that should have run. One that the runner says nothing of did not run, which is an error, never a
 * pass; neither is one that cannot be told from others.
 */
export function matchResults(
  tests: readonly WantedTest[],
  { nameOf, read, whyNone }: Pick<Runner, 'nameOf' | 'read' | 'whyNone'>,
  report: RunnerReport,
): TestResult[] {
  const reported = read(report);
  const reason = whyNone?.(report);
  const byName = new Map<string, ReportedTest[]>();
  const ofFiles: ReportedTest[] = [];
  for (const one of reported) {
    if (!one.names) ofFiles.push(one);
    for (const name of one.names ?? []) {
      const known = byName.get(name);
      if (known) known.push(one);
      else byName.set(name, [one]);
    }
  }
  return tests.map((test) => {
    const name = nameOf(test);
    const [whole = ''] = name;
    const candidates =
      name.length === 1 ? (byName.get(whole) ?? []) : reported.filter((one) => matches(one, name, test));
    const own = candidates.filter(({ file }) => isFile(file, test.file.path));
    if (own.length > 0) return toResult(test, own);
    // A file that passes as a whole, without a word of this test, has not run it.
    const outcome = ofFiles.find(({ file, status }) => status !== 'passed' && isFile(file, test.file.path));
    if (outcome) return toResult(test, [outcome.status === 'skipped' ? outcome : { ...outcome, status: 'errored' }]);
    const isTold = reported.length === 0 || reported.some(({ file }) => isFile(file, test.file.path));
    return {
      id: test.id,
      status: 'errored',
      message: whyNot(name, report, reason),
      ...(isUnknown(name) ? { unasked: true } : {}),
      ...(isTold || report.exitCode === null ? {} : { leftOut: true }),
    };
  });
}

function matches({ names, line }: ReportedTest, name: TestName, { file, test }: WantedTest): boolean {
  const pattern = new RegExp(`^${patternOf(name)}$`, 'u');
  if (!names?.some((one) => pattern.test(one))) return false;
  if (line === undefined) return !isUnknown(name);
  const { start, end } = file.lines.rangeOf(test.span);
  return line >= start.line && line <= end.line;
}

function isFile(reported: string | undefined, path: string): boolean {
  if (reported === undefined) return true;
  const plain = reported.replaceAll('\\', '/');
  return plain === path || plain.endsWith(`/${path}`) || path.endsWith(`/${plain}`);
}

function toResult({ id, file }: WantedTest, own: readonly ReportedTest[]): TestResult {
  const worst = own.reduce((a, b) => (order.indexOf(b.status) > order.indexOf(a.status) ? b : a));
  const duration = own.reduce<number | undefined>(
    (sum, { durationMs }) => (durationMs === undefined ? sum : (sum ?? 0) + durationMs),
    undefined,
  );
  const message =
    worst.message === undefined ? undefined : withoutForeignFrames(stripVTControlCharacters(worst.message));
  const line = message === undefined || worst.status === 'skipped' ? undefined : lineIn(message, file.path);
  return {
    id,
    status: worst.status,
    ...(message === undefined ? {} : { message }),
    ...(duration === undefined ? {} : { durationMs: duration }),
    ...(line === undefined ? {} : { line }),
  };
}

/** The first line of the file that a message names: `cart.test.ts:12:5`, `test_cart.py:12`, `(CartTest.java:12)`. */
function lineIn(message: string, path: string): number | undefined {
  const base = `${path.slice(path.lastIndexOf('/') + 1)}:`;
  for (let at = message.indexOf(base); at >= 0; at = message.indexOf(base, at + 1)) {
    const digits = /^\d{1,7}/u.exec(message.slice(at + base.length, at + base.length + 7))?.[0];
    const before = message.charAt(at - 1);
    if (digits !== undefined && Number(digits) > 0 && !/[\w.-]/u.test(before)) return Number(digits) - 1;
  }
  return undefined;
}

/** Without the lines of a JavaScript stack that lie in the runner or in Node.js. */
function withoutForeignFrames(message: string): string {
  const frame = /^\s+at .*(?:[\\/]node_modules[\\/]|\(?\bnode:|\bnew Promise \(<anonymous>\)|\bPromise\.all \(index )/u;
  return message
    .split('\n')
    .filter((line) => !frame.test(line))
    .join('\n')
    .trim();
}

function whyNot(name: TestName, { said, exitCode }: RunnerReport, reason: string | undefined): string {
  if (isUnknown(name))
    return 'did not run: its title is computed at run time, so it cannot be selected; write the title as a plain string';
  const ended = exitCode === null ? 'the runner was stopped' : `the runner exited with code ${exitCode}`;
  const told = reason ?? `${ended} and reported no such test`;
  const tail = stripVTControlCharacters(said).trim().slice(-longestTail);
  return `did not run: ${told}${tail === '' ? '' : `\n${tail}`}`;
}
