import type { WantedTest } from '../../code/runners/runner.js';
import { excerpt } from '../../base/excerpt.js';
import { assertionsOf } from '../../syntax/assertionsOf.js';
import { changeableValuesOf, expectedValuesOf } from '../../syntax/expectedValuesOf.js';
import type { Grammar } from '../../syntax/grammar.js';
import type { Syntax, SyntaxNode } from '../../syntax/openSyntax.js';
import type { StubEdit } from '../../syntax/stub.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Problem } from '../gate.js';
import { changeTestFiles, type ChangedTestFiles } from './changedTestFiles.js';
import { placeOfTest } from './testRuns.js';

/** Tests that pass though what they expect was changed. */
export interface OtherExpectations {
  /** Those that pass with other values than those they say a result is equal to, with these values. */
  readonly indifferent: ReadonlyMap<WantedTest, string>;
  /** Those that compare with no value of their own, and pass though each assertion in them fails as soon as it is reached. */
  readonly idle: readonly WantedTest[];
}

interface Part {
  readonly kind: 'value' | 'assertion';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly edit: StubEdit;
}

function partsOf(root: SyntaxNode, grammar: Grammar): readonly Part[] {
  return [
    ...expectedValuesOf(root, grammar).map(({ other, ...value }): Part => ({ kind: 'value', ...value, edit: other })),
    ...assertionsOf(root, grammar).map(({ failing, ...own }): Part => ({
      kind: 'assertion',
      text: '',
      ...own,
      edit: failing,
    })),
  ];
}

export async function otherExpectations(
  { lab, syntax }: GateContext,
  { tree }: Work,
  tests: readonly WantedTest[],
): Promise<OtherExpectations> {
  const values = new Map<WantedTest, string>();
  const { overlay, asked } = await changeTestFiles(syntax, tests, partsOf, (test, own) => {
    const compared = own.filter(({ kind }) => kind === 'value');
    if (compared.length > 0) values.set(test, compared.map(({ text }) => text).join(', '));
    return (compared.length > 0 ? compared : own).map(({ edit }) => edit);
  });
  if (asked.length === 0) return { indifferent: new Map(), idle: [] };
  const { results } = await lab.runTests(asked, { kind: 'tree', tree, overlay }, { isSettled: () => true });
  const passing = asked.filter(({ id }) => results.get(id)?.status === 'passed');
  return {
    indifferent: new Map([...values].filter(([test]) => passing.includes(test))),
    idle: passing.filter((test) => !values.has(test)),
  };
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
