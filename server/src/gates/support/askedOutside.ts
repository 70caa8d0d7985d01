import * as v from 'valibot';
import type { WantedTest } from '../../code/runners/runner.js';
import type { SourceFile } from '../../code/sourceFile.js';
import { shortHash } from '../../base/contentHash.js';
import { excerpt } from '../../base/excerpt.js';
import { parseJson } from '../../base/json.js';
import { maybe, object, read, type Read } from '../../base/schema.js';
import { askedCallsOf } from '../../syntax/askedCallsOf.js';
import { type AskedOutside, askingEdits } from '../../syntax/askedOutside/askedOutside.js';
import { grammarOf } from '../../syntax/grammar.js';
import type { Extent } from '../../syntax/openSyntax.js';
import { type Binding, outlineOf } from '../../syntax/outlineOf.js';
import { applyEdits } from '../../syntax/stub.js';
import { approvableName } from '../../workspace/approvableName.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Problem } from '../gate.js';
import { functionsOf, isFromOutside } from './handedAnswers.js';
import { isModule } from './mockedProduct.js';
import { newTests } from './newTests.js';
import { placeOfTest } from './testRuns.js';
import { hasIdentifier, isWordIn, textInside } from './wordIn.js';

/** A program may wait forever. */
const timeLimit = 120_000;
/** What a test or its file does before it asks; where that matters, what a program gives without it says nothing. */
const setsUp =
  /\b(?:before(?:Each|All)?|around(?:Each)?|set_?up\w*|fixtures?|mock\w*|monkeypatch|patch\w*|stub\w*|useFakeTimers|globalThis|setattr|environ|process\.env|chdir)\b|^import\s+["']\.|^\s*def test_\w+\((?!self\)|\))|^\s*[A-Za-z_][\w.]*\.\w+\s*=(?![=>])/imu;
/** The parameters of a test that are columns of its table: no fixtures. */
const columns =
  /^([^\S\n]*@pytest\.mark\.parametrize\(\s*["']([\w, ]+)["'][\s\S]{0,4000}?^[^\S\n]*def test_\w+\()([^)]*)/gmu;
/** What a test puts into a global or a member, up to the end of the statement. */
const putting =
  /^([^\S\n]*)(\(?(?:globalThis|global|builtins)\b(?: as any\))?|[A-Za-z_]\w*)(?:\.\w+)+\s*(?:\?\?|\|\|)?=(?![=>])((?:[^;\n]|\n\1[^\S\n]+)*)/gmu;
/** What acts, as stand-ins do, and does not only hold answers. */
const acting = /=>|\bfunction\b|\blambda\b|\bclass\b|\bmock|\bfn\(|\bfake|\bstub|\bnew (?!Map|Set|Array|Object)/iu;

/** Code that answers a test in another way than anybody else. */
export interface AnswersOutside {
  readonly refused: readonly Problem[];
  /** Those whose tests set something up before. */
  readonly listed: readonly Problem[];
}

/**
 * The calls in tests that any program can make, made by one: without a runner, and while the test's file is away. Code that gives a test
 * something else knows that it is tested, however it does, or reads what it is to answer.
 */
export async function answersOutside(
  context: GateContext,
  work: Work,
  sources: readonly WorkChange[],
): Promise<AnswersOutside> {
  const { lab } = context;
  const overlay = new Map<string, string>();
  const asking: WantedTest[] = [];
  const asked = new Map<SourceFile, AskedOutside>();
  for (const [file, tests] of byFile(newTests(context, work))) {
    const found = await askedIn(context, file, tests, sources);
    if (!found) continue;
    overlay.set(file.path, found.text);
    asking.push(...found.tests);
    asked.set(file, found.asked);
  }
  if (asking.length === 0) return { refused: [], listed: [] };
  const place = { kind: 'tree', tree: work.tree, overlay } as const;
  const { results } = await lab.runTests(asking, place, { isSettled: () => true, timeLimit });
  const isMeant = isFromOutside(context.item.spec);
  const refused = new Map<string, Problem>();
  const listed = new Map<string, Problem>();
  for (const test of asking) {
    const { calls = [], mark = '' } = asked.get(test.file) ?? {};
    const said = saidIn(results.get(test.id)?.message ?? '', mark);
    const call = calls[said?.at ?? -1];
    if (!said || call === undefined) continue;
    const { here, there, isRead, isSetUp = false } = said;
    // A test that names its own file is about that.
    const isPrepared = isRead
      ? test.file.text.includes(test.file.path.slice(test.file.path.lastIndexOf('/') + 1))
      : isSetUp || setsUp.test(apartFromAnswers(test.file.text, here, isMeant));
    const where = isRead ? `if ${test.file.path} is there` : `in ${test.id}`;
    (isPrepared ? listed : refused).set(call, {
      message: `\`${excerpt(call)}\` gives ${excerpt(here)} ${where}, and ${excerpt(there)} in a program without tests`,
      place: placeOfTest(test),
      approvable: approvableName('test-aware', test.file.path, 'gives', call),
    });
  }
  return { refused: [...refused.values()], listed: [...listed.values()] };
}

/**
 * A test file without what puts answers where the code finds them: data in a global, or the very value that the code gives.
 *
 * @param isMeant whether the spec says that it takes something from there.
 */
function apartFromAnswers(text: string, here: string, isMeant: boolean): string {
  // What is only imported does nothing.
  const used = text
    .replace(/^(?:import\b(?:\{[^}'"]*\}|[^;'"\n{])*\bfrom\b|from\b.*\bimport\b).*$/gmu, '')
    .replace(columns, (all: string, head: string, names: string, given: string) =>
      given.split(',').every((one) => isWordIn(names, one.trim())) ? head : all,
    );
  if (isMeant) return used;
  return used.replace(putting, (all: string, _: string, root: string, value: string) =>
    !acting.test(value) && (/global|builtins/u.test(root) || isWordIn(value, textInside(here))) ? '' : all,
  );
}

function byFile(tests: readonly WantedTest[]): ReadonlyMap<SourceFile, readonly WantedTest[]> {
  const files = new Map<SourceFile, WantedTest[]>();
  for (const test of tests) files.set(test.file, [...(files.get(test.file) ?? []), test]);
  return files;
}

/** A test file that asks. */
interface Asking {
  readonly text: string;
  /** Those that do. */
  readonly tests: readonly WantedTest[];
  readonly asked: AskedOutside;
}

async function askedIn(
  { syntax }: GateContext,
  file: SourceFile,
  tests: readonly WantedTest[],
  sources: readonly WorkChange[],
): Promise<Asking | undefined> {
  const { path, text } = file;
  const grammar = grammarOf(path);
  const bindings = grammar === undefined ? [] : ((await outlineOf(syntax, path, text))?.bindings ?? []);
  const functions = await functionsOf(syntax, sources);
  // A file that passes on what others define need not have changed, nor be named by its path.
  const own = bindings.filter(
    (binding) =>
      binding.name === undefined ||
      functions.has(binding.name) ||
      sources.some((source) => isOf(file, binding, source.path)),
  );
  if (grammar === undefined || own.length === 0) return undefined;
  const callees = new Set(
    own.flatMap(({ local, name }) =>
      name !== undefined && functions.has(name) ? [local] : [...functions].map((one) => `${local}.${one}`),
    ),
  );
  const read = await syntax.read(path, text, (...at) => askedCallsOf(...at, callees));
  if (!read || read.calls.length === 0) return undefined;
  const within = (one: Extent, outer: Extent): boolean => outer.start <= one.start && one.end <= outer.end;
  const asks = tests.flatMap((test) => {
    const { span } = test.test;
    const indexes = read.calls.flatMap((call, index) => (within(call, span) ? [index] : []));
    const body = read.bodies.find(
      (one) => within(one, span) && read.calls.some((call) => within(call, span) && within(call, one)),
    );
    return body ? [{ test, body, own: indexes }] : [];
  });
  const asked: AskedOutside = {
    calls: read.calls.map((call) => call.text),
    sources: own
      .filter(({ local }) => read.calls.some((call) => hasIdentifier(call.text, local)))
      .map(({ local, from, name }) => ({ local, from, ...(name === undefined ? {} : { name }) })),
    imports: read.imports.filter((one) => own.some(({ from }) => one.includes(from))),
    mark: markOf(file, sources),
  };
  const bodies = [...new Map(asks.map((one) => [one.body.start, one])).values()];
  return {
    text: applyEdits(text, askingEdits(asked, bodies, { grammar, text })),
    tests: asks.map(({ test }) => test),
    asked,
  };
}

function isOf(file: SourceFile, { from, name = '' }: Binding, source: string): boolean {
  return isModule(file, from, source) || isModule(file, `${from}.${name}`, source);
}

/**
 * What is around the words of a changed test: it follows from the sources, so that these cannot contain it, and is the same when they are
 * judged again, so that results can be reused. While tests run it is in their file; that no code reads it there is not ensured.
 */
function markOf({ text }: SourceFile, sources: readonly WorkChange[]): string {
  return `@@${shortHash(JSON.stringify([text, ...sources.map(({ after }) => after)]))}@@`;
}

const said = object({
  /** Which call. */
  at: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  here: v.string(),
  there: v.string(),
  /** Whether it comes from the test's own file. */
  isRead: maybe(v.boolean()),
  /** Whether the runner sets something up. */
  isSetUp: maybe(v.boolean()),
});

function saidIn(message: string, mark: string): Read<typeof said> | undefined {
  const [, text] = message.split(mark);
  return text === undefined ? undefined : read(said, parseJson(text));
}
