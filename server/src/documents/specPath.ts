import type { Block } from '../markdown/blocks.js';
import type { Located } from '../markdown/span.js';
import { locate } from './located.js';
import { textLines, trimmedSpan } from './textLines.js';

const specLine = /^(?:>\s*)*(?:\*\*)?Spec(?:\*\*)?\s*[:：](?:\*\*)?\s*(?:\[[^\]]*\]\()?/iu;

/** The path in the first `> Spec: docs/specs/{ID}.md` line among the block quotes of `blocks`, backticks left out; of a link its address. */
export function findSpecPath(text: string, blocks: readonly Block[]): Located | undefined {
  // Not over the blocks themselves, which makes an object of every one.
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (block?.kind !== 'blockQuote') continue;
    for (const line of textLines(text, block.span)) {
      const content = trimmedSpan(text, line);
      const lead = specLine.exec(text.slice(content.start, content.end))?.[0].length;
      if (lead === undefined) continue;
      const rest = text.slice(content.start + lead, content.end);
      const ticks = rest.startsWith('`') ? 1 : 0;
      const path = /^[^\s`)]+/u.exec(rest.slice(ticks))?.[0] ?? '';
      const start = content.start + lead + ticks;
      if (path !== '') return locate(text, { start, end: start + path.length });
    }
  }
  return undefined;
}
