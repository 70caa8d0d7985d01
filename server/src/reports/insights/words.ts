import type { InsightsWords } from '../../protocol.js';
import type { Flow, FlowSection } from '../../workspace/insights/flow.js';

/** Puts values into `{0}`, `{1}` … */
export function fill(words: string, ...values: readonly (string | number)[]): string {
  return words.replace(/\{(\d)\}/g, (_whole, index: string) => String(values[Number(index)] ?? ''));
}

/** Days as people say them: tenths, and hundredths where that would be nothing. */
export function days(count: number): string {
  return count.toFixed(count < 0.95 && count > 0 ? 2 : 1);
}

/** What the sections are called: those that every board has by our words, custom ones by their own. */
export function sectionNames({ sections }: Pick<Flow, 'sections'>, words: InsightsWords): readonly string[] {
  return sections.map(({ kind, title }) => (kind === 'custom' ? customName(title, words) : words[kind]));
}

/** @param title of a custom section; undefined for several together. */
export function customName(title: FlowSection['title'], words: InsightsWords): string {
  if (title === undefined) return words.otherSections;
  return title === '' ? words.noSection : title;
}
