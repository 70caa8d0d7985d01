import { stripVTControlCharacters } from 'node:util';

const grades = ['P0', 'P1', 'P2', 'P3'] as const;

/** What a reviewer found. */
export interface ReviewFinding {
  readonly grade: (typeof grades)[number];
  /** File and line, as the reviewer wrote them: `src/cart.js:12`. */
  readonly place?: string;
  /** `AC1` or `R2`. */
  readonly criterion?: string;
  /** All that was said, on one line: the place and the criterion included. */
  readonly text: string;
}

/** A reviewer's answer. It fails where it says so, and where a finding is grave, whatever it says. */
export interface Review {
  readonly verdict: 'pass' | 'fail';
  /** In the order they were given. */
  readonly findings: readonly ReviewFinding[];
}

/** Whether work goes back because of a finding. */
export function isGrave({ grade }: ReviewFinding): boolean {
  return grade === 'P0' || grade === 'P1';
}

/**
 * Reads a reviewer's answer: the last line that says PASS or FAIL, and the lines that begin with a grade. Agents decorate what they
 * write, so Markdown around both is read, too.
 *
 * @param text what the agent said last.
 * @returns undefined if no line is a verdict.
 */
export function readReview(text: string): Review | undefined {
  const lines = stripVTControlCharacters(text).split(/\r?\n/u);
  const verdict = lines.map(verdictIn).findLast((one) => one !== undefined);
  if (verdict === undefined) return undefined;
  const findings = lines.flatMap(findingIn);
  return { verdict: findings.some(isGrave) ? 'fail' : verdict, findings };
}

/** A finding as the task of a board. */
export function taskOfFinding({ grade, text }: ReviewFinding): string {
  return `${grade} ${text}`;
}

const label = /^(?:final )?(?:verdict|result|review)\s*[:=–—-]\s*(pass|fail)(?:ed|s)?\b/iu;
const alone = /^(PASS|FAIL)(?:ED)?(?:$|[.!:,;]|\s[–—-])/u;
const last = /\b(PASS|FAIL)(?:ED)?[.!]?$/u;

function verdictIn(line: string): Review['verdict'] | undefined {
  const words = line.replaceAll(/[*_`#>|]/gu, '').trim();
  // An answer that only quotes the question is no answer.
  if (/\bPASS\b.*\bFAIL\b|\bFAIL\b.*\bPASS\b/iu.test(words)) return undefined;
  const said = (label.exec(words) ?? alone.exec(words) ?? last.exec(words))?.[1];
  return said === undefined ? undefined : said.toUpperCase() === 'PASS' ? 'pass' : 'fail';
}

const graded = /^\s*(?:[-*+•]\s+|\d+[.)]\s+)?[*_`[(]*(P[0-3])\b[\])*_`]*\s*[:–—-]?\s*(.*)$/u;

/** In UTF-16 units: a task of a board stays one that can be read. */
const longestText = 300;

function findingIn(line: string): readonly ReviewFinding[] {
  const [, name, said = ''] = graded.exec(line) ?? [];
  const grade = grades.find((one) => one === name);
  const text = said
    .replaceAll(/\*\*|__/gu, '')
    .trim()
    .replaceAll(/\s+/gu, ' ');
  if (grade === undefined || !/\p{L}/u.test(text) || verdictIn(said) !== undefined) return [];
  const place = /[\w./@-]+\.\w+(?::\d+)?/u.exec(text)?.[0];
  const criterion = /\b(?:AC|R)\d+(?:\.\d+)*\b/u.exec(text)?.[0];
  return [
    {
      grade,
      ...(place === undefined ? {} : { place }),
      ...(criterion === undefined ? {} : { criterion }),
      text: text.length > longestText ? `${text.slice(0, longestText)}…` : text,
    },
  ];
}
