import { annotationFrom, argument, type ClassLanguage, findTestsInClasses, textAt } from './classes.js';
import type { Language } from './language.js';
import { quoted, slashComment } from './pieces.js';
import type { PieceAt } from './tokens.js';

const pieceAt: PieceAt = (text, at, _previous, memory) => {
  switch (text.charCodeAt(at)) {
    case 34:
      return text.startsWith('"""', at)
        ? quoted(text, at, '"""', '"""', memory, { lines: true })
        : quoted(text, at, '"', '"', memory);
    case 39:
      return quoted(text, at, "'", "'", memory);
    case 47:
      return slashComment(text, at);
    default:
      return undefined;
  }
};

const testAnnotations = new Set(
  'Test ParameterizedTest RepeatedTest TestFactory TestTemplate Property Example ArchTest'.split(' '),
);
const skippingAnnotations = new Set(['Disabled', 'Ignore']);

const classes: ClassLanguage = {
  groups: new Set(['class', 'interface', 'record', 'enum']),
  annotationsAt: (tokens, index) => {
    if (!tokens.is(index, '@') || tokens.at(index + 1).kind !== 'word' || tokens.is(index + 1, 'interface'))
      return undefined;
    const annotation = annotationFrom(tokens, index + 1, '');
    const { end } = annotation;
    return { annotations: [annotation], span: tokens.span(index, end - 1), end };
  },
  isTest: ({ name }) => testAnnotations.has(name),
  isSkipped: (tokens, annotation) => {
    if (skippingAnnotations.has(annotation.name)) return true;
    const enabled = annotation.name === 'Test' ? argument(tokens, annotation, 'enabled') : undefined;
    return enabled !== undefined && tokens.is(enabled, 'false');
  },
  title: (tokens, annotation) =>
    annotation.name === 'DisplayName' && annotation.open !== undefined
      ? (textAt(tokens, annotation.open + 1) ?? textAt(tokens, argument(tokens, annotation, 'value')))
      : undefined,
  // JUnit 3.
  testsByName: (header) => /\bextends\s{1,20}(?:\w{1,80}\.){0,9}\w{0,80}TestCase\b/u.test(header),
};

/** JUnit 3 to 5, TestNG and jqwik. */
export const java: Language = { pieceAt, findTests: (tokens) => findTestsInClasses(tokens, classes) };
