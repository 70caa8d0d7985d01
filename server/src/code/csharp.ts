import {
  type Annotation,
  annotationFrom,
  argument,
  type ClassLanguage,
  findTestsInClasses,
  textAt,
} from './classes.js';
import type { Language } from './language.js';
import { ignoredLine, quoted, slashComment } from './pieces.js';
import type { Piece, PieceAt, ScanMemory } from './tokens.js';

const pieceAt: PieceAt = (text, at, _previous, memory) => {
  switch (text.charCodeAt(at)) {
    case 35:
      return ignoredLine(text, at);
    case 39:
      return quoted(text, at, "'", "'", memory);
    case 47:
      return slashComment(text, at);
    case 34:
    case 36:
    case 64:
      return stringAt(text, at, memory);
    default:
      return undefined;
  }
};

/** `"…"`, `@"…"`, `$"…"`, `$@"…"` and the raw ones with three quotes and more. */
function stringAt(text: string, at: number, memory: ScanMemory): Piece | undefined {
  let prefix = 0;
  let verbatim = false;
  let interpolated = false;
  for (let unit = text.charCodeAt(at); unit === 36 || unit === 64; unit = text.charCodeAt(at + ++prefix)) {
    if (prefix > 8) return undefined;
    if (unit === 64) verbatim = true;
    else interpolated = true;
  }
  if (text.charCodeAt(at + prefix) !== 34) return undefined;
  let quotes = 1;
  while (text.charCodeAt(at + prefix + quotes) === 34) quotes++;
  if (quotes >= 3 && !verbatim) {
    const quote = '"'.repeat(quotes);
    return quoted(text, at, quote, quote, memory, { prefix, escapes: false, lines: true });
  }
  return quoted(text, at, '"', '"', memory, {
    prefix,
    escapes: !verbatim,
    lines: verbatim,
    doubled: verbatim,
    ...(interpolated ? { hole: '{' } : {}),
  });
}

const testAttributes = new Set(
  (
    'Fact Theory Test TestCase TestCaseSource TestMethod DataTestMethod SkippableFact SkippableTheory StaFact WpfFact ' +
    'UIFact InlineAutoData Property'
  ).split(' '),
);
const skippingAttributes = new Set(['Ignore', 'Explicit']);
const titledAttributes = new Set(['TestMethod', 'DataTestMethod']);

const classes: ClassLanguage = {
  groups: new Set(['class', 'interface', 'record', 'struct']),
  annotationsAt: (tokens, index) => {
    const close = tokens.is(index, '[') ? tokens.closing(index) : undefined;
    // An index is behind something; an attribute is before a member, or behind another one.
    if (close === undefined || close === index + 1 || !beginsMember(tokens.read(index - 1))) return undefined;
    const annotations: Annotation[] = [];
    for (let at = index + 1; at < close; at++) {
      if (tokens.at(at).kind === 'word') {
        const annotation = annotationFrom(tokens, tokens.is(at + 1, ':') ? at + 2 : at, 'Attribute');
        annotations.push(annotation);
        at = annotation.end - 1;
      } else at = tokens.past(at) - 1;
    }
    return { annotations, span: tokens.span(index, close), end: close + 1 };
  },
  isTest: ({ name }) => testAttributes.has(name),
  isSkipped: (tokens, annotation) =>
    skippingAttributes.has(annotation.name) ||
    (testAttributes.has(annotation.name) &&
      (argument(tokens, annotation, 'Skip') ?? argument(tokens, annotation, 'Ignore')) !== undefined),
  title: (tokens, annotation) => {
    if (!testAttributes.has(annotation.name)) return undefined;
    const own =
      titledAttributes.has(annotation.name) && annotation.open !== undefined ? annotation.open + 1 : undefined;
    return textAt(tokens, argument(tokens, annotation, 'DisplayName')) ?? textAt(tokens, own);
  },
  testsByName: () => false,
};

function beginsMember(before: string): boolean {
  return before === '' || before === ';' || before === '{' || before === '}' || before === ']';
}

/** xUnit, NUnit and MSTest. */
export const csharp: Language = { pieceAt, findTests: (tokens) => findTestsInClasses(tokens, classes) };
