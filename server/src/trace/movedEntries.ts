import type { Entry } from '../documents/board.js';
import type { Span } from '../markdown/span.js';
import type { EntryTrace } from './graph.js';
import { sameList } from './same.js';

/** The entries of an item as they are now, each with the substance of the one before that says the same. */
export function keepSubstance(before: readonly EntryTrace[], now: readonly EntryTrace[]): readonly EntryTrace[] {
  if (before.length !== now.length) return now;
  return now.map((trace, at) => {
    const old = before[at];
    if (!old || old === trace || !saysTheSame(old, trace)) return trace;
    return { ...trace, substance: old.substance };
  });
}

/** Whether two lists hold entries of the same substance in the same order. */
export function sameSubstance(some: readonly EntryTrace[], others: readonly EntryTrace[]): boolean {
  return sameList(some, others, (one, other) => one.substance === other.substance);
}

/** Whether two entries differ in nothing but where they stand. */
function saysTheSame(one: EntryTrace, other: EntryTrace): boolean {
  return (
    one.document.path === other.document.path &&
    one.kind === other.kind &&
    one.section?.heading.text === other.section?.heading.text &&
    textOf(one) === textOf(other) &&
    isSameEntry(one.entry, other.entry)
  );
}

function textOf({ document, entry }: EntryTrace): string {
  return document.text.slice(entry.span.start, entry.span.end);
}

/** Of two entries with the same text: whether it was read the same way, too, as what stands around it may tell. */
function isSameEntry(one: Entry, other: Entry): boolean {
  const by = other.span.start - one.span.start;
  const isMoved = (span: Span | undefined, to: Span | undefined): boolean =>
    span && to ? to.start - span.start === by && to.end - span.end === by : span === to;
  return (
    one.form === other.form &&
    isMoved(one.headingSpan, other.headingSpan) &&
    isMoved(one.id?.span, other.id?.span) &&
    isMoved(one.title.span, other.title.span) &&
    isMoved(one.specPath?.span, other.specPath?.span) &&
    sameList(one.tasks, other.tasks, (task, moved) => isMoved(task.mark.span, moved.mark.span)) &&
    sameList(one.titleProblems, other.titleProblems, (problem, moved) => problem.kind === moved.kind)
  );
}
