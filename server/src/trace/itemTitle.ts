import type { ItemTrace } from './graph.js';

/** The title of the spec; if there is none, that of the entry. */
export function itemTitle({ spec, entries }: Pick<ItemTrace, 'spec' | 'entries'>): string | undefined {
  const title = spec?.model.title?.text.value ?? entries[0]?.entry.title.value;
  return title === '' ? undefined : title;
}
