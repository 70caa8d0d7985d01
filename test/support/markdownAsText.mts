import type { Plugin } from 'vitest/config';

/** Markdown comes in as text, as the bundles have it. */
export const markdownAsText: Plugin = {
  name: 'markdown-as-text',
  transform: (text, id) => (id.endsWith('.md') ? `export default ${JSON.stringify(text)};` : undefined),
};
