import type { Heading } from '../../markdown/blocks.js';
import type { Located, Span } from '../../markdown/span.js';
import { locate } from '../located.js';

/** What the heading of a requirement or criterion says. */
export interface NumberedHeading {
  readonly number: number;
  readonly idSpan: Span;
  /** What follows id and separator; an empty span at the heading's end where that is nothing. */
  readonly name: Located;
}

// `R1.2` and `R1-R3` are no `R1`.
const separator = String.raw`(?:$|(?=[:：\s])|(?=\.(?!\d))|(?=[-–—](?!R?\d)))`;

const beginnings = {
  requirement: new RegExp(`^R(\\d{1,15})${separator}`, 'i'),
  acceptanceCriterion: new RegExp(`^AC(\\d{1,15})${separator}`, 'i'),
  scenario: new RegExp(`^Scenario[ \\t]+(\\d{1,15})${separator}`, 'i'),
} as const;

/** Reads a heading of level 3 to 6 that begins with an id of the given kind, in any letter case. */
export function readNumberedHeading(
  text: string,
  heading: Heading,
  kind: keyof typeof beginnings,
): NumberedHeading | undefined {
  if (heading.level < 3) return undefined;
  const { start, end } = heading.textSpan;
  const content = text.slice(start, end);
  const match = beginnings[kind].exec(content);
  const digits = match?.[1];
  if (!match || digits === undefined) return undefined;
  const id = match[0];
  const rest = content.slice(id.length).replace(/^[\s:：.–—-]+/u, '');
  return {
    number: Number(digits),
    idSpan: { start, end: start + id.length },
    name: locate(text, { start: end - rest.length, end }),
  };
}
