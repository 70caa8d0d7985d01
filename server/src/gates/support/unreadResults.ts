import type { WantedTest } from '../../code/runners/runner.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import { withOwnAnswers } from './otherExpectations.js';
import { type Overlay, type StubbedWork, withOtherResults } from './stubbedWork.js';
import { ofNoOther, testsByCriterion } from './testsByCriterion.js';
import { hasIdentifier } from './wordIn.js';
import { lineMutants, type WorkMutant } from './workMutants.js';

/** Tests that notice nothing but that code throws, and what was tried with them. */
export interface UnreadResults {
  readonly tests: readonly WantedTest[];
  /** Those of them that notice what nobody expects, and get what they expect from themselves. */
  readonly answering: readonly WantedTest[];
  /** How many small changes all of them passed with. */
  readonly tried: number;
}

/** More small changes are not tried: then nothing is refused, because a test may be for one of the rest. */
const mostChanges = 24;
/** Milliseconds after which nothing more is tried, and nothing refused either. */
const mostTime = 60_000;

/**
 * The tests that pass when changed functions return nothing, and with each small change of what they call, and either when they return
 * something unexpected, or with each value that the tests expect changed wherever it is in them. One beside others that look at the result is honest, so they count only where a
 * criterion has no other.
 *
 * @param tests `quiet`: those that pass where functions give nothing, and fail where they throw. `skipped`: those that skipped themselves
 *   there.
 */
export async function unreadResults(
  { lab, syntax, configuration, item }: GateContext,
  work: Work,
  { quiet, skipped }: { readonly quiet: readonly WantedTest[]; readonly skipped: readonly WantedTest[] },
  stubbed: StubbedWork,
): Promise<UnreadResults | undefined> {
  const groups = testsByCriterion(item, skipped);
  let open = ofNoOther(
    groups,
    quiet.filter((test) => !saysThatNothingThrows(test)),
  );
  if (open.length === 0 || stubbed.unclear.length > 0) return undefined;
  const lines = await lineMutants(syntax, work, configuration.paths);
  const changes = reached(
    lines.filter(({ unsets }) => !unsets),
    stubbed,
    open,
  );
  if (changes.length > mostChanges) return undefined;
  let spent = 0;
  const passing = async (tests: readonly WantedTest[], overlay: Overlay): Promise<readonly WantedTest[]> => {
    const place = { kind: 'tree', tree: work.tree, overlay } as const;
    const { results, took = 0 } = await lab.runTests(tests, place, { isSettled: () => true });
    spent += took;
    return tests.filter(({ id }) => results.get(id)?.status === 'passed');
  };
  const unread = changes.length === 0 || !stubbed.odd ? [] : await passing(open, stubbed.odd);
  const own = await withOwnAnswers(
    syntax,
    open.filter((test) => !unread.includes(test)),
  );
  const answering = own.asked.length === 0 ? [] : await passing(own.asked, own.overlay);
  open = ofNoOther(groups, [...unread, ...answering]);
  const overlays = [
    ...(await withMeddling(syntax, stubbed)),
    ...changes.map(({ path, text }) => new Map([[path, text]])),
  ];
  for (const overlay of overlays) {
    if (open.length === 0 || spent > mostTime) return undefined;
    open = ofNoOther(groups, await passing(open, overlay));
  }
  // If what they are given cannot be changed either, nothing was tried with them.
  if (changes.length === 0 && open.length > 0) {
    const [refusing] = await withMeddling(syntax, stubbed, 'given meddled refused');
    const untried = refusing ? await passing(open, refusing) : open;
    const isTried = (test: WantedTest): boolean => !untried.includes(test);
    open = ofNoOther(groups, open.filter(isTried));
  }
  return open.length === 0
    ? undefined
    : { tests: open, answering: open.filter((test) => answering.includes(test)), tried: changes.length };
}

/** The changed functions do what nobody asked for, too, where they can: that they don't may be what a test is for. */
async function withMeddling(
  syntax: GateContext['syntax'],
  stubbed: StubbedWork,
  how: 'given meddled' | 'given meddled refused' = 'given meddled',
): Promise<readonly Overlay[]> {
  const overlay = await withOtherResults(syntax, stubbed, how);
  return overlay.size === 0 ? [] : [overlay];
}

/** That nothing is thrown may be all that is asked for. */
function saysThatNothingThrows({ file: { text }, test: { span } }: WantedTest): boolean {
  return /does_?not_?(?:throw|raise|reject|fail|crash|panic)|not_?to_?(?:throw|raise)|not\s*\.\s*(?:to\s*\.\s*)?throw|not\.toThrow|without (?:error|throwing|failing)|never (?:throws|fails)/iu.test(
    text.slice(span.start, span.end),
  );
}

/** The changes of the functions that tests name, and of what these name in turn; all where they name none. */
function reached(
  changes: readonly WorkMutant[],
  { parts }: StubbedWork,
  tests: readonly WantedTest[],
): readonly WorkMutant[] {
  const named = (text: string): typeof parts =>
    parts.filter(({ part: { name } }) => name !== '' && isNamedIn(text, name));
  const found = new Set(tests.flatMap(({ file: { text }, test: { span } }) => named(text.slice(span.start, span.end))));
  if (found.size === 0) return changes;
  for (const { text, part } of found)
    for (const other of named(
      text
        .split('\n')
        .slice(part.first, part.last + 1)
        .join('\n'),
    ))
      found.add(other);
  return changes.filter(({ path, line }) =>
    [...found].some((one) => one.path === path && one.part.first <= line && line <= one.part.last),
  );
}

/** By the last word of `Cart.total`. */
function isNamedIn(text: string, name: string): boolean {
  return hasIdentifier(text, name.slice(name.lastIndexOf('.') + 1));
}
