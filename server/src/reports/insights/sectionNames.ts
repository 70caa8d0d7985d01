import type { InsightsWords } from '../../protocol.js';
import type { Flow, FlowSection } from '../../workspace/insights/flow.js';

/** What the sections are called: those that every board has by our words, custom ones by their own. */
export function sectionNames({ sections }: Pick<Flow, 'sections'>, words: InsightsWords): readonly string[] {
  return sections.map(({ kind, title }) => (kind === 'custom' ? customName(title, words) : words[kind]));
}

/** @param title of a custom section; undefined for several together. */
export function customName(title: FlowSection['title'], words: InsightsWords): string {
  if (title === undefined) return words.otherSections;
  return title === '' ? words.noSection : title;
}
