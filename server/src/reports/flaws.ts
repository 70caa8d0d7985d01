import { count } from '../base/count.js';

/** What a check of a project finds, beside the findings of rules. */
export interface Flaw {
  /** One word for the check: `dead-import`. */
  readonly check: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** Relative to the root, with `/`; undefined if it is in no file. */
  readonly path?: string | undefined;
  /** From 0. */
  readonly line?: number | undefined;
  /** One sentence without full stop: what is wrong. */
  readonly message: string;
  /** One sentence without full stop: why that matters, or how it comes about. */
  readonly cause?: string;
  /** One sentence without full stop: the way out. */
  readonly next: string;
  /** What puts it right, where that is certain. */
  readonly fix?: Fix;
}

interface Fix {
  /** As a button says it. */
  readonly title: string;
  /** A program and its arguments, started at the root; `pactwright` is this program. */
  readonly command: readonly string[];
}

const ranks = { error: 0, warning: 1, info: 2 } as const;

/** Errors first, then by place. */
export function sortFlaws(flaws: readonly Flaw[]): readonly Flaw[] {
  return [...flaws].sort(
    (a, b) =>
      ranks[a.severity] - ranks[b.severity] ||
      compare(a.path ?? '', b.path ?? '') ||
      (a.line ?? -1) - (b.line ?? -1) ||
      compare(a.message, b.message),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Whether a caller has to do something: hints alone are no reason. */
export function needsAttention(flaws: readonly Flaw[]): boolean {
  return flaws.some(({ severity }) => severity !== 'info');
}

/** Each with its place, its way out, and the command that puts it right; and how many there are. @param nothing what to say of none. */
export function formatFlaws(flaws: readonly Flaw[], nothing: string): string {
  if (flaws.length === 0) return nothing;
  const count_ = (severity: Flaw['severity']): number => flaws.filter((one) => one.severity === severity).length;
  return [
    ...flaws.map(formatFlaw),
    '',
    [count(count_('error'), 'error'), count(count_('warning'), 'warning'), count(count_('info'), 'hint')].join(', '),
  ].join('\n');
}

function formatFlaw({ check, severity, path, line, message, cause, next, fix }: Flaw): string {
  const place = path === undefined ? '' : `${path}${line === undefined ? '' : `:${String(line + 1)}`}  `;
  return [
    `${place}${severity}  ${message}  (${check})`,
    ...(cause === undefined ? [] : [`    ${cause}`]),
    `    ${next}`,
    ...(fix ? [`    $ ${fix.command.join(' ')}`] : []),
  ].join('\n');
}
