import { fieldsOf, parseJson } from '../base/json.js';
import type { Finding } from './finding.js';

/** The findings a project has accepted for now, by identity. */
export type Baseline = ReadonlyMap<string, BaselineEntry>;

interface BaselineEntry {
  readonly code: string;
  /** For people who read the file's diff: where and what, as it was when the baseline was written. */
  readonly about: string;
}

export type ReadBaseline =
  | { readonly kind: 'baseline'; readonly baseline: Baseline }
  /** `message`: what is wrong and the way out, as a sentence without full stop. */
  | { readonly kind: 'invalid'; readonly message: string };

const longestAbout = 120;

/** The baseline that accepts these findings. */
export function createBaseline(findings: readonly Finding[]): Baseline {
  const baseline = new Map<string, BaselineEntry>();
  for (const { id, code, path, message } of findings)
    if (!baseline.has(id)) baseline.set(id, { code, about: shorten(`${path}: ${message}`) });
  return baseline;
}

/** The text of a baseline file: sorted, so that its diffs show what came and went. */
export function renderBaseline(baseline: Baseline): string {
  const findings = [...baseline]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { code, about }]) => ({ id, code, about }));
  return `${JSON.stringify({ version: 1, findings }, undefined, 2)}\n`;
}

/** Reads a baseline file's text. */
export function readBaseline(text: string): ReadBaseline {
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  if (value === undefined) return invalid('is not JSON');
  const fields = fieldsOf(value);
  if (!fields) return invalid('is not a JSON object');
  if (fields['version'] !== 1) return invalid('has a version other than 1, which this Pactwright does not know');
  const entries = fields['findings'];
  if (!Array.isArray(entries)) return invalid('has no list "findings"');
  const baseline = new Map<string, BaselineEntry>();
  for (const entry of entries as readonly unknown[]) {
    // Parsed JSON is of no known type yet.
    const values = fieldsOf(entry);
    if (!values) return invalid('has an entry that is not an object');
    const { id, code, about } = values;
    if (typeof id !== 'string' || !/^[0-9a-f]{16}$/.test(id))
      return invalid('has an entry whose "id" is not 16 hexadecimal digits');
    baseline.set(id, { code: typeof code === 'string' ? code : '', about: typeof about === 'string' ? about : '' });
  }
  return { kind: 'baseline', baseline };
}

/** The findings that the baseline does not have, in the order given. */
export function filterBaselined(findings: readonly Finding[], baseline: Baseline): readonly Finding[] {
  return findings.filter(({ id }) => !baseline.has(id));
}

/**
 * How many entries of the baseline stand for no finding any more.
 *
 * @param findings all of the project.
 * @param codes of the rules that ran: what others found cannot be known to be gone.
 */
export function countStale(baseline: Baseline, findings: readonly Finding[], codes: ReadonlySet<string>): number {
  const ids = new Set(findings.map(({ id }) => id));
  let stale = 0;
  for (const [id, { code }] of baseline) if (codes.has(code) && !ids.has(id)) stale++;
  return stale;
}

/** The baseline with what it had of rules other than these, which did not run. */
export function keepOthers(baseline: Baseline, before: Baseline | undefined, codes: ReadonlySet<string>): Baseline {
  if (!before) return baseline;
  return new Map([...[...before].filter(([, { code }]) => !codes.has(code)), ...baseline]);
}

function invalid(what: string): ReadBaseline {
  return { kind: 'invalid', message: `the baseline ${what}: recreate it with \`pactwright lint --write-baseline\`` };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= longestAbout ? line : `${line.slice(0, longestAbout - 1).trimEnd()}…`;
}
