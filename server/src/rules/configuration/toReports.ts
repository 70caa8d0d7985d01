import type { Span } from '../../markdown/span.js';
import type { Report } from '../rule.js';

/** What is wrong in a file of ours, as its reader says it. */
interface Problem {
  readonly span: Span;
  readonly message: string;
  /** The text that would be right in the place of `span`, if it is known. */
  readonly suggestion?: string;
}

/** Each problem as a report, with a fix if the reader knows the right text. */
export function toReports(problems: readonly Problem[]): readonly Report[] {
  return problems.map(({ span, message, suggestion }) => ({
    span,
    message: /[.?]$/u.test(message) ? message : `${message}.`,
    ...(suggestion === undefined
      ? {}
      : { fix: { title: `Change it to \`${suggestion}\``, safe: false, edits: [{ span, newText: suggestion }] } }),
  }));
}
