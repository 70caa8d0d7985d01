import type { TestResult } from '../../code/runners/matchResults.js';
import type { WantedTest } from '../../code/runners/runner.js';
import { literalValuesOf } from '../../syntax/literalValuesOf.js';
import type { OtherResults } from '../../syntax/otherResults/otherResults.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { RunOptions } from '../lab.js';
import { type StubbedWork, withOtherResults } from './stubbedWork.js';
import { ofNoOther, testsByCriterion } from './testsByCriterion.js';
import { codeOnly, isWordIn } from './wordIn.js';

/** A test that looks at results and accepts others, too. */
export interface LooseTest {
  readonly test: WantedTest;
  /** What it accepts, as the end of a sentence that says that it passes. */
  readonly words: string;
  /** Whether it may be right: the code decides by chance, the runner retries, or the spec offers one of the values with others. */
  readonly isMeant: boolean;
}

/** What gives another value each time. */
const chance =
  /\bMath\s*\.\s*random\b|\brandom(?:UUID|Bytes|Int|Fill\w*|_\w+)?\b|\bgetRandomValues\b|\brand\s*\.|\bsecrets\s*\.|\buuid\w*\b|\bnanoid\b|\burandom\b/iu;
/** Where the code of a test may offer several values: alternatives, or a search in a list of its own. */
export const alternatives =
  /\|\||\bor\b|!=[^&]*&&[^&]*!=|\bin\s*[([{]|(?:includes|indexOf|has|contains)\(|expect\(\s*\[|one_?of|\bswitch\b/iu;
/** What has the runner try a test a few times more, as is usual for networks; trying until one passes takes more. */
const retried =
  /\bretry\s*:\s*[1-3]\b|\bretryTimes\(\s*[1-3]\b|\bthis\.retries\(\s*[1-3]\b|\bflaky\(\s*reruns\s*=\s*[1-3]\b/u;
/** What a spec says of several values. */
const offers = /\b(?:or|either|(?:one|any) of|between|at (?:least|most))\b/iu;
/** So many values are tried instead of results. */
const mostValues = 6;
/** What code may answer by instead of what it is given. */
const surroundings =
  /process\s*\.\s*env|\benviron\b|\bgetenv\b|\bglobalThis\b|^\s*(?:global|nonlocal)\b|^(?:export )?(?:let|var)\b|\breadFile|\bopen\(|\b(?:shift|pop|next|append)\(|\bDate\b|\+\+|\+=\s*1\b/imu;
/** So many tests are run in a process of their own. */
const mostApart = 12;
/** A loop may never end with another result. */
const timeLimit = 60_000;

interface Tests {
  /** Those that fail where functions do nothing. */
  readonly noticed: readonly WantedTest[];
  /** Those that don't, and count for no criterion here. */
  readonly weak: readonly WantedTest[];
  readonly skipped: readonly WantedTest[];
  /** Those that reach no assertion of their own. */
  readonly idle: readonly WantedTest[];
}

/**
 * The functions that the work changed do all they do, and then give their callers something else of the same kind: a few percent more or
 * less, a text with other letters, a list without its end, the other truth value. A test that passes each time, and not where they give
 * nothing, only asks whether there is a result. Tests of effects, errors and objects of classes are not concerned: they pass without any
 * result as well. One beside others that look closer is honest.
 */
export async function looseResults(
  context: GateContext,
  work: Work,
  tests: Tests,
  stubbed: StubbedWork,
): Promise<readonly LooseTest[]> {
  const groups = testsByCriterion(context.item, tests.skipped);
  const alone = (found: readonly WantedTest[]): readonly WantedTest[] =>
    ofNoOther(groups, [...found, ...tests.weak]).filter((test) => found.includes(test));
  const passing: Passing = async (found, results, options) => {
    const overlay = found.length === 0 ? undefined : await withOtherResults(context.syntax, stubbed, results);
    if (!overlay || overlay.size === 0) return [];
    const run = await runOtherwise(context, work, found, overlay, options);
    return found.filter(({ id }) => run.get(id)?.status === 'passed');
  };
  const asked = alone(tests.noticed);
  const withMore = await passing(asked, 'more');
  const withLess = await passing(withMore, 'less');
  const blind = new Set(await passing(withLess, 'nothing'));
  const byChance = stubbed.parts.some(({ text }) => chance.test(text));
  const closer = asked.filter((test) => !withLess.includes(test));
  const accepted = [
    ...withLess
      .filter((test) => tests.idle.includes(test))
      .map((test): LooseTest => ({ test, words: `${idleWords}, and with other results, too`, isMeant: false })),
    ...tests.weak
      .filter((test) => tests.idle.includes(test))
      .map((test): LooseTest => ({ test, words: `${idleWords}, and where the code gives nothing`, isMeant: false })),
    ...withLess
      .filter((test) => !blind.has(test))
      .map((test): LooseTest => ({ test, words: otherWords, isMeant: byChance })),
    ...(byChance
      ? await luckyTests(
          closer.filter((test) => !withMore.includes(test)),
          passing,
        )
      : await oneOfMany(context, closer, passing, new Set(withMore))),
  ];
  const found = [...accepted, ...(await unconcerned(tests.noticed, closer, passing, stubbed))];
  const open = new Set(alone(found.map(({ test }) => test)));
  return found.filter(({ test }, index) => open.has(test) && found.findIndex((one) => one.test === test) === index);
}

const idleWords = 'though none of its assertions is reached';
const otherWords =
  'with other results, too: a few percent more or less, other letters, a shorter list, the other truth value';

type Passing = (
  tests: readonly WantedTest[],
  results: OtherResults,
  options?: RunOptions,
) => Promise<readonly WantedTest[]>;

/**
 * Those of the tests that pass with another of the values in them as the result.
 *
 * @param withMore those that pass with a little more than the result.
 */
async function oneOfMany(
  { syntax, item: { spec } }: GateContext,
  tests: readonly WantedTest[],
  passing: Passing,
  withMore: ReadonlySet<WantedTest>,
): Promise<readonly LooseTest[]> {
  const values = new Map<WantedTest, readonly (number | string)[]>();
  for (const test of tests) {
    const { start, end } = test.test.span;
    if (!alternatives.test(codeOnly(test.file.text.slice(start, end)))) continue;
    const all = (await syntax.read(test.file.path, test.file.text, literalValuesOf)) ?? [];
    const own = all.filter((one) => start <= one.start && one.end <= end).map(({ value }) => value);
    values.set(test, [...new Set(own)]);
  }
  const accepted = new Map<WantedTest, (number | string)[]>();
  for (const value of [...new Set([...values.values()].flat())].slice(0, mostValues)) {
    const asked = [...values].flatMap(([test, own]) => (own.includes(value) ? [test] : []));
    const found = [
      ...(await passing(
        asked.filter((test) => !withMore.has(test)),
        { value, or: 'more' },
      )),
      ...(await passing(
        asked.filter((test) => withMore.has(test)),
        { value, or: 'less' },
      )),
    ];
    for (const test of found) accepted.set(test, [...(accepted.get(test) ?? []), value]);
  }
  return [...accepted].map(([test, own]) => ({
    test,
    words: `with ${own.map((value) => JSON.stringify(value)).join(', ')} as the result, too`,
    isMeant: (spec?.text ?? '')
      .split('\n')
      .some((line) => offers.test(line) && own.some((value) => isWordIn(line, String(value)))),
  }));
}

/**
 * The tests of the item, if none of them cares what it gives to the code, though they ask for its results, and the code may answer by
 * something else.
 */
async function unconcerned(
  noticed: readonly WantedTest[],
  closer: readonly WantedTest[],
  passing: Passing,
  { parts }: StubbedWork,
): Promise<readonly LooseTest[]> {
  if (noticed.length < 2 || closer.length < noticed.length || !parts.some(({ text }) => surroundings.test(text)))
    return [];
  for (const results of ['given more', 'given less'] as const)
    if ((await passing(noticed, results)).length < noticed.length) return [];
  // Where nothing that can be changed is given, nothing was tried.
  if ((await passing(noticed, 'given refused')).length > 0) return [];
  return noticed.map((test) => ({
    test,
    words: 'with other arguments, too, as all tests of the item do: the code answers by something else',
    isMeant: false,
  }));
}

/** Those of the tests that pass where only every other call gives the right result: they ask again until it does. */
async function luckyTests(tests: readonly WantedTest[], passing: Passing): Promise<readonly LooseTest[]> {
  const first = tests.slice(0, mostApart);
  const world = { variables: {}, order: first.length > 1 ? 'apart' : 'usual' } as const;
  const lucky = await passing(first, 'everyOther', { world });
  return lucky.map((test) => ({
    test,
    words: 'if only every other result is right, and the code decides by chance',
    isMeant: retried.test(test.file.text),
  }));
}

async function runOtherwise(
  { lab }: GateContext,
  { tree }: Work,
  tests: readonly WantedTest[],
  overlay: ReadonlyMap<string, string>,
  options: RunOptions = {},
): Promise<ReadonlyMap<string, TestResult>> {
  const place = { kind: 'tree', tree, overlay } as const;
  const { results } = await lab.runTests(tests, place, { isSettled: () => true, timeLimit, ...options });
  return results;
}
