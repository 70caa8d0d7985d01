import type { Heading } from '../../markdown/blocks.js';
import { type Located, type Span, span } from '../../markdown/span.js';
import { locate } from '../located.js';

/** What the heading of a requirement or criterion says. */
export interface NumberedHeading {
  /** Normalised: `R1`, `AC1` or `Scenario 1`. */
  readonly id: string;
  readonly number: number;
  readonly idSpan: Span;
  /** What follows id and separator; an empty span at the heading's end where that is nothing. */
  readonly name: Located;
}

// `R1.2` and `R1-R3` are no `R1`. What separates the id from the name is the last group.
const separator = String.raw`(?:$|(?=[:：\s])|(?=\.(?!\d))|(?=[-–—](?!R?\d)))([\s:：.–—-]*)`;

const beginnings = {
  requirement: { prefix: 'R', pattern: new RegExp(`^R(\\d{1,15})${separator}`, 'i') },
  acceptanceCriterion: { prefix: 'AC', pattern: new RegExp(`^AC(\\d{1,15})${separator}`, 'i') },
  scenario: { prefix: 'Scenario ', pattern: new RegExp(`^Scenario[ \\t]+(\\d{1,15})${separator}`, 'i') },
} as const;

/** Reads a heading of level 3 to 6 that begins with an id of the given kind, in any letter case. */
export function readNumberedHeading(
  text: string,
  heading: Heading,
  kind: keyof typeof beginnings,
): NumberedHeading | undefined {
  if (heading.level < 3) return undefined;
  const { prefix, pattern } = beginnings[kind];
  const match = pattern.exec(heading.text);
  const digits = match?.[1];
  const separated = match?.[2];
  if (!match || digits === undefined || separated === undefined) return undefined;
  const { start, end } = heading.textSpan;
  const nameStart = start + match[0].length;
  const number = Number(digits);
  const idSpan = span(start, nameStart - separated.length);
  const name = locate(text, span(nameStart, end));
  return { id: prefix + String(number), number, idSpan, name };
}
