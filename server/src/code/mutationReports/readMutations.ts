import * as v from 'valibot';
import { excerpt } from '../../base/excerpt.js';
import { parseJson } from '../../base/json.js';
import { count, object, read, some, someOf, someRecordOf } from '../../base/schema.js';
import { elementsOf, parseXml, type XmlElement } from '../runners/xml.js';
import type { Mutation } from './mutation.js';

/** Reads a mutation report in whatever form its text has; undefined for a text in none. Never throws. */
export function readMutations(source: string): readonly Mutation[] | undefined {
  const start = source
    .slice(0, 2_000)
    .replace(/^\uFEFF/u, '')
    .trimStart();
  if (start.startsWith('<')) return readPit(parseXml(source));
  const value = parseJson(source);
  return readElements(value) ?? readCargoMutants(value);
}

/** Every other status is one in which no test had its say: `CompileError`, `RuntimeError`, `NON_VIABLE`, `Unviable` … */
const outcomes: Readonly<Record<string, Mutation['outcome']>> = {
  Killed: 'noticed',
  Timeout: 'noticed',
  Survived: 'missed',
  NoCoverage: 'missed',
  Ignored: 'ignored',
  Pending: 'ignored',
  KILLED: 'noticed',
  TIMED_OUT: 'noticed',
  MEMORY_ERROR: 'noticed',
  SURVIVED: 'missed',
  NO_COVERAGE: 'missed',
  CaughtMutant: 'noticed',
  MissedMutant: 'missed',
};

function outcomeOf(status: string): Mutation['outcome'] {
  return Object.hasOwn(outcomes, status) ? (outcomes[status] ?? 'unbuilt') : 'unbuilt';
}

const start = some({ start: some({ line: count }) });

const elements = object({
  files: someRecordOf(
    some({
      mutants: someOf(
        object({
          status: v.string(),
          mutatorName: v.string(),
          replacement: v.optional(v.string()),
          location: start,
        }),
      ),
    }),
  ),
});

/** What Stryker and others write: https://github.com/stryker-mutator/mutation-testing-elements/tree/master/packages/report-schema. */
function readElements(value: unknown): readonly Mutation[] | undefined {
  const report = read(elements, value);
  return (
    report &&
    Object.entries(report.files).flatMap(([path, { mutants = [] }]) =>
      mutants.flatMap(({ status, mutatorName, replacement, location }) => {
        const what =
          replacement === undefined ? mutatorName : `${mutatorName}: \`${excerpt(replacement.replaceAll('`', "'"))}\``;
        return mutationAt(path, location.start?.line, status, what);
      }),
    )
  );
}

const cargoMutants = object({
  outcomes: someOf(
    object({
      summary: v.string(),
      scenario: object({ Mutant: object({ name: v.optional(v.string()), file: v.string(), span: start }) }),
    }),
  ),
});

/** `mutants.out/outcomes.json`: https://mutants.rs/mutants-out.html. The scenario of the unchanged code is the text `Baseline`. */
function readCargoMutants(value: unknown): readonly Mutation[] | undefined {
  return read(cargoMutants, value)?.outcomes.flatMap(
    ({
      summary,
      scenario: {
        Mutant: { name = '', file, span },
      },
    }) =>
      // `src/lib.rs:2:5: replace add -> u32 with 0`
      mutationAt(file, span.start?.line, summary, name.replace(/^[^:]*:\d+:\d+: /u, '')),
  );
}

/** https://pitest.org/quickstart/commandline/, `outputFormats=XML`: a file is named by its package. */
function readPit(root: XmlElement): readonly Mutation[] | undefined {
  if (elementsOf(root, 'mutations').length === 0) return undefined;
  return elementsOf(root, 'mutation').flatMap((element) => {
    const text = (name: string): string => element.children.find((child) => child.name === name)?.text.trim() ?? '';
    const folder = text('mutatedClass').split('.').slice(0, -1);
    const status = element.attributes.get('status') ?? '';
    const line = Number(text('lineNumber'));
    return mutationAt([...folder, text('sourceFile')].join('/'), line, status, text('description'));
  });
}

/** @param line from 1. */
function mutationAt(path: string, line: number | undefined, status: string, what: string): readonly Mutation[] {
  if (line === undefined || !Number.isSafeInteger(line) || line < 1) return [];
  return [{ path: path.replaceAll('\\', '/'), line: line - 1, outcome: outcomeOf(status), what: excerpt(what, 120) }];
}
