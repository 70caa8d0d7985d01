import type { WantedTest } from '../../code/runners/runner.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import { askedBy, criteriaOf } from './handedAnswers.js';
import type { LooseTest } from './looseResults.js';
import { type StubbedWork, withOtherResults } from './stubbedWork.js';
import { ofNoOther, testsByCriterion } from './testsByCriterion.js';

/** What a criterion says where it is the point that results are the same: that something else is, as `the same customer`, says nothing. */
const meant = new RegExp(
  [
    String.raw`\b(?:determinis\w*|idempoten\w*|reproducib\w*|memoi[sz]\w*|cached?|caches)\b`,
    String.raw`\b(?:same|equal|identical|stable|consistent)\s+(?:\w+\s+)?(?:results?|values?|outputs?|answers?|objects?|instances?|references?)\b`,
    // An order is placed, too, and an id is given.
    String.raw`\b(?:in|gives?|given|gets?|has|have|keeps?|returns?|produces?|yields?)\s+(?:the\s+)?(?:same|equal|identical|stable|consistent)\s+(?:\w+\s+)?(?:orders?|ids?|keys?|hash(?:es)?)\b`,
    String.raw`\b(?:results?|values?|outputs?|answers?|both|they)\s+(?:is|are|stays?|must be|remains?)\s+(?:the\s+)?(?:same|equal|identical|stable|consistent)\b`,
    String.raw`\b(?:always|same)\b[^.\n]{1,60}\bsame\b`,
  ].join('|'),
  'iu',
);

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
    isMeant: isMeant(item, test),
  }));
}

/** Whether each criterion that a test is for asks for that; where there are none, whether the spec does. */
function isMeant(item: GateContext['item'], test: WantedTest): boolean {
  const { spec, coverage } = item;
  if (coverage.criteria.length === 0) return meant.test(askedBy(spec));
  const own = criteriaOf(item, test);
  return own.length > 0 && own.every((text) => meant.test(text));
}
