import type { Finding, Severity } from '../../rules/finding.js';
import type { Rule } from '../../rules/rule.js';

/** What a lint found, ready to be written in any format. */
export interface LintReport {
  /** What was asked for: `--root`, or the current folder. Absolute. */
  readonly root: string;
  /** The documents judged and the other files with findings, relative to the root, with `/`. */
  readonly files: readonly string[];
  /** In order of path and place, paths relative to the root; their ids tell projects apart. */
  readonly findings: readonly Finding[];
  readonly counts: Counts;
  /** How many findings a baseline leaves out. */
  readonly baselined: number;
  /** How many entries of the baselines stand for no finding any more. */
  readonly stale: number;
  /** The rules that ran. */
  readonly rules: readonly Rule[];
}

export type Counts = Readonly<Record<Severity, number>>;

export function countSeverities(findings: readonly Finding[]): Counts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}
