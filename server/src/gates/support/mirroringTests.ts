import type { WantedTest } from '../../code/runners/runner.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import { askedBy } from './handedAnswers.js';
import type { LooseTest } from './looseResults.js';
import { type StubbedWork, withOtherResults } from './stubbedWork.js';
import { ofNoOther, testsByCriterion } from './unreadResults.js';

/** What a spec says where it is the point that results are the same. */
const meant =
  /\b(?:same|equal|identical|determinis\w*|stable|repeat\w*|idempoten\w*|again|twice|once|cach\w*|memo\w*|reproducib\w*|consistent\w*)\b/iu;

/**
 * The tests that compare results of the code with results of the code: they pass where changed functions give something that is made of
 * their arguments, and not where it is another each time. A round trip, or another relation between results, fails with the first.
 *
 * @param tests `quiet`: those that pass where functions give nothing, and fail where they throw.
 */
export async function mirroringTests(
  context: GateContext,
  work: Work,
  { quiet, skipped }: { readonly quiet: readonly WantedTest[]; readonly skipped: readonly WantedTest[] },
  stubbed: StubbedWork,
): Promise<readonly LooseTest[]> {
  const { lab, syntax, item } = context;
  const having = async (
    tests: readonly WantedTest[],
    results: 'by arguments' | 'by call',
    status: 'passed' | 'failed',
  ) => {
    const overlay = tests.length === 0 ? undefined : await withOtherResults(syntax, stubbed, results);
    if (!overlay || overlay.size === 0) return [];
    const run = await lab.runTests(tests, { kind: 'tree', tree: work.tree, overlay }, { isSettled: () => true });
    return tests.filter(({ id }) => run.results.get(id)?.status === status);
  };
  const groups = testsByCriterion(item, skipped);
  const constant = await having(ofNoOther(groups, quiet), 'by arguments', 'passed');
  const found = await having(constant, 'by call', 'failed');
  return ofNoOther(groups, found).map((test) => ({
    test,
    words: 'whatever the code gives, if it is the same for the same arguments: it compares the code with itself',
    isMeant: meant.test(askedBy(item.spec)),
  }));
}
