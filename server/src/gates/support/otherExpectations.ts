import type { WantedTest } from '../../code/runners/runner.js';
import { excerpt } from '../../base/excerpt.js';
import { assertionsOf } from '../../syntax/assertionsOf.js';
import { changeableValuesOf, expectedValuesOf } from '../../syntax/expectedValuesOf.js';
import type { Syntax } from '../../syntax/openSyntax.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Problem } from '../gate.js';
import { changeTestFiles, type ChangedTestFiles } from './changedTestFiles.js';
import { criteriaOf } from './handedAnswers.js';
import { alternatives } from './looseResults.js';
import { placeOfTest } from './testRuns.js';
import { ofNoOther, testsByCriterion } from './testsByCriterion.js';
import { codeOnly, isWordIn, textInside } from './wordIn.js';

/** Digits or letters that are not in a text by chance. */
const telling = /\d{2}|\p{L}{3}/u;

/** Tests that pass though what they expect was changed. */
export interface OtherExpectations {
  /** Those that pass with other values than those they say a result is equal to, or than those of them that its criteria name. */
  readonly indifferent: ReadonlyMap<WantedTest, string>;
  /** Those that compare with no value of their own, and pass though each assertion in them fails as soon as it is reached. */
  readonly idle: readonly WantedTest[];
}

export async function otherExpectations(
  { lab, syntax, item }: GateContext,
  { tree }: Work,
  tests: readonly WantedTest[],
): Promise<OtherExpectations> {
  const passing = async ({ overlay, asked }: ChangedTestFiles): Promise<readonly WantedTest[]> => {
    if (asked.length === 0) return [];
    const { results } = await lab.runTests(asked, { kind: 'tree', tree, overlay }, { isSettled: () => true });
    return asked.filter(({ id }) => results.get(id)?.status === 'passed');
  };
  const values = new Map<WantedTest, string>();
  const others = await changeTestFiles(syntax, tests, expectedValuesOf, (test, own) => {
    if (own.length > 0) values.set(test, own.map(({ text }) => text).join(', '));
    return own.map(({ other }) => other);
  });
  const indifferent = new Set(await passing(others));
  // An assertion that comes too late, or in a thread, does nothing beside one of something else.
  const ofCriteria = await changeTestFiles(
    syntax,
    tests.filter((test) => !indifferent.has(test)),
    expectedValuesOf,
    (test, own) => {
      const { start, end } = test.test.span;
      // Another value may be as right.
      if (alternatives.test(codeOnly(test.file.text.slice(start, end)))) return [];
      const said = criteriaOf(item, test).join('\n');
      const named = own.filter(({ text }) => telling.test(text) && isWordIn(said, textInside(text)));
      if (named.length === own.length) return [];
      if (named.length > 0) values.set(test, named.map(({ text }) => text).join(', '));
      return named.map(({ other }) => other);
    },
  );
  for (const test of ofNoOther(testsByCriterion(item, []), await passing(ofCriteria))) indifferent.add(test);
  // In files of their own: one that does not load would say nothing of the others.
  const failing = await changeTestFiles(
    syntax,
    tests.filter((test) => !values.has(test)),
    assertionsOf,
    (_, own) => (own.every(({ isForFailure }) => isForFailure) ? [] : own.map((one) => one.failing)),
  );
  return { indifferent: new Map([...values].filter(([test]) => indifferent.has(test))), idle: await passing(failing) };
}

export function indifferentProblem([test, values]: readonly [WantedTest, string]): Problem {
  return {
    message: `${test.id} passes with other values, too, than those it compares with: ${excerpt(values)}`,
    place: placeOfTest(test),
    approvable: `tests-notice:${test.id}`,
  };
}

/** The tests with each value that they expect changed wherever it is in them: whoever passes then gets it from the test itself. */
export async function withOwnAnswers(syntax: Syntax, tests: readonly WantedTest[]): Promise<ChangedTestFiles> {
  return changeTestFiles(syntax, tests, changeableValuesOf, (_, own) => {
    const wanted = new Set(own.flatMap(({ text, isExpected }) => (isExpected ? [text] : [])));
    return own.filter(({ text }) => wanted.has(text)).map(({ other }) => other);
  });
}
