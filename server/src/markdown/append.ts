import type { Block } from './blocks.js';

/** Whether Markdown written below the last line stands for itself: not inside a fence or comment that is never closed. */
export function canAppend({ blocks, text }: { readonly blocks: readonly Block[]; readonly text: string }): boolean {
  const last = blocks.at(-1);
  if (last?.kind === 'fence') return last.closed;
  return last?.kind !== 'html' || (last.comment && text.slice(last.span.start, last.span.end).includes('-->'));
}
