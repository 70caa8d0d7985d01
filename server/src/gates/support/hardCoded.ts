import { createLineIndex } from '../../markdown/lineIndex.js';
import { isTelling, keyOf, type TestLiterals } from '../../code/testChanges/literals.js';
import { answersOf, type FunctionAnswers, type WrittenLiteral } from '../../syntax/answersOf.js';
import { approvableName } from '../../workspace/approvableName.js';
import type { WorkChange } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Problem } from '../gate.js';
import { placeOf } from './places.js';

/**
 * Functions that give back what only tests expect, for what only tests give, or whatever they are given. Not reported are
 * constants without parameters, messages, values that something else names, and choices of which the tests name only a part.
 *
 * @param known whether something else than the tests names the literal: the code as it was, or a requirement.
 */
export async function hardCodedProblems(
  { syntax }: GateContext,
  { path, after = '' }: WorkChange,
  literals: TestLiterals,
  known: (literal: WrittenLiteral) => boolean,
): Promise<readonly Problem[]> {
  const functions = (await syntax.read(path, after, answersOf)) ?? [];
  return functions.flatMap((declared): readonly Problem[] => {
    const [answer] = declared.given.filter(
      (literal) => isTelling(literal) && literals.expected.has(keyOf(literal)) && !known(literal),
    );
    const input = answer && inputOf(declared, answer, literals, known);
    if (!answer || input === undefined) return [];
    const given = input === '' ? 'for any input' : `for ${input}`;
    return [
      {
        message: `\`${declared.name}\` returns ${shown(answer)} ${given}, which only the tests contain`,
        place: placeOf({ path, lines: createLineIndex(after) }, answer),
        approvable: approvableName('hard-coded', path, declared.name, `${input} ${shown(answer)}`),
      },
    ];
  });
}

/** For what it gives the answer, as it is written; empty: for everything; undefined if it is an honest answer. */
function inputOf(
  { isConstant, takes, compared }: FunctionAnswers,
  answer: WrittenLiteral,
  { inputs }: TestLiterals,
  known: (literal: WrittenLiteral) => boolean,
): string | undefined {
  if (isConstant) return takes ? '' : undefined;
  // A text may be made of the number that is given.
  const isInput = (literal: WrittenLiteral): boolean =>
    inputs.has(keyOf(literal)) || inputs.has(keyOf({ ...literal, kind: 'number' }));
  const own = compared.filter((literal) => isInput(literal) && !isTrivial(literal));
  const [input] = own;
  // A choice that tests name a part of is one that means something.
  const isMeant = own.length < compared.length || own.some((literal) => isTelling(literal) && known(literal));
  return !input || isMeant || isLabel(input, answer) || own.every((key) => isKind(key, answer))
    ? undefined
    : shown(input);
}

function shown({ text }: WrittenLiteral): string {
  return text.slice(0, 60);
}

function isTrivial({ kind, value }: WrittenLiteral): boolean {
  return kind === 'text' ? value.length < 3 : value === '0' || value === '1';
}

/** A word in small letters or capitals, as code calls kinds, and a text for people that does not say it again. */
export function isKind({ kind, value }: WrittenLiteral, answer: WrittenLiteral): boolean {
  const isName = /^(?:\p{Ll}+(?:[_-]\p{Ll}+)*|\p{Lu}+(?:[_-]\p{Lu}+)*)$/u.test(value);
  return kind === 'text' && answer.kind === 'text' && isName && !answer.value.includes(value);
}

/** `open` is called `Open`. */
function isLabel(input: WrittenLiteral, answer: WrittenLiteral): boolean {
  const plain = ({ value }: WrittenLiteral): string => value.toLowerCase().replace(/[^\p{L}\d]/gu, '');
  return plain(input) === plain(answer);
}
