import { codeOf } from '../../code/testChanges/codeFile.js';
import { layoutOf } from '../../code/testChanges/layout.js';
import { type LiteralValue, literalsOfTests } from '../../code/testChanges/literals.js';
import { count } from '../../base/count.js';
import type { Work } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import { approvedWords, sortByApproval } from '../support/approvals.js';
import { answersOutside } from '../support/askedOutside.js';
import { pairProblems } from '../support/answerPairs.js';
import { mockedProduct, type MockedProduct } from '../support/mockedProduct.js';
import { codeUnread, judgeWork, lookedAt, outcomeOf, withTold } from '../support/outcomes.js';
import { hardCodedProblems } from '../support/hardCoded.js';
import { keyedProblems } from '../support/keyedAnswers.js';
import { goldenProblems } from '../support/goldenFiles.js';
import { tableProblems } from '../support/knownAnswers.js';
import { placeOf } from '../support/places.js';
import { isProductSource } from '../support/productFiles.js';
import { setConstantProblems } from '../support/setConstants.js';
import { awareProblems } from '../support/testAware.js';
import { isWordIn } from '../support/wordIn.js';
import { approvableName } from '../../workspace/approvableName.js';
import { workTests } from '../support/workTests.js';

export const testsReal: Condition = {
  name: 'tests-real',
  title: 'The tests run the item’s own code, and the code does not know their answers',
  why: 'A test that mocks its subject tests the mock, and code that returns exactly what a test expects for that test’s input does nothing for anybody else. Reported are mocks of files that the work changed, if tests call them or nothing else runs them (TypeScript and Python), new functions, tables, texts and small data files that hold what only tests contain (even under keys that are made of what is given, or in the environment, if other values in the tests show that nothing else has an answer), new code that checks whether it runs in a test (by what a runner sets or by the call stack; by the environment, the clock, how it was started or which files are beside it if its tests fail with the other answer), calls that any program can make (with literals, rows of a table or callbacks) that give a test something else than a program of their own, without a runner and without the test’s file (JavaScript, TypeScript and Python; listed if the test or its runner sets something up), constants that tests set to what a requirement names while the code has another value, and tests that pass with other content of a file that they compare with because they write it. Not found are answers kept under names that are words, files that are not in git, and a clock read into a variable first. Constants, messages, and values from the requirements or the earlier code are fine. What a test itself puts into the environment is listed and blocks nothing. A person can approve each.',
  gates: ['check', 'done'],
  required: true,
  backtrack: 'repeat',
  check: (context) => (context.project.code ? judgeWork(context, (work) => judge(context, work)) : codeUnread),
};

async function judge(context: GateContext, work: Work): Promise<Outcome> {
  const files = workTests(work).pairs.flatMap(({ after }) => (after && after.tests.length > 0 ? [after] : []));
  const sources = work.changes.filter(({ path, after }) => after !== undefined && isProductSource(path));
  const mocks = await mockedProduct(context.syntax, work, files, context.project.code?.sources ?? []);
  const answers = literalsOfTests(stretchesOf(work));
  const named = namedElsewhere(context, work);
  const known = (literal: LiteralValue): boolean => isNamed(named, literal);
  const hardCoded = await Promise.all(sources.map((change) => hardCodedProblems(context, change, answers, known)));
  const keyed = await keyedProblems(context, work, sources, { files, literals: answers, isNamed: known });
  const found = [
    ...mocks.map(mockProblem),
    ...hardCoded.flat(),
    ...(await tableProblems(context, sources, files, named)),
    ...(await pairProblems(context, work.changes, files, named)),
    ...(await awareProblems(context, work, sources)),
    ...keyed.refused,
    ...(await goldenProblems(context, work)),
    ...(await setConstantProblems(context, work, sources)),
  ];
  // What is found by reading explains what a program would show.
  const isRefused = sortByApproval(context, found).open.length > 0;
  const outside = isRefused ? { refused: [], listed: [] } : await answersOutside(context, work, sources);
  const { open, approved } = sortByApproval(context, [...found, ...outside.refused]);
  const looked = `${count(sources.length, 'changed source file')} and ${count(files.length, 'changed test file')}`;
  const outcome = outcomeOf(
    open,
    {
      pass: `${looked}: nothing replaces the code${approvedWords({ approved })}`,
      fail: `${count(open.length, 'place')} where something replaces the code${approvedWords({ approved })}`,
      next: 'Test the code itself, and have it compute its results. If the code is right, have a person approve it',
    },
    [lookedAt(context, `${looked}, read`, work)],
  );
  return withTold(outcome, [...keyed.listed, ...outside.listed]);
}

function stretchesOf(work: Work): Parameters<typeof literalsOfTests>[0] {
  return workTests(work).tests.flatMap(({ kind, after }) => {
    const code = after && kind !== 'kept' && kind !== 'renamed' ? codeOf(after.file) : undefined;
    const stretch = code && layoutOf(code).tests.find(({ test }) => test === after?.test);
    return code && stretch ? [{ code, stretch }] : [];
  });
}

function mockProblem({ file, mock, source }: MockedProduct): Problem {
  return {
    message: `${source}, which this work changes, is mocked in ${file.path}, so its tests run the mock`,
    place: placeOf(file, mock),
    approvable: approvableName('test-mock', file.path, mock.module, file.text.slice(mock.start, mock.end)),
  };
}

/** What names a value besides the tests: the code before the work, and the spec without its examples. */
function namedElsewhere({ item: { spec } }: GateContext, work: Work): string {
  const before = work.changes.flatMap(({ path, before: text }) =>
    text !== undefined && isProductSource(path) ? [text] : [],
  );
  const examples = [...(spec?.model.criteria ?? [])].sort((a, b) => b.span.start - a.span.start);
  const asked = examples.reduce((text, { span }) => text.slice(0, span.start) + text.slice(span.end), spec?.text ?? '');
  return [asked, ...before].join('\n');
}

function isNamed(text: string, { kind, value }: LiteralValue): boolean {
  return kind === 'text' ? text.includes(value) : isWordIn(text, value);
}
