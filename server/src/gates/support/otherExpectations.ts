import type { WantedTest } from '../../code/runners/runner.js';
import { excerpt } from '../../base/excerpt.js';
import { type ExpectedValue, expectedValuesOf } from '../../syntax/expectedValuesOf.js';
import { applyEdits } from '../../syntax/stub.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Problem } from '../gate.js';
import { placeOfTest } from './testRuns.js';

/** Tests that pass with other values than those they say a result is equal to. */
export async function otherExpectations(
  { lab, syntax }: GateContext,
  { tree }: Work,
  tests: readonly WantedTest[],
): Promise<readonly Problem[]> {
  const expected = new Map<WantedTest, readonly ExpectedValue[]>();
  const overlay = new Map<string, string>();
  for (const { path, text } of new Map(tests.map(({ file }) => [file.path, file])).values()) {
    const all = (await syntax.read(path, text, expectedValuesOf)) ?? [];
    const own = tests.filter(({ file }) => file.path === path);
    for (const one of own)
      expected.set(
        one,
        all.filter((value) => isWithin(value, one)),
      );
    const changed = all.filter((value) => own.some((one) => isWithin(value, one)));
    if (changed.length > 0)
      overlay.set(
        path,
        applyEdits(
          text,
          changed.map(({ other }) => other),
        ),
      );
  }
  const asked = tests.filter((test) => (expected.get(test) ?? []).length > 0);
  if (asked.length === 0) return [];
  const { results } = await lab.runTests(asked, { kind: 'tree', tree, overlay }, { isSettled: () => true });
  return asked
    .filter(({ id }) => results.get(id)?.status === 'passed')
    .map((test) => ({
      message: `${test.id} passes with other values, too, than those it compares with: ${excerpt((expected.get(test) ?? []).map(({ text }) => text).join(', '))}`,
      place: placeOfTest(test),
      approvable: `tests-notice:${test.id}`,
    }));
}

function isWithin({ start, end }: ExpectedValue, { test: { span } }: WantedTest): boolean {
  return span.start <= start && end <= span.end;
}
