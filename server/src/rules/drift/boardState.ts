import { type BoardSectionKind, type Entry, statusOfSection, type Task } from '../../documents/board/board.js';
import type { AnyDocument, ParsedDocument } from '../../documents/document.js';
import { isGivenUp as isSpecGivenUp, type SpecProgress, specProgress } from '../../documents/spec/specStatus.js';
import type { Span } from '../../markdown/span.js';
import type { EntryTrace, ItemTrace, Stage, TraceGraph } from '../../trace/graph.js';
import { titlePlace } from '../support/place.js';
import { memoFor } from '../../base/memo.js';

/** The sections as messages name them. */
export const sectionWords: Readonly<Record<BoardSectionKind, string>> = {
  backlog: 'Backlog',
  inProgress: 'In Progress',
  done: 'Done',
};

/** The Status that goes with how far an item is by its entries. */
export function statusOfStage(stage: Stage): (typeof statusOfSection)[BoardSectionKind] {
  if (stage === 'unplanned') return statusOfSection.backlog;
  return statusOfSection[stage === 'archived' ? 'done' : stage];
}

const sectionByProgress = { draft: 'backlog', inProgress: 'inProgress', done: 'done', unknown: undefined } as const;

/** The section that goes with a Status; undefined if the Status says nothing. */
export function sectionOfProgress(progress: SpecProgress): BoardSectionKind | undefined {
  return sectionByProgress[progress];
}

/** The tasks with nothing between their brackets; what a foreign mark (`[-]`) means is left to PW305. */
export function openTasks({ tasks }: Pick<Entry, 'tasks'>): readonly Task[] {
  return tasks.filter(isOpenTask);
}

function isOpenTask({ checked, mark }: Task): boolean {
  return !checked && mark.value.trim() === '';
}

function hasOpenTask({ tasks }: Entry): boolean {
  for (const task of tasks) if (isOpenTask(task)) return true;
  return false;
}

/**
 * The section that an entry's tasks imply (formats reference, A3): none ticked is Backlog, some ticked and some open is In
 * Progress, some ticked and none open is Done.
 *
 * @returns undefined if there is none to go by, or the item is given up: its tasks stay as they were.
 */
export function sectionOfTasks(entry: Entry, item: Pick<ItemTrace, 'spec'>): BoardSectionKind | undefined {
  return isGivenUp(item) ? undefined : sectionByTasks(entry, hasOpenTask(entry));
}

function sectionByTasks({ tasks }: Entry, isOpen: boolean): BoardSectionKind | undefined {
  for (const { checked } of tasks) if (checked) return isOpen ? 'inProgress' : 'done';
  return isOpen ? 'backlog' : undefined;
}

/**
 * Which of the rules speaks where an entry's section, its tasks and the spec's Status do not agree: one fact is one finding.
 *
 * - `tasks` (PW612): the tasks are against the section. The Status is judged when that is put right.
 * - `ready` (PW612): all tasks of an entry in progress are ticked.
 * - `openTasks` (PW614): the Status is Done, while section and tasks say that the item is not.
 * - `status` (PW613): the Status is against the section, and the tasks are not against either.
 */
export function contradictionOf(
  kind: BoardSectionKind | undefined,
  entry: Entry,
  item: Pick<ItemTrace, 'spec'>,
): 'tasks' | 'ready' | 'openTasks' | 'status' | undefined {
  if (isGivenUp(item)) return kind === undefined || kind === 'done' ? undefined : 'status';
  const progress = progressOf(item);
  const isOpen = hasOpenTask(entry);
  if (kind === undefined) return progress === 'done' && isOpen ? 'openTasks' : undefined;
  const spoken = sectionByTasks(entry, isOpen) ?? kind;
  const against = progress !== 'unknown' && sectionOfProgress(progress) !== kind ? 'status' : undefined;
  if (kind === 'done') return spoken === kind ? against : 'tasks';
  if (progress === 'done' && isOpen) return 'openTasks';
  if (kind === 'backlog') return spoken === kind ? against : 'tasks';
  return against ?? (spoken === 'done' ? 'ready' : undefined);
}

/** What the Status says; several rules ask for each entry. */
const statusSays = memoFor(({ facts }: ParsedDocument<'spec'>) => ({
  progress: specProgress(facts),
  isGivenUp: isSpecGivenUp(facts),
}));

/** How far the spec says the item is; `unknown` without spec. */
export function progressOf({ spec }: Pick<ItemTrace, 'spec'>): SpecProgress {
  return spec ? statusSays(spec).progress : 'unknown';
}

/** The entry on the board; undefined if there are two, which contradict each other already (PW303). */
export function boardEntry({ entries }: Pick<ItemTrace, 'entries'>): EntryTrace | undefined {
  const [first, second] = entries;
  return first?.document.kind === 'board' && second?.document.kind !== 'board' ? first : undefined;
}

/** Whether board, archive or spec says that the item is not to be worked on any more. */
export function isOver(item: ItemTrace): boolean {
  return item.stage === 'done' || item.stage === 'archived' || progressOf(item) === 'done';
}

/** Whether its spec says that it is not to be built, so that nothing is missing that was not. */
function isGivenUp({ spec }: Pick<ItemTrace, 'spec'>): boolean {
  return spec !== undefined && statusSays(spec).isGivenUp;
}

/** Whether board, archive or spec says that the item is done, and so that it was built. */
export function isDone(item: ItemTrace): boolean {
  return isOver(item) && !isGivenUp(item);
}

/** Where a finding about the Status is shown: its cell, the title if there is none. */
export function statusPlace(document: ParsedDocument<'spec'>): Span {
  const cell = document.facts.status?.span;
  return cell && cell.end > cell.start ? cell : titlePlace(document);
}

/** Where a finding about an entry is shown: its id. */
export function entryPlace({ id, headingSpan }: Pick<Entry, 'id' | 'headingSpan'>): Span {
  return id?.span ?? headingSpan;
}

/** Whether somebody works on it: as the board says, or the Status of an item that is on no board. */
export function isInProgress(item: Pick<ItemTrace, 'stage' | 'spec'>): boolean {
  return item.stage === 'inProgress' || (item.stage === 'unplanned' && progressOf(item) === 'inProgress');
}

/** Whether this is an entry of what the item counts as: done on the board, or in the archive. */
export function isDoneHere({ document, kind }: EntryTrace, item: ItemTrace): boolean {
  if (isGivenUp(item)) return false;
  const { stage } = item;
  return document.kind === 'archive' ? stage === 'archived' : kind === 'done' && stage === 'done';
}

/** The items that are still to be worked on, each with where a finding about all of it is shown: its entry, or the Status. */
export function* atHand(
  trace: TraceGraph,
): Iterable<{ readonly item: ItemTrace; readonly place: { readonly file: AnyDocument; readonly span: Span } }> {
  for (const id of trace.items) {
    const item = trace.item(id);
    if (!item || isOver(item)) continue;
    const [first] = item.entries;
    if (first) yield { item, place: { file: first.document, span: entryPlace(first.entry) } };
    else if (item.spec) yield { item, place: { file: item.spec, span: statusPlace(item.spec) } };
  }
}
