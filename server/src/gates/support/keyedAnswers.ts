import { isTelling, keyOf, type TestLiterals } from '../../code/testChanges/literals.js';
import type { SourceFile } from '../../code/sourceFile.js';
import { excerpt } from '../../base/excerpt.js';
import { answersOf, type WrittenLiteral } from '../../syntax/answersOf.js';
import { expectedValuesOf } from '../../syntax/expectedValuesOf.js';
import { tablesOf } from '../../syntax/tablesOf.js';
import { approvableName } from '../../workspace/approvableName.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Problem } from '../gate.js';
import { addedLines } from './addedLines.js';
import { newTests } from './newTests.js';
import { answersThatDoNotFollow, type DecisionAt, type Unfollowed } from './otherInputs.js';
import { lineOf } from './places.js';

/** What code may take answers from that it does not hold itself. */
const outside =
  /\bprocess\.env\b|\bimport\.meta\.env\b|\benviron\b|\bgetenv\b|\bos\.(?:Getenv|LookupEnv|ReadFile|Open)\b|\breadFile|\bopen\(|\bread_text\(|\bload\(|\bglobalThis\b/u;
/** What a spec says where code is to look there. */
const meant = /\benvironment\b|\bvariables?\b|\bconfigur|\bsettings?\b|\bfiles?\b|\bglobal/iu;

/** What the tests say, and what else names a value. */
interface Known {
  readonly files: readonly SourceFile[];
  readonly literals: TestLiterals;
  readonly isNamed: (literal: Pick<WrittenLiteral, 'kind' | 'value'>) => boolean;
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
): Promise<readonly Problem[]> {
  const answers = new Map<string, WrittenLiteral | undefined>();
  for (const change of sources) {
    const answer = await keyedAnswer(context, change, known);
    const lines = addedLines(change).map(({ text }) => text);
    if (answer || lines.some((line) => outside.test(line) || setByTests(line, known.files).length > 0))
      answers.set(change.path, answer);
  }
  if (answers.size === 0) return [];
  const { unfollowed } = await answersThatDoNotFollow(context, work, newTests(context, work));
  const problems: Problem[] = [];
  for (const found of unfollowed.filter(({ decision }) => answers.has(decision.path))) {
    const { decision, how } = found;
    const answer = how === 'alone' ? answers.get(decision.path) : undefined;
    const source = answer ? undefined : await answersFromOutside(context, found, sources);
    if (!answer && source === undefined) continue;
    problems.push({
      message: `${decision.path} answers by \`${excerpt(decision.text)}\`, which ${
        answer ? `leads to ${answer.text}` : `takes its answer from \`${source ?? ''}\``
      } ${how === 'alone' ? 'for the values in the tests, and for no other that was tried' : 'whatever is given'}`,
      place: lineOf(decision.path, decision.line, 0),
      approvable: approvableName('hard-coded', decision.path, 'keyed', decision.text),
    });
  }
  return problems;
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
  const isKey = ({ value }: Pick<WrittenLiteral, 'value'>): boolean =>
    value.length >= 3 && !tests.includes(value.toLowerCase());
  const functions = (await syntax.read(path, after, answersOf)) ?? [];
  const given = functions
    .filter(({ compared }) => compared.some((key) => isKey(key) && !isNamed(key)))
    .flatMap((one) => one.given);
  const tables = (await syntax.read(path, after, tablesOf)) ?? [];
  const values = tables.flatMap(({ entries }) => {
    const read = entries.map(([key, value]) => [literalOf(key), literalOf(value)] as const);
    return read.every(([key, value]) => isKey(key) && isAnswer(value)) ? read.map(([, value]) => value) : [];
  });
  return [...given.filter(isAnswer), ...values][0];
}

function literalOf(text: string): WrittenLiteral {
  const inner = /^\w*(["'`])(.*)\1$/su.exec(text)?.[2];
  const said = inner === undefined ? { kind: 'number' as const, value: text.replaceAll('_', '') } : undefined;
  return { ...(said ?? { kind: 'text', value: inner ?? '' }), text, start: 0, end: 0 };
}

/** Where a decision takes an answer from that the code does not hold: undefined if it does, or if the spec says so. */
async function answersFromOutside(
  { syntax, item: { spec } }: GateContext,
  { decision, tests }: Unfollowed,
  sources: readonly WorkChange[],
): Promise<string | undefined> {
  const { requirements = [], criteria = [] } = spec?.model ?? {};
  const asked = [...requirements, ...criteria].map(({ span }) => spec?.text.slice(span.start, span.end) ?? '');
  const source =
    sourceOf(decision) ??
    setByTests(
      decision.text,
      tests.map(({ file }) => file),
    )[0];
  if (source === undefined || meant.test(asked.join('\n'))) return undefined;
  const held = sources.map(({ after = '' }) => after).join('\n');
  for (const { file, test } of tests) {
    const expected = (await syntax.read(file.path, file.text, expectedValuesOf)) ?? [];
    const isForeign = expected.some(({ start, end, text }) => {
      const literal = literalOf(text);
      return test.span.start <= start && end <= test.span.end && isTelling(literal) && !held.includes(literal.value);
    });
    if (isForeign) return source;
  }
  return undefined;
}

/** The members that code reads of something, and that tests set: `discount.next = 180`. */
function setByTests(text: string, files: readonly SourceFile[]): readonly string[] {
  const members = new Set(text.match(/(?<=\.)[\p{L}_$][\p{L}\p{N}_$]*(?!\s*\()/gu));
  return files
    .flatMap((file) => [
      ...file.text.matchAll(/\.([\p{L}_$][\p{L}\p{N}_$]*)\s*=[^=>]|\bsetattr\([^,()]+,\s*["'](\w+)/gu),
    ])
    .map(([, assigned, named]) => assigned ?? named ?? '')
    .filter((name) => members.has(name));
}

/** In the function of the decision, or where a name that it uses is declared. */
function sourceOf({ text, around, source }: DecisionAt): string | undefined {
  const names = new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
  const declared = source
    .split('\n')
    .filter((line) => names.has(/([\p{L}_$][\p{L}\p{N}_$]*)\s*:?=/u.exec(line)?.[1] ?? ''));
  return outside.exec([around, ...declared].join('\n'))?.[0];
}
