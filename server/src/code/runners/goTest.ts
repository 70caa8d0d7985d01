import * as v from 'valibot';
import { groupBy } from '../../base/groupBy.js';
import { parseJson, present } from '../../base/json.js';
import { finite, read, some } from '../../base/schema.js';
import type { ReportedTest, Runner, RunnerCommand, RunPlace, TestStatus, WantedTest } from './runner.js';
import { escapePattern, isUnknown, joinNames, type TestName } from './testName.js';
import { pathFrom } from './wantedTest.js';

/** So many tests of one package go into one command line. */
const mostTests = 200;

/** https://pkg.go.dev/cmd/go#hdr-Test_packages and https://pkg.go.dev/cmd/test2json */
export const goTest: Runner = {
  name: 'go',
  languages: ['go'],
  nameOf: (test) => joinNames(levelsOf(test), '/'),
  commands: (tests, place) =>
    [...groupBy(tests, groupOf).values()].flatMap((group) => {
      const commands: RunnerCommand[] = [];
      for (let from = 0; from < group.length; from += mostTests)
        commands.push(commandFor(group.slice(from, from + mostTests), place));
      return commands;
    }),
  read: ({ output }) => readEvents(output),
};

/** Tests that one pattern can name: of one package, and below the same test. */
function groupOf(test: WantedTest): string {
  const above = levelsOf(test).slice(0, -1);
  return JSON.stringify([folderOf(test), above]);
}

function folderOf({ file: { path } }: WantedTest): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/**
 * The names from the function down to the subtest, as `go test` writes them. Methods of a suite (testify) are below a function
 * whose name the suite does not tell.
 */
function levelsOf({ path }: WantedTest): TestName[] {
  const [first = ['']] = path;
  const isFunction = /^(?:Test|Fuzz|Benchmark|Example)/u.test(first[0] ?? '');
  const names: readonly TestName[] = isFunction ? path : [['', ''], ...path.slice(1)];
  // A slash in a name makes a level of its own.
  return names.flatMap((name) =>
    name.length > 1
      ? [name.map(rewrite)]
      : rewrite(name[0] ?? '')
          .split('/')
          .map((level) => [level]),
  );
}

/** As the package `testing` makes names that can be asked for: https://go.dev/src/testing/match.go. */
function rewrite(name: string): string {
  return Array.from(name, (sign) => {
    if (/\s/u.test(sign)) return '_';
    if (/[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(sign)) return sign;
    return JSON.stringify(sign).slice(1, -1).replace('\\u00', '\\x');
  }).join('');
}

function commandFor(tests: readonly WantedTest[], { folder, shuffled = false }: RunPlace): RunnerCommand {
  const [first] = tests;
  const levels = first ? levelsOf(first) : [];
  const last = [...new Set(tests.map((test) => levelPattern(levelsOf(test).at(-1) ?? [''])))];
  const above = levels.slice(0, -1).map((name) => `^${levelPattern(name)}$`);
  const inFolder = first ? pathFrom(folder, `${folderOf(first)}/`).replace(/\/$/u, '') : '';
  return {
    tests,
    folder,
    program: { kind: 'installed', name: 'go' },
    args: [
      'test',
      '-json',
      // A number keeps the order the same the next time.
      ...(shuffled ? ['-shuffle=7'] : []),
      '-run',
      [...above, last.length === 1 ? `^${last[0] ?? ''}$` : `^(${last.join('|')})$`].join('/'),
      `./${inFolder}`,
    ],
    report: { kind: 'output' },
  };
}

function levelPattern(name: TestName): string {
  return isUnknown(name) ? '.*' : name.map(escapePattern).join('.*');
}

const statuses: Readonly<Record<string, TestStatus>> = { pass: 'passed', fail: 'failed', skip: 'skipped' };

const event = some({ Test: v.string(), Action: v.string(), Output: v.string(), Elapsed: finite });

function readEvents(output: string): ReportedTest[] {
  const said = new Map<string, string>();
  const found: ReportedTest[] = [];
  for (const line of output.split('\n')) {
    const {
      Test: name,
      Action: action = '',
      Output: piece = '',
      Elapsed: seconds,
    } = read(event, parseJson(line)) ?? {};
    if (name === undefined) continue;
    if (action === 'output') {
      if (!/^\s*(?:===|---)/u.test(piece)) said.set(name, (said.get(name) ?? '') + piece);
    }
    const status = Object.hasOwn(statuses, action) ? statuses[action] : undefined;
    if (!status) continue;
    const message = said.get(name)?.trim();
    found.push({
      // Of subtests with one name, the second and later ones are numbered.
      names: [...new Set([name, name.replace(/#\d+$/u, '')])],
      status,
      ...present({
        message: status === 'passed' || message === '' ? undefined : message,
        durationMs: seconds === undefined ? undefined : seconds * 1000,
      }),
    });
  }
  return found;
}
