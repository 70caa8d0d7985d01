import type { Block, ListItem } from '../../markdown/blocks.js';
import type { Span } from '../../markdown/span.js';
import type { Entry } from './board.js';
import { type EntryTitle, readEntryTitle } from './entryTitle.js';
import { findItemIds } from '../itemId.js';
import { locate } from '../located.js';
import { parseTasks } from './parseTasks.js';
import { findSpecPath } from '../specPath.js';
import { textLines, trimmedSpan } from '../textLines.js';

/** Entries by the very span of their heading. */
export type KeptEntries = ReadonlyMap<Span, Entry>;

interface OpenEntry {
  readonly title: EntryTitle;
  readonly headingSpan: Span;
  /** Those below its heading. */
  readonly blocks: readonly Block[];
}

/**
 * The entries among blocks: headings with an item id, each with all that is below it up to the next one (a heading
 * without id belongs to the entry above, as PactKit has it), and list items of the old form `- **STORY-007**: title`.
 *
 * @param bullets whether such items are entries everywhere, or only before the first heading entry. Everywhere: so are
 *   ticked items `- [x] [STORY-007] title` before the first heading entry; below one they are its tasks.
 * @param kept entries of an earlier text of which all blocks are taken over, by `headingSpan`.
 * @returns the entries, and the places of what belongs to none (comments and thematic breaks apart).
 */
export function parseEntries(
  text: string,
  blocks: readonly Block[],
  bullets: 'everywhere' | 'first',
  kept?: KeptEntries,
): { readonly entries: readonly Entry[]; readonly stray: readonly Span[] } {
  const entries: Entry[] = [];
  const stray: Span[] = [];
  let open: (OpenEntry & { readonly blocks: Block[] }) | undefined;
  const close = (): void => {
    if (open) entries.push(keptEntry(open, kept) ?? headingEntry(text, open));
    open = undefined;
  };
  for (const block of blocks) {
    const title = block.kind === 'heading' ? (kept?.get(block.span) ?? readEntryTitle(text, block)) : undefined;
    if (title) {
      close();
      open = { title, headingSpan: block.span, blocks: [] };
      continue;
    }
    const old =
      block.kind === 'list' && (bullets === 'everywhere' || !open)
        ? oldEntries(text, block.items, bullets === 'everywhere' && !open ? [strong, bracketed] : [strong])
        : undefined;
    if (old) {
      close();
      // Not spread into `push`: a call with very many arguments overflows the stack.
      for (const entry of old.entries) entries.push(entry);
      for (const place of old.stray) stray.push(place);
    } else if (open) open.blocks.push(block);
    else if (block.kind !== 'thematicBreak' && !(block.kind === 'html' && block.comment)) stray.push(block.span);
  }
  close();
  return { entries, stray };
}

/** An entry of which nothing came or went below the heading, either: it would end elsewhere. */
function keptEntry(open: OpenEntry, kept: KeptEntries | undefined): Entry | undefined {
  const entry = kept?.get(open.headingSpan);
  return entry?.span.end === endOf(open) ? entry : undefined;
}

function endOf({ headingSpan, blocks }: OpenEntry): number {
  return blocks.at(-1)?.span.end ?? headingSpan.end;
}

function headingEntry(text: string, open: OpenEntry): Entry {
  const { title, headingSpan, blocks } = open;
  const specPath = findSpecPath(text, blocks);
  return {
    title: title.title,
    form: 'heading',
    headingSpan,
    span: { start: headingSpan.start, end: endOf(open) },
    tasks: parseTasks(text, blocks),
    titleProblems: title.titleProblems,
    ...(title.id ? { id: title.id } : {}),
    ...(specPath ? { specPath } : {}),
  };
}

/** A list that begins with an old entry; undefined for any other list, such as the tasks of a heading entry. */
function oldEntries(
  text: string,
  items: readonly ListItem[],
  forms: readonly IdMarks[],
): { readonly entries: readonly Entry[]; readonly stray: readonly Span[] } | undefined {
  const read = items.map((item) => ({ item, entry: oldEntry(text, item, forms) }));
  if (!read.some(({ entry }) => entry)) return undefined;
  return {
    entries: read.flatMap(({ entry }) => entry ?? []),
    stray: read.flatMap(({ item, entry }) => (entry ? [] : [item.span])),
  };
}

/** What is around the id of an old entry. */
interface IdMarks {
  readonly before: RegExp;
  readonly behind: RegExp;
}

const strong: IdMarks = { before: /^\*\*\[?(?=[A-Z])/u, behind: /^\]?:?\*\*:?\s*(?:[-–—](?=\s))?/u };
const bracketed: IdMarks = { before: /^\[(?=[A-Z])/u, behind: /^\]:?\s+(?:[-–—]\s)?/u };

function oldEntry(text: string, item: ListItem, forms: readonly IdMarks[]): Entry | undefined {
  const { start, end } = item.textSpan;
  const content = text.slice(start, end);
  // What is not ticked is a list of something: of links, or of what is planned.
  const form = forms.find((one) => one.before.test(content) && (one === strong || item.task?.checked === true));
  if (!form) return undefined;
  const marks = form.before.exec(content)?.[0] ?? '';
  const [id] = findItemIds(content, start);
  if (id?.span.start !== start + marks.length) return undefined;
  const closing = form.behind.exec(text.slice(id.span.end, end))?.[0];
  if (closing === undefined) return undefined;
  const [firstLine] = textLines(text, item.span);
  const specPath = findSpecPath(text, item.children);
  return {
    id,
    title: locate(text, trimmedSpan(text, { start: id.span.end + closing.length, end })),
    form: 'bullet',
    headingSpan: firstLine ?? item.span,
    span: item.span,
    ...(specPath ? { specPath } : {}),
    tasks: parseTasks(text, item.children),
    titleProblems: [],
  };
}
