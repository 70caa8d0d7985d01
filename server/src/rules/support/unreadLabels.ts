import type { ParsedDocument } from '../../documents/document.js';
import type { Section } from '../../documents/spec/spec.js';
import type { Block, Heading } from '../../markdown/blocks.js';
import { type Span, span } from '../../markdown/span.js';
import { memoFor } from '../../base/memo.js';
import { none } from '../../base/same.js';
import { holdsEntriesOnly } from './sections.js';

/** A heading or list item that was meant to be a requirement or criterion, in a form that is not read as one. */
export interface UnreadLabel {
  readonly subject: 'requirement' | 'criterion';
  readonly form: 'heading' | 'item';
  /** `R1`, `AC1`, or `Scenario` where there is no number. */
  readonly label: string;
  readonly number?: number;
  /** The label as written, for the finding to point at. */
  readonly span: Span;
  /** What is before the name (label, separator and spaces), where it is certain. */
  readonly prefix?: Span;
}

interface Form {
  readonly subject: UnreadLabel['subject'];
  readonly section: 'requirements' | 'acceptanceCriteria';
  readonly heading: RegExp;
  readonly item: RegExp;
}

const forms: readonly Form[] = [
  {
    subject: 'requirement',
    section: 'requirements',
    heading: /^(\*\*|__|\[)?((?:requirement|req|r)[ .#_-]*(\d{1,9})([a-z])?|(\d{1,9})(?=[.:)]))(?![\w])/iu,
    item: /^(?:\*\*|__|\[)?(R ?(\d{1,9}))(?:\*\*|__|\])?\s*(?:\([^()]*\)\s*)?(?:[:.)–—]|- )/u,
  },
  {
    subject: 'criterion',
    section: 'acceptanceCriteria',
    heading:
      /^(\*\*|__|\[)?((?:acceptance criteri(?:on|a)|criterion|scenario|ac)[ .#_-]*(\d{1,9})([a-z])?|(\d{1,9})(?=[.:)])|scenario(?=:))(?![\w])/iu,
    item: /^(?:\*\*|__|\[)?(AC ?(\d{1,9}))(?:\*\*|__|\])?\s*(?:\([^()]*\)\s*)?(?:[:.)–—]|- )/u,
  },
];

const closing: Readonly<Record<string, string>> = { '**': '**', __: '__', '[': ']' };

/**
 * The labels below `## Requirements` and `## Acceptance Criteria` that look like a requirement or criterion and are none.
 * List items count only where their section has no requirement or criterion under a heading: else they are a summary.
 */
export const unreadLabels = memoFor((document: ParsedDocument<'spec'>): readonly UnreadLabel[] => {
  const { text, model } = document;
  if (holdsEntriesOnly(model) && model.requirements.length > 0 && model.criteria.length > 0) return none;
  const labels: UnreadLabel[] = [];
  for (const form of forms) {
    const entries = form.subject === 'requirement' ? model.requirements : model.criteria;
    const read = new Set<Block>(entries.map(({ heading }) => heading));
    for (const section of model.sections) {
      if (section.name !== form.section) continue;
      const before = labels.length;
      const others = section.blocks.filter(
        (block): block is Heading => block.kind === 'heading' && block.level === 3 && !read.has(block),
      );
      for (const block of others) {
        const label = headingLabel(text, block, form);
        if (label) labels.push(label);
      }
      if (labels.length === before && entries.length === 0) labels.push(...itemLabels(text, section, form));
    }
  }
  return labels;
});

/** Replaces letters and digits of other widths and alphabets by the ones they look like. */
function plainForms(words: string): string {
  return words.replace(/[^\0-\u007f]/gu, (one) => {
    const plain = lookAlikes.get(one) ?? one.normalize('NFKC');
    return plain.length === one.length ? plain : one;
  });
}

/** Letters that look like those of `R` and `AC`, besides the compatible forms of Unicode. */
const lookAlikes: ReadonlyMap<string, string> = new Map([
  ['А', 'A'],
  ['Α', 'A'],
  ['С', 'C'],
  ['Ϲ', 'C'],
  ['Ꭱ', 'R'],
  ['Я', 'R'],
]);

function headingLabel(text: string, { textSpan }: Heading, form: Form): UnreadLabel | undefined {
  const words = plainForms(text.slice(textSpan.start, textSpan.end));
  const match = form.heading.exec(words);
  if (!match) return undefined;
  const [whole, opening = '', written = '', digits = match[5], letter] = match;
  const start = textSpan.start + opening.length;
  let after = whole.length;
  // `R1.1` is a part of R1 and `R1-R3` a range, neither a slip.
  if (/^(?:\.\d|\s*[-–—]\s*(?:R|AC)?\d)/u.test(words.slice(after))) return undefined;
  const close = opening === '' ? '' : (closing[opening] ?? '');
  const closed = words.startsWith(close, after);
  after += closed ? close.length : 0;
  after += /^[\s:.)–—-]*/u.exec(words.slice(after))?.[0].length ?? 0;
  const number = digits === undefined ? undefined : Number(digits);
  const word = /^scenario/iu.test(written) ? 'Scenario ' : form.subject === 'requirement' ? 'R' : 'AC';
  return {
    subject: form.subject,
    form: 'heading',
    label: number === undefined ? 'Scenario' : `${word}${number}`,
    ...(number === undefined ? {} : { number }),
    span: span(start, start + written.trimEnd().length),
    ...(closed && letter === undefined && after < words.length
      ? { prefix: span(textSpan.start, textSpan.start + after) }
      : {}),
  };
}

function itemLabels(text: string, section: Section, form: Form): UnreadLabel[] {
  return section.blocks.flatMap((block) => {
    if (block.kind !== 'list') return [];
    return block.items.flatMap(({ textSpan }): UnreadLabel[] => {
      const match = form.item.exec(text.slice(textSpan.start, textSpan.end));
      if (!match) return [];
      const [whole, written = '', digits] = match;
      const start = textSpan.start + whole.indexOf(written);
      const number = Number(digits);
      return [
        {
          subject: form.subject,
          form: 'item',
          label: `${form.subject === 'requirement' ? 'R' : 'AC'}${number}`,
          number,
          span: span(start, start + written.length),
        },
      ];
    });
  });
}
