import type { ParsedDocument } from '../../documents/document.js';
import { parseSpec } from '../../documents/spec/parseSpec.js';
import { parseTestCase } from '../../documents/testCase/parseTestCase.js';
import type { Criterion, Requirement, Spec } from '../../documents/spec/spec.js';
import type { TestCase } from '../../documents/testCase/testCase.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import type { Span } from '../../markdown/span.js';
import { contentHash } from '../../base/contentHash.js';
import { oneSlip } from '../support/oneSlip.js';
import { plainTwin } from '../support/plainTwin.js';
import { listed } from '../support/steps.js';

/** A requirement, criterion or scenario as it is compared with what it was. */
export interface AgreedPart {
  /** `R1`, `AC2`, `TC-3`, or a scenario's name. */
  readonly id: string;
  /** Where a finding about it is shown. */
  readonly place: Span;
  /** Without its id. */
  readonly text: string;
}

/** What a spec or test case agrees upon, each id once. */
export function agreedParts(document: ParsedDocument<'spec'> | ParsedDocument<'testCase'>): readonly AgreedPart[] {
  const { text } = document;
  return document.kind === 'spec' ? specParts(text, document.model) : testCaseParts(text, document.model);
}

/**
 * What an earlier text of the document agreed upon; undefined for Gherkin, whose parser is too expensive to load for it.
 *
 * @param text read as a document of the same kind.
 */
export function agreedPartsOf(
  document: ParsedDocument<'spec'> | ParsedDocument<'testCase'>,
  text: string,
): readonly AgreedPart[] | undefined {
  const blocks = scanBlocks(text);
  if (document.kind === 'spec') return specParts(text, parseSpec(text, blocks).spec);
  return document.model.format === 'markdown' ? testCaseParts(text, parseTestCase(text, blocks).testCase) : undefined;
}

/** What the requirements and criteria of a spec are known by, so that changes can be found later. */
export function partHashes(spec: ParsedDocument<'spec'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    agreedParts(spec).map(({ id, text }) => [id, contentHash(wordsOf(text).join(' ')).slice(0, 16)]),
  );
}

/** The ids of parts as a message names them: not all of many. */
export function namedParts(ids: readonly string[]): string {
  const most = 4;
  return ids.length <= most ? listed(ids) : `${ids.slice(0, most - 1).join(', ')} and ${ids.length - most + 1} more`;
}

/** Whether a feature's text says something else than it did: its steps, not its comments, tags and title. */
export function isSameFeature(text: string, other: string): boolean {
  const steps = (feature: string): string =>
    feature
      .split(/\r\n|\n|\r/u)
      .filter((line) => !/^\s*(?:#(?!#)|`?@|<!--|Feature:)/u.test(line))
      .flatMap(wordsOf)
      .join(' ');
  return steps(text) === steps(other);
}

/**
 * Whether two texts of a part say the same, except for the spelling of a word, examples in fences, unless these hold the steps
 * themselves, and lines that say how far the item is.
 */
export function isSameAgreement(one: AgreedPart, other: AgreedPart): boolean {
  if (one.text === other.text) return true;
  const [words, others] = [bindingWords(one.text), bindingWords(other.text)];
  return (
    words.length === others.length &&
    words.every((word, index) => {
      const before = others[index] ?? '';
      return word === before || (isLong(word) && isLong(before) && oneSlip(word, before));
    })
  );
}

// In short words one letter makes a difference: `now`, `not`.
const longWord = plainTwin(String.raw`^[\p{L}]{6,}$`, 'u');
const isLong = (word: string): boolean => longWord(word).test(word);

function specParts(text: string, { requirements, criteria }: Spec): readonly AgreedPart[] {
  return once(
    [...requirements, ...criteria].map(({ id, idSpan, span }: Requirement | Criterion) => ({
      id,
      place: idSpan,
      text: text.slice(idSpan.end, span.end).replace(/^[\s:.)\]–—-]+/u, ''),
    })),
  );
}

function testCaseParts(text: string, { scenarios }: TestCase): readonly AgreedPart[] {
  return once(
    scenarios.map(({ id, name, headingSpan, span }) => ({
      id: id?.value ?? name.value,
      place: id?.span ?? headingSpan,
      text: text.slice(span.start, span.end),
    })),
  );
}

function once(parts: readonly AgreedPart[]): readonly AgreedPart[] {
  const byId = new Map<string, AgreedPart>();
  for (const part of parts) if (!byId.has(part.id)) byId.set(part.id, part);
  return [...byId.values()];
}

function bindingWords(text: string): string[] {
  const binding = text.replace(fenced, (example, _mark, content: string) => (stepLine.test(content) ? example : ''));
  return wordsOf(binding.replace(progressLine, ''));
}

const fenced = /^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^[ \t]*\1[`~]*[ \t]*$/gmu;
const stepLine = /^[ \t]*(?:[-*+][ \t]+)?\**(?:Given|When|Then|Scenario)\b/mu;
const progressLine =
  /^[ \t]*(?:[-*+>|][ \t]*)?\**(?:Status\**[ \t]*[:|][*\s]*(?:draft|planned|ready|in[ -]progress|review|done|completed?|closed|released|shipped|archived)|Release\**[ \t]*[:|][*\s]*(?:v?\d[\w.+-]*|TBD|unreleased))\b[^\n]*$/gimu;

/** The words, without what a formatter may write differently and without ticks and comments. */
export function wordsOf(text: string): string[] {
  return withoutComments(text)
    .replace(/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t])?/gmu, '')
    .split(/[\s|*_\\]+/u)
    .filter((word) => word !== '' && !/^:?-+:?$/u.test(word));
}

function withoutComments(text: string): string {
  let rest = '';
  let at = 0;
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start);
    if (end < 0) break;
    rest += text.slice(at, start);
    at = end + '-->'.length;
  }
  return rest + text.slice(at);
}
