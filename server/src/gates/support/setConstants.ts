import { createLineIndex } from '../../markdown/lineIndex.js';
import { setValuesOf } from '../../syntax/setValuesOf.js';
import { approvableName } from '../../workspace/approvableName.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Problem } from '../gate.js';
import { addedLines } from './addedLines.js';
import { placeOf } from './places.js';
import { isWordIn } from './wordIn.js';
import { workTests } from './workTests.js';

/**
 * Values of the changed code that tests set to what the requirements name, while the code itself has a value that they do not name: the
 * tests pass, and nobody else gets what is required. Tests that set a value for their convenience set one that no requirement names.
 */
export async function setConstantProblems(
  { syntax, item: { spec } }: GateContext,
  work: Work,
  sources: readonly WorkChange[],
): Promise<readonly Problem[]> {
  const required = (spec?.model.requirements ?? [])
    .map(({ span }) => spec?.text.slice(span.start, span.end) ?? '')
    .join('\n');
  const problems: Problem[] = [];
  for (const { after } of required === '' ? [] : workTests(work).pairs) {
    if (!after) continue;
    const { path, text } = after;
    for (const { name, value, start, end } of (await syntax.read(path, text, setValuesOf)) ?? []) {
      const isTelling = value.replace(/\W/gu, '').length >= 2;
      const own = isTelling && isWordIn(required, value) ? declaredValue(name, sources) : undefined;
      if (!own || isWordIn(own.value, value) || isWordIn(required, own.value)) continue;
      problems.push({
        message: `${name} is ${own.value} in ${own.path}, and ${path} sets it to ${value}, which a requirement names`,
        place: placeOf({ path, lines: createLineIndex(text) }, { start, end }),
        approvable: approvableName('test-mock', path, name, `${own.value} ${value}`),
      });
    }
  }
  return problems;
}

/** What the work gives a constant or a member of that name, as it is written. */
function declaredValue(
  name: string,
  sources: readonly WorkChange[],
): { readonly path: string; readonly value: string } | undefined {
  const declared = new RegExp(String.raw`(?<![\w$.])${name}\s*(?::[^=\n]*)?[:=]\s*([^,;\n=}]+)`, 'u');
  for (const change of sources)
    for (const { text } of addedLines(change)) {
      const value = declared.exec(text)?.[1]?.trim();
      if (value !== undefined && /\d/u.test(value)) return { path: change.path, value };
    }
  return undefined;
}
