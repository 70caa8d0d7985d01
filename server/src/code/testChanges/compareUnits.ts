import type { Span } from '../../markdown/span.js';
import { languageFacts } from '../languageFacts.js';
import { isTestPath } from '../languageOf.js';
import type { SourceFile } from '../sourceFile.js';
import { assertingNames } from './assertingNames.js';
import { type CodeFile, codeOf } from './codeFile.js';
import type { FilePair } from './filePair.js';
import { focusIn } from './focus.js';
import { layoutOf } from './layout.js';
import { indicesOf, plainCode } from './plainCode.js';
import { readAssertions } from './readAssertions.js';
import { tokensWithoutNewRows } from './tables.js';
import { importsOf } from './imports.js';
import { replacedAssertions } from './replacedAssertions.js';
import { type Unit, unitsOf } from './units.js';

/** What became of code that existing tests rest on. */
export interface SupportChange {
  /** `focused`: the other tests of the file do not run. */
  readonly kind: 'changed' | 'deleted' | 'added' | 'focused';
  /** What it is called, or how it begins. */
  readonly name: string;
  /** What happened, as half a sentence about it. */
  readonly what: string;
  /** In the file as it is now; as it was, where it is deleted. */
  readonly file: SourceFile;
  readonly span: Span;
  /** The code as it reads now (before, where it is deleted), without comments and white space. */
  readonly plain: string;
}

/** Names that tests take from their runner. */
const runnerNames = new Set(
  'expect assert it test describe suite context beforeEach afterEach beforeAll afterAll vi jest should'.split(' '),
);
/** What an addition must not do to the tests that are there. */
const meddling =
  /\b(?:process \. exit|os \. _exit|sys \. exit|os \. Exit|(?:globalThis|global|window) \. (?:expect|assert|it|test|describe)\b|(?:pytest|unittest|ctx|context|this|t) \. (?:skip|Skip|skipTest)\b|addSnapshotSerializer)/u;

/** Compares what files hold besides their tests. Imports count where a name is taken from elsewhere; what is added is free. */
export function compareUnits(pairs: readonly FilePair[]): readonly SupportChange[] {
  const everywhere = new Set(pairs.flatMap(({ after }) => unitsIn(after).map(({ plain }) => plain.join(' '))));
  return pairs.flatMap(({ before, after }) => {
    const old = before && codeOf(before);
    const now = after && codeOf(after);
    if (!now) return [];
    if (!old) return unitsIn(after).flatMap((unit) => meddled(now, unit, now));
    return [...compareFile(old, now, everywhere), ...focused(old, now), ...takenFromElsewhere(old, now)];
  });
}

function unitsIn(file: SourceFile | undefined): readonly Unit[] {
  const code = file && codeOf(file);
  if (!code) return [];
  const units = unitsOf(code).filter(({ isImport }) => !isImport);
  // Tests beside the code that they test do not rest on it as on a helper.
  return isTestPath(code.file.path) || !languageFacts[code.language].testsBeside
    ? units
    : units.filter(({ depth }) => depth > 0);
}

function compareFile(old: CodeFile, now: CodeFile, everywhere: ReadonlySet<string>): readonly SupportChange[] {
  const were = unitsIn(old.file);
  const are = unitsIn(now.file);
  const same = (units: readonly Unit[]): string => units.map(({ plain }) => plain.join(' ')).join('\n');
  if (same(were) === same(are)) return [];
  const kept = new Set(are.map(({ plain }) => plain.join(' ')));
  const known = new Set(were.map(({ plain }) => plain.join(' ')));
  const left = are.filter(({ plain }) => !known.has(plain.join(' ')));
  const used = usedWords(old);
  const found: SupportChange[] = [];
  for (const unit of were) {
    const text = unit.plain.join(' ');
    if (kept.has(text) || everywhere.has(text) || isNeutral(unit) || tidiesUp(old, unit)) continue;
    if (unit.name !== undefined && used && !used.has(unit.name)) continue;
    const place = left.findIndex((other) => isSame(unit, other));
    const other = left[place];
    if (other) {
      left.splice(place, 1);
      if (!growsOnly(old, unit, now, other))
        found.push(change('changed', now, other, 'changed, and existing tests use it'));
    } else if (unit.name === undefined || mentions(now, unit.name))
      found.push(change('deleted', old, unit, 'was removed, and existing tests use it'));
  }
  return [...found, ...left.flatMap((unit) => meddled(now, unit, old))];
}

/** What an addition does to tests. @param resting the file whose tests it would meddle with: as it was, or the same where it is new. */
function meddled(code: CodeFile, unit: Unit, resting: CodeFile): readonly SupportChange[] {
  const { name, plain } = unit;
  // In a new file it may be a helper of that name, as long as it asserts.
  const isHelper = resting === code && (!isAssertion(name) || assertingNames(code)(name) === true);
  if (name !== undefined && runnerNames.has(name) && !isHelper && testsCall(resting, name))
    return [change('added', code, unit, `replaces the test runner’s \`${name}\``)];
  // A function of a name is called by those who want it, except for hooks and what pytest runs around each test.
  const runsByItself = name === undefined || name.startsWith('pytest_') || plain.includes('autouse');
  const replaces = (): boolean => replacedAssertions(code).some((at) => unit.first <= at && at <= unit.last);
  return runsByItself && (meddling.test(plain.join(' ')) || replaces())
    ? [change('added', code, unit, 'ends, skips or redirects existing tests')]
    : [];
}

function isAssertion(name: string | undefined): name is 'expect' | 'assert' {
  return name === 'expect' || name === 'assert';
}

function testsCall(code: CodeFile, name: string): boolean {
  const { tokens } = code;
  return layoutOf(code).tests.some(({ own }) =>
    own.some(
      (at) => tokens.is(at, name) && (tokens.is(at + 1, '(') || tokens.is(at + 1, '.')) && !tokens.is(at - 1, '.'),
    ),
  );
}

/** Types, directives, and mocks that are no longer made. */
function isNeutral({ plain, name }: Unit): boolean {
  const [first = '', second = '', third = ''] = plain;
  if (['interface', 'type', 'declare', '#'].includes(first)) return true;
  if (name === undefined && plain.length === 1) return true;
  return (first === 'vi' || first === 'jest') && second === '.' && /^(?:mock|doMock|unmock)$/u.test(third);
}

/** What runs after tests and asserts nothing makes none of them fail. */
function tidiesUp(code: CodeFile, unit: Unit): boolean {
  const [first = ''] = unit.plain;
  const runsAfter = /^(?:afterEach|afterAll|after|teardown)$/u.test(first);
  return runsAfter && readAssertions(code, indicesOf(unit), assertingNames(code)).length === 0;
}

function isSame(one: Unit, other: Unit): boolean {
  if (one.name !== undefined || other.name !== undefined) return one.name === other.name;
  return one.plain.slice(0, 2).join(' ') === other.plain.slice(0, 2).join(' ');
}

function growsOnly(old: CodeFile, was: Unit, now: CodeFile, is: Unit): boolean {
  const indices = tokensWithoutNewRows(
    { code: old, stretch: { ...was, own: indicesOf(was) } },
    { code: now, stretch: { ...is, own: indicesOf(is) } },
  );
  return plainCode(now, indices).join(' ') === was.plain.join(' ');
}

/** The words that the tests of a file use, themselves and through what they use; undefined if it has no tests. */
function usedWords(code: CodeFile): ReadonlySet<string> | undefined {
  const { tests } = layoutOf(code);
  if (tests.length === 0) return undefined;
  const words = new Set<string>();
  const add = (indices: readonly number[]): void => {
    for (const at of indices) if (code.tokens.at(at).kind === 'word') words.add(code.tokens.read(at));
  };
  for (const { own, heads } of tests) {
    add(own);
    for (const head of heads) add(indicesOf(head));
  }
  const waiting = unitsOf(code).filter(({ isImport }) => !isImport);
  for (let grew = true, rounds = 0; grew && rounds < 5; rounds++) {
    grew = false;
    for (let at = waiting.length - 1; at >= 0; at--) {
      const unit = waiting[at];
      if (!unit || (unit.name !== undefined && !words.has(unit.name))) continue;
      add(indicesOf(unit));
      waiting.splice(at, 1);
      grew = true;
    }
  }
  return words;
}

function mentions({ tokens }: CodeFile, name: string): boolean {
  return tokens.all.some((token, index) => token.kind === 'word' && tokens.is(index, name));
}

function change(kind: SupportChange['kind'], { file, tokens }: CodeFile, unit: Unit, what: string): SupportChange {
  const plain = unit.plain.join(' ');
  return {
    kind,
    name: unit.name ?? plain.slice(0, 40).replace(/\s+/gu, ' ').trim(),
    what,
    file,
    span: tokens.span(unit.first, unit.last),
    plain,
  };
}

/** `.only` and its kin: the first one that was not there before. */
function focused(old: CodeFile, now: CodeFile): readonly SupportChange[] {
  if (focusIn(old).length > 0 || layoutOf(now).tests.length < 2) return [];
  return focusIn(now)
    .slice(0, 1)
    .map((index) => ({
      kind: 'focused' as const,
      name: now.tokens.read(index),
      what: 'prevents all other tests in the file from running',
      file: now.file,
      span: now.tokens.span(index),
      plain: now.tokens.read(index),
    }));
}

/** A name of the runner, or of what is tested, that is imported from another place now: from help for tests. */
function takenFromElsewhere(old: CodeFile, now: CodeFile): readonly SupportChange[] {
  const were = importsOf(old);
  const found: SupportChange[] = [];
  for (const [name, module] of importsOf(now)) {
    const before = were.get(name);
    if (before === undefined || before === module || isTestModule(before) || !isTestModule(module)) continue;
    const unit = unitsOf(now).find(({ isImport, plain }) => isImport && plain.includes(name));
    if (unit)
      found.push({
        ...change(
          'changed',
          now,
          unit,
          `is now imported from \`${module}\` instead of \`${before}\`, so existing tests test something else`,
        ),
        name,
      });
  }
  return found;
}

/** Whether a module of the project belongs to tests, by its name. */
function isTestModule(module: string): boolean {
  return (
    /^[./]/u.test(module) &&
    /(?:^|[/._-])(?:tests?|specs?|fakes?|mocks?|stubs?|helpers?|support|fixtures?|setup)(?=$|[/._-]|[A-Z])/u.test(
      module,
    )
  );
}
