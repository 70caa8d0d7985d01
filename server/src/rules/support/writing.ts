import type { Criterion, Spec } from '../../documents/spec/spec.js';
import type { Step } from '../../documents/steps.js';
import { stepLine, stepsToFillIn, todo } from '../../documents/toFillIn.js';
import type { Heading } from '../../markdown/blocks.js';
import { lineBreakOf } from '../../markdown/lines.js';
import type { Span } from '../../markdown/span.js';
import { insertAt, type TextEdit } from '../../markdown/textEdit.js';
import type { Fix } from '../finding.js';
import type { Numbered } from './numbered.js';
import type { MainKeyword } from './steps.js';

/** How many choices a menu offers. */
const mostChoices = 6;

interface Written {
  readonly text: string;
}

/** An unsafe fix of one edit. */
export function replacing(title: string, span: Span, newText: string): Fix {
  return { title, safe: false, edits: [{ span, newText }] };
}

/** A fix for each of the first few values. */
export function choosing<T>(values: readonly T[], fixOf: (value: T) => Fix): readonly Fix[] {
  return values.slice(0, mostChoices).map(fixOf);
}

/** Writes a free number. @param repeat how many get one before it. */
export function numbering(
  { text }: Written,
  { idSpan }: Pick<Numbered, 'idSpan'>,
  others: readonly Pick<Numbered, 'number'>[],
  repeat: number,
): Fix {
  const free = others.reduce((most, { number }) => Math.max(most, number), 0) + 1 + repeat;
  const id = text.slice(idSpan.start, idSpan.end).replace(/\d+(?!.*\d)/u, String(free));
  return replacing(`Change the id to ${id}`, idSpan, id);
}

/** Adds lines as a new paragraph after the end of a line. */
export function below({ text }: Written, offset: number, lines: readonly string[]): TextEdit {
  const br = lineBreakOf(text);
  const rest = /^(?:\r\n|\n|\r)?(.?)/u.exec(text.slice(offset))?.[1] ?? '';
  const isApart = rest === '' || /\s/u.test(rest);
  return insertAt(offset, [br, ...lines.map((line) => `${br}${line}`), isApart ? '' : br].join(''));
}

/** A criterion to fill in for a requirement, after the last one. */
export function newCriterion(
  document: Written & { readonly model: Spec },
  requirement: { readonly id: string; readonly name: { readonly value: string } },
): Fix | undefined {
  const { criteria } = document.model;
  const last = criteria.findLast(({ id }) => id.startsWith('AC'));
  if (!last) return undefined;
  const id = `AC${criteria.reduce((most, { number }) => Math.max(most, number), 0) + 1}`;
  const hashes = '#'.repeat(last.heading.level);
  const name = requirement.name.value.trim() || todo;
  const lines = [`${hashes} ${id}: ${name} (${requirement.id})`, '', ...stepsToFillIn];
  return {
    title: `Add ${id} for ${requirement.id}`,
    safe: false,
    edits: [below(document, last.span.end, lines)],
  };
}

/** Adds a requirement to the heading of a criterion: a choice for each criterion. */
export function citing(
  { text }: Written,
  id: string,
  criteria: readonly Pick<Criterion, 'id' | 'heading'>[],
): readonly Fix[] {
  return choosing(criteria, (criterion) => ({
    title: `Name ${id} in ${criterion.id}`,
    safe: false,
    edits: [citation(text, criterion.heading.textSpan, id)],
  }));
}

/** Adds an id to the end of a title: in the parentheses that cite others, or in new ones. */
export function citation(text: string, { start, end }: Span, id: string): TextEdit {
  const title = text.slice(start, end);
  const cited = /\((?:R|AC)-?\d[^()]*\)$/iu.test(title);
  const at = cited ? end - 1 : end;
  return insertAt(at, cited ? `, ${id}` : ` (${id})`);
}

interface WithSteps {
  readonly steps: readonly Step[];
  /** Title and all below it. */
  readonly span: Span;
}

/** Adds missing steps to fill in, in order and in the style of the existing ones. */
export function addingSteps(document: Written, part: WithSteps, missing: readonly MainKeyword[]): Fix {
  const words = missing.join(', ');
  return {
    title: `Add ${words} to fill in`,
    safe: false,
    edits: part.steps.length === 0 ? [ofNone(document, part, missing)] : merged(amongOthers(document, part, missing)),
  };
}

function ofNone(document: Written, { span }: WithSteps, missing: readonly MainKeyword[]): TextEdit {
  return below(
    document,
    span.end,
    missing.map((keyword) => stepLine(keyword)),
  );
}

function amongOthers(document: Written, part: WithSteps, missing: readonly MainKeyword[]): readonly TextEdit[] {
  const { text } = document;
  const br = lineBreakOf(text);
  const [first] = part.steps;
  const last = part.steps.at(-1);
  if (!first || !last) return [];
  const lineStart = startOfLine(text, first.span.start);
  const lead = text.slice(lineStart, first.keywordSpan.start);
  // A sentence, a table or a heading has no line style to copy.
  if (!/^[ \t]*(?:[-*+]|\d+[.)])?[ \t]*(?:\*\*|__)?$/u.test(lead)) return [ofNone(document, part, missing)];
  const bold = /(?:\*\*|__)$/u.exec(lead)?.[0] ?? '';
  const lineOf = (keyword: MainKeyword): string => `${lead}${keyword}${bold} ${todo}`;
  const then = part.steps.find(({ keyword }) => keyword === 'Then');
  return missing.map((keyword) => {
    const before = keyword === 'Given' ? first : keyword === 'When' ? then : undefined;
    if (before) return insertAt(startOfLine(text, before.span.start), `${lineOf(keyword)}${br}`);
    return insertAt(endOfStep(text, last.span.end, part.span.end), `${br}${lineOf(keyword)}`);
  });
}

/** Joins insertions at the same place. */
function merged(edits: readonly TextEdit[]): readonly TextEdit[] {
  const byStart = new Map<number, TextEdit>();
  for (const edit of edits) {
    const other = byStart.get(edit.span.start);
    byStart.set(edit.span.start, other ? { ...edit, newText: other.newText + edit.newText } : edit);
  }
  return [...byStart.values()];
}

/** A step includes the indented lines below it that start nothing new. */
function endOfStep(text: string, from: number, end: number): number {
  const more = /^(?:(?:\r\n|\n|\r)[ \t]+(?![-*+#|`>\s]|\d+[.)])[^\r\n]*)*/u.exec(text.slice(from, end))?.[0] ?? '';
  return from + more.length;
}

function startOfLine(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}

/** Adds MUST, SHOULD or MAY to the end of headings: a choice. */
export function levelChoices(
  requirements: readonly { readonly id: string; readonly heading: Heading }[],
): readonly Fix[] {
  const [first, ...others] = requirements;
  if (!first) return [];
  const name = others.length === 0 ? first.id : 'every requirement';
  return ['MUST', 'SHOULD', 'MAY'].map((level) => ({
    title: `Mark ${name} as ${level}`,
    every: `Mark as ${level}`,
    safe: false,
    edits: requirements.map(({ heading }) => insertAt(heading.textSpan.end, ` (${level})`)),
  }));
}
