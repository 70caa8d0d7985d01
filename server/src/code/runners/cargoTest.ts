import { groupBy } from '../../base/groupBy.js';
import { chunked } from './chunks.js';
import type { ReportedTest, Runner, RunnerCommand, TestStatus, WantedTest } from './runner.js';
import { joinNames, type TestName } from './testName.js';
import { pathFrom } from './wantedTest.js';

/** https://doc.rust-lang.org/cargo/commands/cargo-test.html and https://doc.rust-lang.org/rustc/tests/index.html */
export const cargoTest: Runner = {
  name: 'cargo',
  languages: ['rust'],
  nameOf: (test) => {
    const { modules } = placeOf(test.file.path);
    return joinNames([...modules.map((name) => [name]), ...test.path.slice(0, -1), ownName(test)], '::');
  },
  commands: (tests, { folder }) =>
    [...groupBy(tests, ({ file }) => targetOf(file.path, folder).join(' ')).values()].flatMap((group) =>
      chunked(group, cargoTest.nameOf).map((some): RunnerCommand => {
        const names = some.map(cargoTest.nameOf);
        // Cases made of one function have names that go on: then the names are what they begin with.
        const exact = names.every((name) => name.length === 1) ? ['--exact'] : [];
        const target = targetOf(some[0]?.file.path ?? '', folder);
        return {
          tests: some,
          folder,
          program: { kind: 'installed', name: 'cargo' },
          args: ['test', '--no-fail-fast', ...target, '--', ...exact, ...new Set(names.map(([name = '']) => name))],
          report: { kind: 'output' },
        };
      }),
    ),
  read: ({ output }) => readLines(output),
};

function ownName({ path, test }: WantedTest): TestName {
  const [name = ''] = path.at(-1) ?? [];
  const isTable = test.labels.some(({ value }) =>
    /^#\[\s*(?:\w+::)*(?:case|test_case|values|template|apply)\b/u.test(value),
  );
  return isTable ? [`${name}::`, ''] : [name];
}

interface SourcePlace {
  readonly target: readonly string[];
  /** The modules that the file itself stands for. */
  readonly modules: readonly string[];
}

/** By the usual layout of a package: https://doc.rust-lang.org/cargo/guide/project-layout.html. */
function placeOf(path: string): SourcePlace {
  const found = /(?:^|.*\/)(src|tests|benches|examples)\/(.*)\.rs$/u.exec(path);
  if (!found) return { target: [], modules: [] };
  const [, area, inside = ''] = found;
  const parts = inside.split('/');
  if (area === 'tests') {
    const [name = '', ...modules] = parts;
    return {
      target: ['--test', name],
      modules: withoutMod(modules.length === 1 && modules[0] === 'main' ? [] : modules),
    };
  }
  if (area !== 'src') return { target: [], modules: [] };
  if (inside === 'main') return { target: ['--bins'], modules: [] };
  if (parts[0] === 'bin' && parts.length > 1)
    return { target: ['--bin', parts[1] ?? ''], modules: withoutMod(parts.slice(2).filter((part) => part !== 'main')) };
  return { target: [], modules: inside === 'lib' ? [] : withoutMod(parts) };
}

function withoutMod(modules: readonly string[]): readonly string[] {
  return modules.at(-1) === 'mod' ? modules.slice(0, -1) : modules;
}

function targetOf(path: string, folder: string): readonly string[] {
  return placeOf(pathFrom(folder, path)).target;
}

const statuses: Readonly<Record<string, TestStatus>> = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' };

/** libtest's plain form: a line per test, and at the end what the failed ones printed. */
function readLines(output: string): ReportedTest[] {
  const messages = new Map<string, string>();
  const found = new Map<string, TestStatus>();
  let failing: string | undefined;
  for (const line of output.split(/\r?\n/u)) {
    const head = /^---- (.+) stdout ----$/u.exec(line)?.[1];
    if (head !== undefined) failing = head;
    else if (/^(?:failures:|test result: |successes:|running \d+ tests?)/u.test(line)) failing = undefined;
    else if (failing !== undefined) messages.set(failing, `${messages.get(failing) ?? ''}${line}\n`);
    else {
      const test = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)\b/u.exec(line);
      const status = test?.[2] === undefined ? undefined : statuses[test[2]];
      if (test?.[1] !== undefined && status) found.set(test[1], status);
    }
  }
  return Array.from(found, ([name, status]) => {
    const message = messages.get(name)?.trim();
    return { names: [name], status, ...(message === undefined || message === '' ? {} : { message }) };
  });
}
