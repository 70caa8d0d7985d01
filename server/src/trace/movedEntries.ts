import type { Entry } from '../documents/board/board.js';
import { commonEnds } from '../base/common.js';
import type { Span } from '../markdown/span.js';
import { memoFor } from '../base/memo.js';
import { withSubstance } from './entryTraces.js';
import type { EntryTrace } from './graph.js';
import { sameList } from '../base/same.js';

/** The entries of an item as they are now, each with the substance of the one before that says the same. */
export function keepSubstance(before: readonly EntryTrace[], now: readonly EntryTrace[]): readonly EntryTrace[] {
  if (before.length !== now.length) return now;
  return now.map((trace, at) => {
    const old = before[at];
    if (!old || old === trace || !saysTheSame(old, trace)) return trace;
    return withSubstance(trace, old.substance);
  });
}

/** Whether two lists hold entries of the same substance in the same order. */
export function sameSubstance(some: readonly EntryTrace[], others: readonly EntryTrace[]): boolean {
  return sameList(some, others, (one, other) => one.substance === other.substance);
}

/** Whether two entries differ in nothing but where they are. */
function saysTheSame(one: EntryTrace, other: EntryTrace): boolean {
  const { form } = one.entry;
  return (
    one.document.path === other.document.path &&
    // What kind of section it is, the heading says.
    one.section?.heading.text === other.section?.heading.text &&
    // An entry that did not move may be the very one of the text before.
    (one.entry === other.entry ||
      (form === other.entry.form &&
        isSameText(one, other) &&
        // A heading ends all that is open, so what is below it reads the same wherever it is; a list item may be indented.
        (form === 'heading' || isSameBullet(one.entry, other.entry))))
  );
}

function isSameText(one: EntryTrace, other: EntryTrace): boolean {
  const [a, b] = [one.entry.span, other.entry.span];
  if (a.end - a.start !== b.end - b.start) return false;
  const { before, behind, by } = common(one.document)(other.document);
  if (a.start === b.start && a.end <= before) return true;
  if (b.start - a.start === by && a.start >= behind) return true;
  return one.document.text.slice(a.start, a.end) === other.document.text.slice(b.start, b.end);
}

type Text = EntryTrace['document'];

// Asked of thousands of entries of the same two documents.
const common = memoFor((one: Text) => memoFor((other: Text) => commonEnds(one.text, other.text)));

function isSameBullet(one: Entry, other: Entry): boolean {
  const by = other.span.start - one.span.start;
  const isMoved = (span: Span | undefined, to: Span | undefined): boolean =>
    span && to ? to.start - span.start === by && to.end - span.end === by : span === to;
  return (
    isMoved(one.headingSpan, other.headingSpan) &&
    isMoved(one.title.span, other.title.span) &&
    isMoved(one.specPath?.span, other.specPath?.span) &&
    sameList(one.tasks, other.tasks, (task, moved) => isMoved(task.mark.span, moved.mark.span))
  );
}
