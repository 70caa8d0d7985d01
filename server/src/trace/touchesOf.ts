import type { ItemTrace } from './graph.js';
import { pathOf } from './namedFiles.js';

/** The files an item says it changes, as globs, each once and in order. */
export function touchesOf({ spec }: Pick<ItemTrace, 'spec'>): readonly string[] {
  const named = spec?.facts.dependencySurface?.touches ?? [];
  return [...new Set(named.map(({ value }) => pathOf(value)))].sort();
}
