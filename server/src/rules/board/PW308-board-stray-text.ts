import type { ParsedDocument } from '../../documents/document.js';
import type { Block, Heading } from '../../markdown/blocks.js';
import type { Span } from '../../markdown/span.js';
import { defineRule, type Report } from '../rule.js';
import { excerpt } from '../support/excerpt.js';
import { headingPlace } from '../support/place.js';
import { entriesOf, itemOf } from './entries.js';

export const boardStrayText = defineRule({
  code: 'PW308',
  name: 'board-stray-text',
  summary: 'Text on the board that belongs to no entry, or to the wrong one',
  severity: 'info',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'Tasks outside an entry are never ticked or counted, and a heading without id joins the entry above it: both are a warning. Other text between a section heading and its first entry does no harm, but says nothing to tools.',
  ok: '## 📋 Backlog\n\n### [STORY-001] Guest carts\n\n- [ ] Data model\n',
  notOk: '## 📋 Backlog\n\n- [ ] Data model\n\n### [STORY-001] Guest carts\n\n- [ ] UI\n',
  fix: 'Give the text an entry with an id (`### [STORY-002] Title`), or move it into the one it belongs to.',
  pactkit:
    'PactKit leaves such text where it is. A heading without an item id and its tasks belong to the entry above and move with it.',
  *check(document): Generator<Report> {
    const { text, model } = document;
    let known: ReadonlyMap<number, Block> | undefined;
    const blockAt = (): ReadonlyMap<number, Block> =>
      (known ??= new Map(document.blocks.map((block) => [block.span.start, block])));
    for (const { kind, heading, stray } of model.sections) {
      if (kind === undefined) continue;
      for (const span of stray) {
        const block = blockAt().get(span.start);
        const tasks = block ? countTasks([block]) : 0;
        const loose = tasks > 0 || block?.kind === 'heading';
        yield {
          span: firstLine(text, span),
          severity: loose ? 'warning' : 'info',
          message:
            tasks > 0
              ? `${tasks === 1 ? 'This task belongs' : `These ${tasks} tasks belong`} to no entry, so no tool ever ticks or counts ${tasks === 1 ? 'it' : 'them'}. Move them below an entry such as \`### [STORY-001] Title\`.`
              : block?.kind === 'heading'
                ? `"${excerpt(block.text)}" has no item id, so it is no entry of "${heading.text}". Write \`### [STORY-001] ${excerpt(block.text, 30)}\` with its own id.`
                : `This text in "${heading.text}" belongs to no entry. Move it into one, or above the first section.`,
        };
      }
    }
    yield* swallowedHeadings(document);
  },
});

/** Headings without id, at the level of entries or above and with tasks below them, which the entry above takes in. */
function* swallowedHeadings({ blocks, model }: ParsedDocument<'board'>): Generator<Report> {
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
