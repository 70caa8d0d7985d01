import type { Finding } from './finding.js';

/** The findings a project has accepted for now, by identity; the same identity may stand for several findings. */
export interface Baseline {
  readonly version: 1;
  readonly findings: readonly BaselineEntry[];
}

export interface BaselineEntry {
  readonly id: string;
  readonly code: string;
  /** For people who read the file's diff: where and what, as it was when the baseline was written. */
  readonly about: string;
}

export type ReadBaseline =
  | { readonly kind: 'baseline'; readonly baseline: Baseline }
  /** `message`: what is wrong, why and the way out, as a sentence without full stop. */
  | { readonly kind: 'invalid'; readonly message: string };

export interface BaselineVerdict {
  /** The findings that are new, in the order given. */
  readonly shown: readonly Finding[];
  /** How many the baseline leaves out. */
  readonly baselined: number;
  /** How many entries stand for no finding any more. */
  readonly stale: number;
}

const longestAbout = 120;

/** The baseline that accepts these findings. */
export function createBaseline(findings: readonly Finding[]): Baseline {
  return {
    version: 1,
    findings: findings
      .map(({ id, code, path, message }) => ({ id, code, about: shorten(`${path}: ${message}`) }))
      .sort((a, b) => compare(a.id, b.id) || compare(a.about, b.about)),
  };
}

/** The text of a baseline file; the same findings in any order give the same text. */
export function renderBaseline(baseline: Baseline): string {
  return `${JSON.stringify(baseline, undefined, 2)}\n`;
}

/** Reads a baseline file's text. */
export function parseBaseline(text: string): ReadBaseline {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return invalid('is no JSON');
  }
  if (!isRecord(value)) return invalid('holds no JSON object');
  if (value['version'] !== 1) return invalid('has a version other than 1, which this Pactwright cannot read');
  const findings = value['findings'];
  if (!Array.isArray(findings)) return invalid('has no list "findings"');
  const entries: BaselineEntry[] = [];
  // Parsed JSON is of no known type yet.
  for (const entry of findings as readonly unknown[]) {
    if (!isRecord(entry) || typeof entry['id'] !== 'string' || !/^[0-9a-f]{16}$/.test(entry['id']))
      return invalid('has an entry whose "id" is not sixteen hexadecimal digits');
    const { code, about } = entry;
    entries.push({
      id: entry['id'],
      code: typeof code === 'string' ? code : '',
      about: typeof about === 'string' ? about : '',
    });
  }
  return { kind: 'baseline', baseline: { version: 1, findings: entries } };
}

/** Leaves out the findings that a baseline has; an entry stands for one finding, so that a second one like it is new. */
export function applyBaseline(baseline: Baseline, findings: readonly Finding[]): BaselineVerdict {
  const left = new Map<string, number>();
  for (const { id } of baseline.findings) left.set(id, (left.get(id) ?? 0) + 1);
  const shown = findings.filter(({ id }) => {
    const count = left.get(id) ?? 0;
    if (count > 0) left.set(id, count - 1);
    return count === 0;
  });
  const baselined = findings.length - shown.length;
  return { shown, baselined, stale: baseline.findings.length - baselined };
}

function invalid(what: string): ReadBaseline {
  return { kind: 'invalid', message: `the baseline ${what}: write it anew with \`pactwright lint --write-baseline\`` };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= longestAbout ? line : `${line.slice(0, longestAbout - 1).trimEnd()}…`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
