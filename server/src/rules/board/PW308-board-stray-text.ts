import { boardHeadings, entriesOf } from '../../documents/board/board.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Block, Heading } from '../../markdown/blocks.js';
import { overlaps, type Span } from '../../markdown/span.js';
import { defineRule, type Report } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { headingPlace } from '../support/place.js';
import { itemOf, titlesAtLevelOne } from './entries.js';

export const boardStrayText = defineRule({
  code: 'PW308',
  name: 'board-stray-text',
  summary: 'Text on the board belongs to no entry, or to the wrong one',
  severity: 'info',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'Tasks outside an entry are never ticked or counted. A heading without an id becomes part of the entry above it. An entry above the sections, or in a section with a different name, is in none of the three. All of these are warnings, but only information in sections with other names, which may be intentional. Other text between a section heading and its first entry is harmless but ignored by tools. Other text above the first section and in your own sections is not checked.',
  fix: 'Give the text an entry with an id (`### [STORY-002] Title`), or move it into the one it belongs to. Move an entry below the heading of the section it belongs to.',
  pactkit:
    'PactKit leaves such text where it is. A heading without an item id and its tasks belong to the entry above and move with it. It puts Done entries at the very end of the file, even after a section of your own.',
  *check(document): Generator<Report> {
    const { text, model } = document;
    yield* aboveSections(document);
    let known: ReadonlyMap<number, Block> | undefined;
    const blockAt = (): ReadonlyMap<number, Block> =>
      (known ??= new Map(document.blocks.map((block) => [block.span.start, block])));
    const misplaced = new Set(titlesAtLevelOne(document).map(({ heading }) => heading.span.start));
    for (const { kind, heading, stray, entries } of model.sections) {
      const entry = kind === undefined ? entries[0] : undefined;
      if (entry) {
        const { id, headingSpan } = entry;
        const who = entries.length === 1 ? (id?.value ?? 'An entry') : `${entries.length} entries`;
        yield {
          span: headingPlace(heading),
          anchor: `entries in ${heading.text}`,
          message: `${who} ${entries.length === 1 ? 'is' : 'are'} in "${excerpt(heading.text)}", ${nowhere(entries.length)}`,
          related: [{ document, span: headingSpan, message: entries.length === 1 ? 'The entry' : 'The first of them' }],
        };
      }
      for (const span of stray) {
        // PW304 tells that this is an entry, and what is below is its own.
        if (misplaced.has(span.start)) break;
        const block = blockAt().get(span.start);
        const tasks = block ? countTasks([block]) : 0;
        if (kind === undefined && tasks === 0) continue;
        const loose = tasks > 0 || block?.kind === 'heading';
        yield {
          span: firstLine(text, span),
          severity: loose && kind !== undefined ? 'warning' : 'info',
          message:
            tasks > 0
              ? looseTasks(tasks)
              : block?.kind === 'heading'
                ? `"${excerpt(block.text)}" has no item id, so it is not an entry of "${heading.text}". Write \`### [STORY-001] ${excerpt(block.text, 30)}\` with its own id.`
                : `This text in "${heading.text}" belongs to no entry. Move it into one, or above the first section.`,
        };
      }
    }
    yield* swallowedHeadings(document, misplaced);
  },
});

const nowhere = (count: number): string =>
  `so it is unclear whether ${count === 1 ? 'it is' : 'they are'} planned, in progress or done. Move ${count === 1 ? 'it' : 'them'} below \`${boardHeadings.backlog}\`, \`${boardHeadings.inProgress}\` or \`${boardHeadings.done}\`.`;

const looseTasks = (count: number): string =>
  `${count === 1 ? 'This task belongs' : `These ${count} tasks belong`} to no entry, so no tool ever ticks or counts ${count === 1 ? 'it' : 'them'}. Move ${count === 1 ? 'it' : 'them'} below an entry such as \`### [STORY-001] Title\`.`;

/** Tasks and entries before the first section; other text may be there. */
function* aboveSections({ text, blocks, model }: ParsedDocument<'board'>): Generator<Report> {
  const { looseEntries, sections } = model;
  // Where there is none, PW301 says so.
  if (sections.some(({ kind }) => kind !== undefined)) {
    for (const { id, title, headingSpan, form } of looseEntries) {
      yield {
        span: form === 'heading' && title.value !== '' ? title.span : headingSpan,
        anchor: 'above the sections',
        item: id?.value ?? title.value,
        severity: 'warning',
        message: `${id?.value ?? 'This entry'} is above the first section, ${nowhere(1)}`,
      };
    }
  }
  const end = sections[0]?.heading.span.start ?? Infinity;
  for (const block of blocks) {
    if (block.span.start >= end) return;
    if (block.kind !== 'list' || looseEntries.some(({ span }) => overlaps(span, block.span))) continue;
    const tasks = countTasks([block]);
    if (tasks > 0) yield { span: firstLine(text, block.span), severity: 'warning', message: looseTasks(tasks) };
  }
}

/** Headings without id, at the level of entries or above and with tasks below them, which the entry above takes in. */
function* swallowedHeadings(
  { blocks, model }: ParsedDocument<'board'>,
  misplaced: ReadonlySet<number>,
): Generator<Report> {
  const entries = entriesOf(model).filter(({ form }) => form === 'heading');
  const titles = new Set(entries.map(({ headingSpan }) => headingSpan.start));
  let next = 0;
  let level: number | undefined;
  for (const [index, heading] of blocks.entries()) {
    if (heading.kind !== 'heading') continue;
    while ((entries[next + 1]?.headingSpan.start ?? Infinity) <= heading.span.start) next++;
    const entry = entries[next];
    if (titles.has(heading.span.start)) {
      level = heading.level;
      continue;
    }
    if (misplaced.has(heading.span.start)) continue;
    if (!entry || level === undefined || !isInside(heading, entry.span) || heading.level > level) continue;
    let end = index + 1;
    while (end < blocks.length && blocks[end]?.kind !== 'heading') end++;
    const tasks = countTasks(blocks.slice(index + 1, end));
    if (tasks === 0) continue;
    yield {
      span: headingPlace(heading),
      ...itemOf(entry),
      severity: 'warning',
      message: `"${excerpt(heading.text)}" has no item id, so its ${tasks === 1 ? 'task counts' : `${tasks} tasks count`} for ${entry.id?.value ?? 'the entry'} above. Give it an id, \`### [STORY-001] Title\`, or make it a deeper heading.`,
    };
  }
}

function isInside(heading: Heading, entry: Span): boolean {
  return heading.span.start > entry.start && heading.span.end <= entry.end;
}

function countTasks(blocks: readonly Block[]): number {
  let count = 0;
  for (const block of blocks) {
    if (block.kind !== 'list') continue;
    for (const { task, children } of block.items) count += (task ? 1 : 0) + countTasks(children);
  }
  return count;
}

function firstLine(text: string, { start, end }: Span): Span {
  const length = text.slice(start, end).search(/[\r\n]/u);
  return { start, end: length < 0 ? end : start + length };
}
