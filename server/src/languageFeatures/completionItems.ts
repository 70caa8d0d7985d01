import type { ParsedDocument } from '../documents/document.js';
import { registeredKinds } from '../documents/registry.js';
import type { Span } from '../markdown/span.js';
import { entriesOf } from '../documents/board/board.js';
import type { ItemTrace, Stage } from '../trace/graph.js';
import { memoFor } from '../base/memo.js';
import type { Candidate, CompletionRequest, Offer } from './completionOffer.js';
import { itemTitle } from '../trace/itemTitle.js';
import { sectionOf } from './itemStanding.js';

/**
 * Item ids: the document's own in its title; the spec's path behind `> Spec:`; in an entry's title and behind an opening
 * bracket all items; elsewhere where the beginning of an id is written (`ST`, `STORY-0`).
 */
export function offerItems(request: CompletionRequest): Offer | undefined {
  return offerSpecPath(request) ?? offerOwnId(request) ?? offerEntryTitle(request) ?? offerIds(request);
}

const specLine = /^\s*(?:>\s*)+(?:\*\*)?Spec(?:\*\*)?\s*[:：](?:\*\*)?\s*`?([^\s`]*)$/iu;

function offerSpecPath({ document, project, trace, place }: CompletionRequest): Offer | undefined {
  if (document.kind !== 'board' && document.kind !== 'archive' && document.kind !== 'testCase') return undefined;
  const typed = specLine.exec(place.before)?.[1];
  if (typed === undefined) return undefined;
  const own = document.kind === 'testCase' ? document.item : entryAt(document, place.offset);
  const specs = [...project.ofKind('spec')].sort((a, b) => Number(b.item === own) - Number(a.item === own));
  const start = place.offset - typed.length;
  return {
    span: { start, end: place.offset + (/^[^\s`]*/u.exec(place.after)?.[0].length ?? 0) },
    candidates: specs.map((spec): Candidate => {
      const item = spec.item === undefined ? undefined : trace.item(spec.item);
      const title = item && itemTitle(item);
      return { label: spec.path, kind: 'file', ...(title === undefined ? {} : { detail: title }) };
    }),
  };
}

function entryAt({ model }: ParsedDocument<'board'> | ParsedDocument<'archive'>, offset: number): string | undefined {
  const entries = 'sections' in model ? entriesOf(model) : model.entries;
  // The line that is being written may not belong to the entry yet.
  return entries.findLast(({ span }) => span.start <= offset)?.id?.value;
}

/** In `# ‸` of a spec or test case. */
function offerOwnId({ document: { kind, item }, trace, place }: CompletionRequest): Offer | undefined {
  if ((kind !== 'spec' && kind !== 'testCase') || item === undefined) return undefined;
  const typed = /^#[ \t]+(?:Test Cases?: ?)?([\w-]*)$/iu.exec(place.before)?.[1];
  if (typed === undefined || place.after.trim() !== '') return undefined;
  const traced = kind === 'testCase' ? trace.item(item) : undefined;
  const title = traced && itemTitle(traced);
  const label = kind === 'spec' ? `${item}: ` : title === undefined ? item : `${item} — ${title}`;
  return {
    span: { start: place.offset - typed.length, end: place.line.end },
    candidates: [{ label, kind: 'item', detail: 'the item this file is named after' }],
  };
}

/** In `### [‸` of a board: the id and the title of an item, those without an entry first. */
function offerEntryTitle(request: CompletionRequest): Offer | undefined {
  const { document, place } = request;
  if (document.kind !== 'board' && document.kind !== 'archive') return undefined;
  const typed = /^#{3,4}[ \t]+\[([\w-]*)$/u.exec(place.before)?.[1];
  if (typed === undefined || !/^[\w-]*\]?\s*$/u.test(place.after)) return undefined;
  return {
    span: { start: place.offset - typed.length, end: place.line.end },
    candidates: itemCandidates(request, undefined, (item) => {
      const title = itemTitle(item);
      return `${item.id}]${title === undefined ? ' ' : ` ${title.replace(/\s+/gu, ' ')}`}`;
    }),
  };
}

function offerIds(request: CompletionRequest): Offer | undefined {
  const { document, place } = request;
  if (registeredKinds.syntaxOf(document) === 'yaml') return undefined;
  const { before } = place;
  const word = /[A-Za-z][\w-]*$/u.exec(before)?.[0] ?? '';
  const previous = before.charAt(before.length - word.length - 1);
  if (/[\w-]/u.test(previous)) return undefined;
  // A list item's bracket begins a task.
  const bracket =
    previous === '[' && !/^\s*(?:[-*+]|\d+[.)])\s+\[$/u.test(before.slice(0, before.length - word.length));
  if (!bracket && !beginsId(word)) return undefined;
  return { span: wordAround(request, word), candidates: itemCandidates(request, document.item) };
}

/** Two capitals at least: with less, every sentence that begins with S would bring up the list. */
function beginsId(word: string): boolean {
  if (/^(?:STORY|BUG|HOTFIX)-/iu.test(word)) return true;
  return word.length > 1 && ['STORY', 'BUG', 'HOTFIX'].some((type) => type.startsWith(word));
}

/** From the beginning of the typed part of an id to the end of its word. */
export function wordAround({ place }: Pick<CompletionRequest, 'place'>, typed: string): Span {
  return {
    start: place.offset - typed.length,
    end: place.offset + (/^[\w-]*/u.exec(place.after)?.[0].length ?? 0),
  };
}

const order: readonly Stage[] = ['inProgress', 'backlog', 'unplanned', 'done', 'archived'];
const orderOfEntries: readonly Stage[] = ['unplanned', 'inProgress', 'backlog', 'done', 'archived'];

/**
 * The items of the project, those being worked on first, of each stage the newest first.
 *
 * @param except an item that is not offered.
 * @param write what is written for an item, where that is more than its id; unplanned items then come first.
 */
export function* itemCandidates(
  { trace }: CompletionRequest,
  except: string | undefined,
  write?: (item: ItemTrace) => string,
): Generator<Candidate> {
  const byStage = new Map<Stage, ItemTrace[]>(order.map((stage) => [stage, []]));
  for (const id of trace.items) {
    const item = id === except ? undefined : trace.item(id);
    if (item) byStage.get(item.stage)?.push(item);
  }
  for (const stage of write ? orderOfEntries : order)
    for (const item of byStage.get(stage)?.reverse() ?? [])
      yield write ? { ...candidateFor(item), newText: write(item) } : candidateFor(item);
}

// An item is the same object until something about it changes, and a project has thousands of them.
const candidateFor = memoFor((item: ItemTrace): Candidate => {
  const { id, spec, entries } = item;
  const title = itemTitle(item);
  const [entry] = entries;
  const status = spec?.facts.status?.value;
  const filterText = title === undefined ? id : `${id} ${title}`;
  return {
    label: id,
    kind: 'item',
    detail: [title, status ?? (entry && sectionOf(entry))]
      .filter((part) => part !== undefined && part !== '')
      .join(' · '),
    about: { kind: 'item', id, item: id },
    filterText,
    folded: filterText.toLowerCase(),
  };
});
