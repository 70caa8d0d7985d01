import type { Position, Span } from '../markdown/span.js';
import type { Severity } from './finding.js';
import type { RelatedReport, Report, Rule } from './rule.js';

/** What a rule said, with the severity it has here. */
export interface RuleReport {
  readonly rule: Rule;
  readonly report: Report;
  readonly severity: Severity;
}

/** One after the other; most documents have only one of the two, or none. */
export function joinReports(some: readonly RuleReport[], others: readonly RuleReport[]): readonly RuleReport[] {
  if (others.length === 0) return some;
  return some.length === 0 ? others : [...some, ...others];
}

/** Whether two lists of reports make the same findings. */
export function areSameReports(some: readonly RuleReport[], others: readonly RuleReport[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, index) => {
      const other = others[index];
      return (
        other !== undefined &&
        one.rule === other.rule &&
        one.severity === other.severity &&
        isSameReport(one.report, other.report)
      );
    })
  );
}

function isSameReport(one: Report, other: Report): boolean {
  if (one === other) return true;
  const related = one.related ?? [];
  const otherRelated = other.related ?? [];
  return (
    one.message === other.message &&
    isSameSpan(one.span, other.span) &&
    one.anchor === other.anchor &&
    one.item === other.item &&
    one.scenario === other.scenario &&
    isSameData(one.commits, other.commits) &&
    // What a fix edits in another document moves with that.
    isSameData(one.fix, other.fix) &&
    isSameData(one.otherFixes, other.otherFixes) &&
    related.length === otherRelated.length &&
    related.every((entry, index) => {
      const match = otherRelated[index];
      return match !== undefined && isSameRelated(entry, match);
    })
  );
}

function isSameRelated(one: RelatedReport, other: RelatedReport): boolean {
  if (one.message !== other.message || one.document.path !== other.document.path) return false;
  if (one.document === other.document) return isSameSpan(one.span, other.span);
  // An edit of that document may have moved the place, or not.
  const range = one.document.lines.rangeOf(one.span);
  const otherRange = other.document.lines.rangeOf(other.span);
  return isSamePosition(range.start, otherRange.start) && isSamePosition(range.end, otherRange.end);
}

function isSamePosition(one: Position, other: Position): boolean {
  return one.line === other.line && one.character === other.character;
}

function isSameData(one: object | undefined, other: object | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function isSameSpan(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end;
}
