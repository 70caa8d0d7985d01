import type { TestResult } from '../../code/runners/matchResults.js';
import type { WantedTest } from '../../code/runners/runner.js';
import { type Decision, decisionsOf } from '../../syntax/decisionsOf.js';
import { expectedValuesOf } from '../../syntax/expectedValuesOf.js';
import { type GivenValue, givenValuesOf, varied, type Way, ways } from '../../syntax/givenValuesOf.js';
import { applyEdits, type StubEdit } from '../../syntax/stub.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import { changedLines } from './changedLines.js';
import { isProductSource } from './productFiles.js';
import { isOfProduct, stubWork } from './stubbedWork.js';
import { isWordIn, textInside } from './wordIn.js';
import { newTests } from './newTests.js';

const mostDecisions = 8;
/** After so many milliseconds no other is tried. */
const mostTime = 60_000;

export interface DecisionAt extends Decision {
  readonly path: string;
  readonly source: string;
}

type Overlay = ReadonlyMap<string, string>;

/** A decision by which answers do not follow from what tests give. */
export interface Unfollowed {
  readonly decision: DecisionAt;
  /** The tests that need it. */
  readonly tests: readonly WantedTest[];
  /** `alone`: it matters for the values in the tests, and for no other that was tried. `uncaring`: the tests pass with any other value. */
  readonly how: 'alone' | 'uncaring';
  /** Whether the answers follow from the values without it. Where they do not, it may be what the answer is. */
  readonly hasOther: boolean;
}

/** What came of asking code whether its answers follow its inputs. */
export interface FollowedAnswers {
  readonly unfollowed: readonly Unfollowed[];
  /** The numbers and texts in the tests, as they are written. */
  readonly values: readonly string[];
  /** How many decisions were tried. */
  readonly tried: number;
}

/**
 * Decisions of the changed code that matter for the very numbers and texts in the tests, and for none of the others that were tried in their
 * place, although they are asked there, too; and decisions without which tests fail that pass with any other value. What a test of changed inputs comes to is no pass: its message shows what the code gave, and
 * a decision matters where the message is another without it. Where messages show no values, nothing is said.
 */
export async function answersThatDoNotFollow(context: GateContext, work: Work): Promise<FollowedAnswers> {
  const tests = newTests(context, work);
  const given = await givenValues(context, work, tests);
  const asked = tests.filter(({ file: { path }, test: { span } }) =>
    given.get(path)?.some(({ start, end }) => span.start <= start && end <= span.end),
  );
  const values = new Set([...given.values()].flat().map(({ text }) => text));
  const decisions = asked.length === 0 ? [] : await decisionsToTry(context, work, values);
  const trial = new Trial(context, work, asked, given);
  const unfollowed: Unfollowed[] = [];
  let tried = 0;
  for (const decision of decisions.slice(0, mostDecisions)) {
    if (trial.spent > mostTime) break;
    tried++;
    const found = await tryDecision(trial, decision);
    if (found) unfollowed.push(found);
  }
  return { unfollowed, values: [...values], tried };
}

async function tryDecision(trial: Trial, decision: DecisionAt): Promise<Unfollowed | undefined> {
  const { path, source, off, throwing } = decision;
  const without = new Map([[path, applyEdits(source, [off])]]);
  const usual = await trial.run(without);
  const moved = trial.tests.filter(({ id }) => usual.get(id)?.status === 'failed');
  if (moved.length === 0) return undefined;
  const heard = (results: Results, way: Way): string =>
    moved.map(({ id }) => trial.shown(saidOf(results.get(id)), way)).join(' ');
  let passes = 0;
  const said: string[] = [];
  for (const way of ways) {
    if (trial.spent > mostTime) return undefined;
    const given = trial.given(way);
    const results = await trial.run(given);
    passes += moved.filter(({ id }) => results.get(id)?.status === 'passed').length;
    const isUncaring = passes === moved.length * (said.length + 1);
    if (!isUncaring && differ(results, await trial.run(new Map([...given, ...without])), moved)) return undefined;
    said.push(heard(results, way));
  }
  if (passes === moved.length * ways.length) {
    const others = new Set<string>();
    for (const way of ways.slice(0, 2)) {
      others.add(heard(await trial.run(new Map([...trial.given(way), ...without])), way));
    }
    return { decision, tests: moved, how: 'uncaring', hasOther: others.size > 1 };
  }
  // A message that is always the same shows nothing of what the code gave.
  if (passes > 0 || new Set(said).size < ways.length) return undefined;
  // Where it is not even asked, something else went wrong before.
  const broken = new Map([[path, applyEdits(source, [throwing])]]);
  for (const way of ways) {
    if (trial.spent > mostTime) return undefined;
    const given = trial.given(way);
    if (!differ(await trial.run(given), await trial.run(new Map([...given, ...broken])), moved)) return undefined;
  }
  return { decision, tests: moved, how: 'alone', hasOther: true };
}

type Results = ReadonlyMap<string, TestResult>;

function differ(one: Results, other: Results, tests: readonly WantedTest[]): boolean {
  return tests.some(({ id }) => saidOf(one.get(id)) !== saidOf(other.get(id)));
}

/** Without places, which differ from copy to copy. */
function saidOf(result: TestResult | undefined): string {
  return `${result?.status ?? ''} ${(result?.message ?? '').replace(/\S*[\\/]\S*|\(?\d+(?:\.\d+)?m?s\)?/gu, '')}`;
}

/** Runs tests on changed copies, each once. */
class Trial {
  private readonly kept = new Map<string, Promise<Results>>();
  /** In milliseconds. */
  spent = 0;

  readonly tests: readonly WantedTest[];
  private readonly lab: GateContext['lab'];
  private readonly tree: string;
  private readonly values: ReadonlyMap<string, readonly GivenValue[]>;

  constructor(
    { lab }: GateContext,
    { tree }: Work,
    tests: readonly WantedTest[],
    values: ReadonlyMap<string, readonly GivenValue[]>,
  ) {
    this.lab = lab;
    this.tree = tree;
    this.tests = tests;
    this.values = values;
  }

  given(way: Way): Overlay {
    return new Map(
      this.tests.map(({ file: { path, text } }): [string, string] => {
        const edits = (this.values.get(path) ?? []).map((value): StubEdit => varied(value, way));
        return [path, applyEdits(text, edits)];
      }),
    );
  }

  /** Without the source of the test, which some runners show: it holds how its values are changed. */
  shown(said: string, way: Way): string {
    return [...this.values.values()]
      .flat()
      .reduce((left, value) => left.replaceAll(varied(value, way).newText, value.text), said);
  }

  run(overlay: Overlay): Promise<Results> {
    const key = JSON.stringify([...overlay]);
    const known = this.kept.get(key) ?? this.start(overlay);
    this.kept.set(key, known);
    return known;
  }

  private async start(overlay: Overlay): Promise<Results> {
    const place = { kind: 'tree', tree: this.tree, overlay } as const;
    const { results, took } = await this.lab.runTests(this.tests, place, { isSettled: () => true });
    this.spent += took ?? 0;
    return results;
  }
}

async function givenValues(
  { syntax, configuration }: GateContext,
  work: Work,
  tests: readonly WantedTest[],
): Promise<ReadonlyMap<string, readonly GivenValue[]>> {
  const { parts } = await stubWork(syntax, work, configuration.paths);
  const names = new Set(parts.map(({ part: { name } }) => name.slice(name.lastIndexOf('.') + 1)));
  const given = new Map<string, readonly GivenValue[]>();
  for (const { path, text } of new Map(tests.map(({ file }) => [file.path, file])).values()) {
    const found = (await syntax.read(path, text, (root, grammar) => givenValuesOf(root, grammar, names))) ?? [];
    const expected = (await syntax.read(path, text, expectedValuesOf)) ?? [];
    // What a test looks up by a value, it names elsewhere, too.
    const rest = [...found, ...expected].reduce(
      (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
      text,
    );
    const own = found.filter(({ text: value }) => !isWordIn(rest, textInside(value)));
    if (own.length > 0) given.set(path, own);
  }
  return given;
}

/** Those of the changed lines that do not name one of the tests' values: a code that is named is a case of its own. */
async function decisionsToTry(
  { syntax, configuration }: GateContext,
  { changes }: Work,
  values: ReadonlySet<string>,
): Promise<readonly DecisionAt[]> {
  const decisions: DecisionAt[] = [];
  for (const change of changes) {
    const { path, after } = change;
    if (after === undefined || !isOfProduct(change, configuration.paths) || !isProductSource(path)) continue;
    const changed = new Set(changedLines(change));
    const all = (await syntax.read(path, after, decisionsOf)) ?? [];
    decisions.push(
      ...all
        .filter(
          ({ line, text }) => changed.has(line) && ![...values].some((value) => isWordIn(text, textInside(value))),
        )
        .map((decision) => ({ ...decision, path, source: after })),
    );
  }
  return decisions;
}
