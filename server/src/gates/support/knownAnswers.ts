import type { Syntax } from '../../syntax/openSyntax.js';
import { type LiteralTable, tablesOf } from '../../syntax/tablesOf.js';
import type { WorkChange } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Problem } from '../gate.js';
import { excerpt } from '../../base/excerpt.js';
import type { SourceFile } from '../../code/sourceFile.js';
import { changedLines } from './changedLines.js';
import { lineOf } from './places.js';
import { isWordIn } from './wordIn.js';
import { approvableName } from '../../workspace/approvableName.js';

/** @param named what names a value besides the tests. */
export async function tableProblems(
  { syntax }: GateContext,
  sources: readonly WorkChange[],
  files: readonly SourceFile[],
  named: string,
): Promise<readonly Problem[]> {
  const tests = files.map(({ text }) => text);
  const problems: Problem[] = [];
  for (const change of sources)
    for (const { entries, first } of await knownAnswers(syntax, change, tests, (value) => isWordIn(named, value))) {
      const written = entries.map(([key, value]) => `${key}: ${value}`).join(', ');
      problems.push({
        message: `${change.path} has a table of what the tests pass and expect, and nothing else: ${excerpt(written)}`,
        place: lineOf(change.path, first, 0),
        approvable: approvableName('hard-coded', change.path, 'table', written),
      });
    }
  return problems;
}

/**
 * The tables of a changed file that hold, entry by entry, what tests give and expect, and nothing else. A table by words, as of kinds and
 * their labels, is none, nor one that something besides the tests names.
 *
 * @param tests the texts of the changed test files.
 * @param isKnown whether the requirements or the code before name a value.
 */
async function knownAnswers(
  syntax: Syntax,
  change: WorkChange,
  tests: readonly string[],
  isKnown: (value: string) => boolean,
): Promise<readonly LiteralTable[]> {
  const { path, after } = change;
  if (after === undefined) return [];
  const changed = new Set(changedLines(change));
  const plain = tests.map(plainOf);
  const tables = (await syntax.read(path, after, tablesOf)) ?? [];
  return tables.filter(
    ({ entries, first, last }) =>
      [...changed].some((line) => first <= line && line <= last) &&
      plain.some((text) =>
        entries.every(([key, value]) => isWordIn(text, plainOf(key)) && isWordIn(text, plainOf(value))),
      ) &&
      entries.every(([key, value]) => tells(key.replace(/["'`]/gu, ''), plainOf(value)) && !isKnown(plainOf(value))),
  );
}

/** A literal without what languages write differently around it: quotes go, brackets and commas are each one character. */
function plainOf(text: string): string {
  return text
    .replace(/["'`\\]/gu, '')
    .replace(/\s*[()[\]{}]\s*/gu, '|')
    .replace(/[,\s]+/gu, ',')
    .replace(/^\|+|\|+$/gu, '');
}

/** A number for a number, or anything for a text that nobody would choose as a name. */
function tells(key: string, value: string): boolean {
  const isNumber = /^-?[\d._]+$/u;
  if (isNumber.test(key)) return isNumber.test(value) && value.length >= 2;
  return key.length >= 4 && /[^\p{L}_-]/u.test(key);
}
