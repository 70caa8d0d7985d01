export type Oracle = 'remark' | 'markdown-it';

/** A document that our scanner reads otherwise than an oracle does, on purpose. */
interface Difference {
  readonly oracle: Oracle;
  readonly reason: string;
  /** Whether the difference can show in the text. */
  readonly applies: (text: string) => boolean;
}

const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));

const differences: readonly Difference[] = [
  {
    oracle: 'remark',
    reason:
      'An empty item and an ordered item that does not start at 1 may not interrupt a paragraph (CommonMark 5.2). remark ' +
      'holds to that also where there is none: behind indented code, and inside a container that starts in the same line.',
    applies: matches(/(?:^|[ \t>:])(?:[-+*][ \t]*$|\d{1,9}[.)][ \t]*$|(?!1[.)])\d{1,9}[.)])/m),
  },
  {
    oracle: 'remark',
    reason:
      'A tag alone on its line goes on in a paragraph as a lazy line (CommonMark 5.1: what would be its continuation text ' +
      'with the marker). remark starts an HTML block, inside or outside of the container as the next line has it.',
    applies: matches(/(?:^|[ \t>])(?:[-+*>]|\d{1,9}[.)]|\[\^\w+\]:)[^]*\n[ \t>]*<\/?[a-z]+>[ \t]*$/m),
  },
  {
    oracle: 'remark',
    reason: 'remark makes each line a code block of its own in indented code directly behind a block quote or item.',
    applies: matches(/(?:[-+*>]|\d[.)]|\]:).*\n[ \t>+*-]*(?: {4}| {0,3}\t)/),
  },
  {
    oracle: 'remark',
    reason: 'Where front matter is not closed, remark looks for no containers in the rest of the text.',
    applies: matches(/(?<![^])(---|\+\+\+)[ \t]*\n(?![^]*^\1[ \t]*$)/m),
  },
  {
    oracle: 'markdown-it',
    reason: 'markdown-it alone knows neither front matter nor footnotes.',
    applies: matches(/^(?:---|\+\+\+)[ \t]*\n|\[\^[^\]]+\]:/),
  },
  {
    oracle: 'markdown-it',
    reason:
      'markdown-it takes a link definition off before it looks for what interrupts a paragraph; in CommonMark its lines are ' +
      'a paragraph until that ends.',
    applies: matches(/\[a/),
  },
  {
    oracle: 'markdown-it',
    reason:
      'markdown-it takes a `>` that is indented by four columns for the marker of a block quote that is open, and ends lazy paragraphs at indented lines.',
    applies: matches(/(?:^|[ \t>])(?:[-+*>]|\d{1,9}[.)])[^]*\n[ \t>]*(?: {4}| {0,3}\t)/m),
  },
  {
    oracle: 'markdown-it',
    reason:
      'Tables: markdown-it wants no pipe or colon under a header of one column, looks through markers of containers at a ' +
      'lazy delimiter row, and reads a tag alone on its line as a row. We follow remark, which does as GitHub does.',
    applies: matches(/\n[ \t>]*[|:-][-:| \t]*$|\|[^]*<\/?[a-z]+>[ \t]*$/m),
  },
];

/** The listed differences from `oracle` that can show in a text. */
export const listedDifferences = (oracle: Oracle, text: string): readonly Difference[] =>
  differences.filter((difference) => difference.oracle === oracle && difference.applies(text));
