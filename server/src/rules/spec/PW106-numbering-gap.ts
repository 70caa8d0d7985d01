import { groupBy } from '../../base/groupBy.js';
import type { ParsedDocument } from '../../documents/document.js';
import { textLines } from '../../documents/textLines.js';
import { type Span, span } from '../../markdown/span.js';
import { defineRule } from '../rule.js';
import { isCounted, type Numbered } from '../support/numbered.js';
import { unlessDone } from '../support/unlessDone.js';
import { specCheck } from '../support/specCheck.js';

const labelOf = ({ id }: Numbered): string => id.replace(/\d+$/u, '');

/** `R2`, `R2 and R3` or `R2 to R5`. */
function numbers(label: string, from: number, to: number): string {
  if (from === to) return `${label}${from}`;
  return `${label}${from} ${to - from === 1 ? 'and' : 'to'} ${label}${to}`;
}

/** The numbers that are left out, and where they would have to be. */
interface Missing {
  readonly from: number;
  readonly to: number;
  /** Behind the entry above, and before the one below. */
  readonly place: Span;
}

interface Jump {
  readonly entry: Numbered;
  readonly kind: 'gap' | 'order';
  readonly message: string;
  readonly missing?: Missing;
}

/** Where the numbers of one kind of entry, in document order, leave some out or go back. */
function jumps(label: string, entries: readonly Numbered[]): Jump[] {
  const sorted = [...new Set(entries.map(({ number }) => number))].sort((a, b) => a - b);
  const before = new Map(sorted.map((number, index) => [number, sorted[index - 1] ?? 0]));
  const seen = new Set<number>();
  const found: Jump[] = [];
  let above = 0;
  let end = 0;
  for (const entry of entries) {
    const { id, number, idSpan } = entry;
    const place = span(end, idSpan.start);
    end = idSpan.end;
    if (seen.has(number)) continue;
    seen.add(number);
    const previous = before.get(number) ?? 0;
    if (number > previous + 1)
      found.push({
        entry,
        kind: 'gap',
        missing: { from: previous + 1, to: number - 1, place },
        message: `There is no ${numbers(label, previous + 1, number - 1)} before ${id}, so nobody can tell whether one was lost. Renumber if nothing refers to ${id} yet, or say what happened to the missing number.`,
      });
    if (number < above)
      found.push({
        entry,
        kind: 'order',
        message: `${id} comes after ${label}${above}, where people do not look for it. Put them in numerical order.`,
      });
    above = number;
  }
  return found;
}

export const numberingGap = defineRule({
  code: 'PW106',
  name: 'numbering-gap',
  summary: 'Requirement or criterion numbers have a gap or are out of order',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'A gap looks like something was lost in a merge or forgotten. Numbers out of order are easily overlooked.',
  fix: 'Renumber if nothing refers to the numbers yet. Otherwise keep a heading with the number that says what happened to it. Reported as information if the Status is Done or the item is archived.',
  pactkit: 'PactKit does not check the numbers.',
  suspects: ({ model }) => !isCounted(model.requirements) || !isCounted(model.criteria),
  check: specCheck('info', function* (document) {
    const { model } = document;
    for (const [entries, subject] of [
      [model.requirements, 'requirement'],
      [model.criteria, 'criterion'],
    ] as const) {
      for (const [label, some] of groupBy(entries, labelOf)) {
        const fenceWith = fenceFinder(document, label);
        for (const { entry, kind, message, missing } of jumps(label, some)) {
          const fence = missing && fenceWith(missing);
          const isOne = missing?.from === missing?.to;
          yield {
            span: entry.idSpan,
            anchor: `${kind} at ${subject} ${entry.id}`,
            severity: unlessDone(model, 'warning'),
            message: fence
              ? `${numbers(label, missing.from, missing.to)} before ${entry.id} ${isOne ? 'is' : 'are'} inside a code block, so tools ignore ${isOne ? 'it' : 'them'}. Close the block above ${isOne ? 'it' : 'them'}. A block that contains other code blocks needs more backticks than they have.`
              : message,
            ...(fence ? { related: [{ document, span: fence, message: 'The code block' }] } : {}),
          };
        }
      }
    }
  }),
});

/**
 * Finds the first line of the code block that holds the missing entries as headings, all of them.
 *
 * @returns to be asked in the order of the document, so that each block is read once.
 */
function fenceFinder({ text, blocks }: ParsedDocument<'spec'>, label: string): (missing: Missing) => Span | undefined {
  const isHeadingOf = new RegExp(`^#{3,6}[ \\t]+${label}(\\d{1,9})(?![\\w.])`, 'gmu');
  let next = 0;
  return ({ from, to, place }) => {
    for (; next < blocks.length; next++) {
      const block = blocks[next];
      if (!block || block.span.start >= place.end) return undefined;
      if (block.kind !== 'fence' || block.span.start < place.start) continue;
      const inside = text.slice(block.contentSpan.start, block.contentSpan.end);
      const found = new Set(Array.from(inside.matchAll(isHeadingOf), ([, digits]) => Number(digits)));
      let number = from;
      while (number <= to && found.has(number)) number++;
      if (number > to) return textLines(text, block.span)[0];
    }
    return undefined;
  };
}
