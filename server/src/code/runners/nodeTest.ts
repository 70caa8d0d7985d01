import * as v from 'valibot';
import { groupBy } from '../../base/groupBy.js';
import { chunked } from './chunks.js';
import { parseJson, present } from '../../base/json.js';
import { finite, maybe, object, read, type Read } from '../../base/schema.js';
import type { ReportedTest, Runner, WantedTest } from './runner.js';
import { joinNames, patternOf } from './testName.js';

/**
 * A reporter of ours, as the built-in ones leave out files, or names of suites. It hands on what the runner tells in the order in
 * which tests end: https://nodejs.org/api/test.html#custom-reporters. Why a file could not be loaded is in nothing but what
 * it printed.
 */
const reporter = `export default async function* (events) {
  const printed = new Map();
  for await (const { type, data } of events) {
    if (type === 'test:stderr') printed.set(data.file, ((printed.get(data.file) ?? '') + data.message).slice(-4000));
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, nesting, file, line, skip, todo, details } = data;
    const error = details?.error?.cause ?? details?.error;
    const said = error === undefined ? undefined : String(error?.stack ?? error?.message ?? error);
    const message = said === 'test failed' ? (printed.get(file) ?? said) : said;
    const suite = details?.type === 'suite';
    const passed = type === 'test:pass';
    yield JSON.stringify({ name, nesting, file, line, skip, todo, suite, passed, message, ms: details?.duration_ms }) + '\\n';
  }
}`;

/** Until then a pattern is held against a test's own name, later against the names of its suites, too. */
const wholeNamesSince = 22;
/** From then on files are patterns. */
const globsSince = 21;
/** What Node.js 20 says of the tests that were not asked for. */
const notAskedFor = 'test name does not match pattern';

/** Node's own test runner, of Node.js 20 or newer: https://nodejs.org/api/test.html. */
export const nodeTest: Runner = {
  name: 'node',
  languages: ['typescript'],
  nameOf: ({ path }) => joinNames(path, ' '),
  commands: (tests, { root, folder, scratch, nodeMajor, nodeOptions }) =>
    chunked(tests, nodeTest.nameOf).map((some, index) => {
      const report = `${scratch}-${index}.jsonl`;
      const patterns = new Set(some.flatMap((test) => patternsFor(test, nodeMajor)));
      return {
        tests: some,
        folder,
        program: { kind: 'node' },
        args: [
          ...nodeOptions,
          '--test',
          '--test-reporter=spec',
          '--test-reporter-destination=stdout',
          `--test-reporter=data:text/javascript,${encodeURIComponent(reporter)}`,
          `--test-reporter-destination=${report}`,
          ...Array.from(patterns, (pattern) => `--test-name-pattern=${pattern}`),
          ...new Set(some.map(({ file }) => asArgument(`${root}/${file.path}`, nodeMajor))),
        ],
        report: { kind: 'file', path: report },
      };
    }),
  read: ({ files }) => files.flatMap(readEvents),
};

function patternsFor({ file, test, path }: WantedTest, nodeMajor: number): string[] {
  if (nodeMajor >= wholeNamesSince) return [`^${patternOf(joinNames(path, ' '))}$`];
  // A test in a test runs only if that one does; suites need no naming.
  const around = test.suites.flatMap(({ name }, index) => {
    const isTest = file.tests.some((other) => other.name.span.start === name.span.start);
    return isTest ? path.slice(index, index + 1) : [];
  });
  return [...around, ...path.slice(-1)].map((name) => `^${patternOf(name)}$`);
}

function asArgument(path: string, nodeMajor: number): string {
  return nodeMajor >= globsSince ? path.replace(/[*?[\]{}()!]/gu, '[$&]') : path;
}

/** What the reporter above writes. */
const reportedEvent = object({
  name: v.string(),
  nesting: finite,
  file: maybe(v.string()),
  line: maybe(finite),
  /** Why, or true. */
  skip: maybe(v.unknown()),
  todo: maybe(v.unknown()),
  suite: maybe(v.boolean()),
  passed: maybe(v.boolean()),
  message: maybe(v.string()),
  ms: maybe(finite),
});

type ReportedEvent = Read<typeof reportedEvent>;

type TestEvent = Omit<ReportedTest, 'names'> & {
  /** From the outermost it is known to be in. */
  readonly path: readonly string[];
};

/** Tests end before the one they are in, and say only how deep that is. */
function readEvents(source: string): ReportedTest[] {
  const done: TestEvent[] = [];
  const waiting: (TestEvent[] | undefined)[] = [];
  for (const line of source.split('\n')) {
    const event = read(reportedEvent, parseJson(line));
    if (!event) continue;
    const { name, nesting } = event;
    const inside = waiting[nesting + 1] ?? [];
    waiting[nesting + 1] = undefined;
    const now: TestEvent[] = inside.map((test) => ({ ...test, path: [name, ...test.path] }));
    if (!event.suite && event.skip !== notAskedFor) now.push(toEvent(event));
    if (nesting === 0) done.push(...now);
    else (waiting[nesting] ??= []).push(...now);
  }
  const byFile = groupBy([...done, ...waiting.flatMap((tests) => tests ?? [])], ({ file }) => file ?? '');
  return [...byFile.values()].flatMap((tests) =>
    tests.map(({ path, ...test }) =>
      // A file that fails as a whole is reported as a test with its path for a name.
      path.length === 1 && path[0] !== undefined && test.file !== undefined && isPathOf(path[0], test.file)
        ? test
        : { ...test, names: [path.join(' ')] },
    ),
  );
}

function isPathOf(name: string, file: string): boolean {
  return name === file || (name.includes('.') && file.endsWith(`/${name}`));
}

function toEvent({ name, file, message, ms: durationMs, line, ...event }: ReportedEvent): TestEvent {
  const isSkipped = [event.skip, event.todo].some((value) => value !== undefined && value !== false);
  return {
    path: [name],
    status: isSkipped ? 'skipped' : event.passed ? 'passed' : 'failed',
    ...present({
      file: file?.replace(/^file:\/\//u, ''),
      message,
      durationMs,
      line: line === undefined ? undefined : line - 1,
    }),
  };
}
