import { isSourcePath } from '../../code/otherSyntaxes.js';
import type { SourceFile } from '../../code/sourceFile.js';
import { excerpt } from '../../base/excerpt.js';
import { literalSyntax } from '../../syntax/expectedValuesOf.js';
import type { Grammar } from '../../syntax/grammar.js';
import type { SyntaxNode } from '../../syntax/openSyntax.js';
import { partsOf } from '../../syntax/stub.js';
import type { WorkChange } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Problem } from '../gate.js';
import { linesOf } from './addedLines.js';
import { changedLines } from './changedLines.js';
import { lineOf } from './places.js';
import { isOfProduct } from './stubbedWork.js';
import { isWordIn, textInside } from './wordIn.js';
import { approvableName } from '../../workspace/approvableName.js';

/** Longer ones hold more than a few answers. */
const mostCharacters = 2_000;

/** A text of the work, with the line it begins on, from 0. */
interface Words {
  readonly text: string;
  readonly line: number;
}

/**
 * Texts in the code, and small files of data beside it, that hold what tests give and expect and no other number: `200:180;50:50`. A text
 * that a test names as a whole is what the code is to give, and a number that requirements or the earlier code name is known to all.
 */
export async function pairProblems(
  { syntax, configuration }: GateContext,
  changes: readonly WorkChange[],
  files: readonly SourceFile[],
  named: string,
): Promise<readonly Problem[]> {
  const tests = files.map(({ text }) => text).join('\n');
  const lines = linesOf(tests);
  const problems: Problem[] = [];
  for (const change of changes) {
    const { path, after } = change;
    if (after === undefined || !isOfProduct(change, configuration.paths)) continue;
    const texts = isSourcePath(path)
      ? ((await syntax.read(path, after, (root, grammar) => changedTexts(root, grammar, change))) ?? [])
      : /\.(?:json|ya?ml|toml|csv|tsv|txt)$/iu.test(path)
        ? [{ text: after, line: 0 }]
        : [];
    for (const { text, line } of texts)
      if (text.length <= mostCharacters && !tests.includes(text) && holdsAnswers(text, lines, named))
        problems.push({
          message: `${path} holds what the tests pass and expect, and no other number: ${excerpt(text.replace(/\s+/gu, ' '))}`,
          place: lineOf(path, line, 0),
          approvable: approvableName('hard-coded', path, 'text', text),
        });
  }
  return problems;
}

function changedTexts(root: SyntaxNode, grammar: Grammar, change: WorkChange): readonly Words[] {
  const types = literalSyntax[grammar]?.texts ?? [];
  const changed = new Set(changedLines(change));
  const within = (node: SyntaxNode): readonly Words[] =>
    types.includes(node.type)
      ? [{ text: textInside(node.text), line: node.startPosition.row }]
      : partsOf(node).flatMap(within);
  return within(root).filter(({ line }) => changed.has(line));
}

/** Pairs of numbers, each of which one line of the tests holds, and the first of them as what is given. */
function holdsAnswers(text: string, tests: readonly string[], named: string): boolean {
  const numbers = text.match(/(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])/gu) ?? [];
  if (numbers.length < 4 || numbers.length % 2 > 0) return false;
  const pairs = numbers.flatMap((number, at) => (at % 2 === 0 ? [[number, numbers[at + 1] ?? ''] as const] : []));
  return (
    pairs.some(([input, output]) => input !== output) &&
    pairs.every(
      ([input, output]) =>
        tests.some((line) => isWordIn(line, input) && isWordIn(line, output)) && !isWordIn(named, output),
    )
  );
}
