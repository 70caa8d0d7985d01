import { isTelling, keyOf, type TestLiterals } from '../../code/testChanges/literals.js';
import type { SourceFile } from '../../code/sourceFile.js';
import { excerpt } from '../../base/excerpt.js';
import { answersOf, type WrittenLiteral } from '../../syntax/answersOf.js';
import { tablesOf } from '../../syntax/tablesOf.js';
import { approvableName } from '../../workspace/approvableName.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Problem } from '../gate.js';
import { addedLines } from './addedLines.js';
import { isKind } from './hardCoded.js';
import { handedAnswer, handedMembers, mayTake } from './handedAnswers.js';
import { answersThatDoNotFollow } from './otherInputs.js';
import { lineOf } from './places.js';
import { isWordIn } from './wordIn.js';

/** What the tests say, and what else names a value. */
interface Known {
  readonly files: readonly SourceFile[];
  readonly literals: TestLiterals;
  readonly isNamed: (literal: Pick<WrittenLiteral, 'kind' | 'value'>) => boolean;
}

/**
 * `listed`: answers that the test itself puts where the code takes them from, or where the code has no answer of its own. Honest work
 * does that, too.
 */
interface KeyedProblems {
  readonly refused: readonly Problem[];
  readonly listed: readonly Problem[];
}

/**
 * Code that looks its answers up by something that it makes of what it is given (a hash, a sum, the name of a variable), and that has
 * answers for nothing but what tests give. Reading finds what may be so: answers that only tests contain beside keys that not even
 * these contain, or code that takes values from its environment. It is so where other values in the tests show it.
 */
export async function keyedProblems(
  context: GateContext,
  work: Work,
  sources: readonly WorkChange[],
  known: Known,
): Promise<KeyedProblems> {
  const { syntax } = context;
  const members = await handedMembers(syntax, known.files, sources);
  const answers = new Map<string, WrittenLiteral | undefined>();
  for (const change of sources) {
    const answer = await keyedAnswer(context, change, known);
    if (answer || addedLines(change).some(({ text }) => mayTake(text, members))) answers.set(change.path, answer);
  }
  if (answers.size === 0) return { refused: [], listed: [] };
  const { unfollowed } = await answersThatDoNotFollow(context, work);
  const refused: Problem[] = [];
  const listed: Problem[] = [];
  for (const found of unfollowed.filter(({ decision }) => answers.has(decision.path))) {
    const { decision, how } = found;
    const answer = how === 'alone' ? answers.get(decision.path) : undefined;
    const handed = answer ? undefined : await handedAnswer(context, found, work, members, literalOf);
    if (!answer && !handed) continue;
    (answer || (handed && !handed.isShown && found.hasOther) ? refused : listed).push({
      message: `${decision.path} answers by \`${excerpt(decision.text)}\`, which ${
        answer ? `leads to ${answer.text}` : `takes its answer from \`${handed?.from ?? ''}\``
      } ${how === 'alone' ? 'for the values in the tests, and for no other that was tried' : 'whatever is given'}`,
      place: lineOf(decision.path, decision.line, 0),
      approvable: approvableName('hard-coded', decision.path, 'keyed', decision.text),
    });
  }
  return { refused, listed };
}

/** An answer that only the tests contain, for a key that they do not contain. */
async function keyedAnswer(
  { syntax }: GateContext,
  { path, after = '' }: WorkChange,
  { files, literals, isNamed }: Known,
): Promise<WrittenLiteral | undefined> {
  const tests = files.map(({ text }) => text.toLowerCase()).join('\n');
  const isAnswer = (literal: WrittenLiteral): boolean =>
    isTelling(literal) && literals.expected.has(keyOf(literal)) && !isNamed(literal);
  const isKey = (key: WrittenLiteral, answer: WrittenLiteral): boolean =>
    key.value.length >= 3 &&
    !tests.includes(key.value.toLowerCase()) &&
    !(answer.kind === 'text' && (isKind(key, answer) || isSpelled(key.value, tests)));
  const functions = (await syntax.read(path, after, answersOf)) ?? [];
  const given = functions.flatMap((one) =>
    one.given.filter((answer) => isAnswer(answer) && one.compared.some((key) => isKey(key, answer) && !isNamed(key))),
  );
  const tables = (await syntax.read(path, after, tablesOf)) ?? [];
  const values = tables.flatMap(({ entries }) => {
    const read = entries.map(([key, value]) => [literalOf(key), literalOf(value)] as const);
    return read.every(([key, value]) => isAnswer(value) && isKey(key, value)) ? read.map(([, value]) => value) : [];
  });
  return [...given, ...values][0];
}

/** Whether a key is put together from what tests name: `12-25` from 12 and 25. */
function isSpelled(key: string, tests: string): boolean {
  const words = key.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
  return (
    words.length > 1 && words.every((word) => isWordIn(tests, word.replace(/^0+(?=\d)/u, '')) || isWordIn(tests, word))
  );
}

function literalOf(text: string): WrittenLiteral {
  const inner = /^\w*(["'`])(.*)\1$/su.exec(text)?.[2];
  const said = inner === undefined ? { kind: 'number' as const, value: text.replaceAll('_', '') } : undefined;
  return { ...(said ?? { kind: 'text', value: inner ?? '' }), text, start: 0, end: 0 };
}
