import type { Located } from '../markdown/span.js';

/** An item id taken apart: `STORY-al-042` is type `STORY`, prefix `al`, number `042`. */
export interface ItemId {
  readonly type: 'STORY' | 'BUG' | 'HOTFIX';
  readonly prefix?: string;
  readonly number: string;
}

// The prefix may hold digits and hyphens (`STORY-bob-01-003`); the last run of digits is the number.
const whole = /^(STORY|HOTFIX|BUG)(?:-([A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*))?-(\d+)$/;

const everyItemId = /(?<![\w-])(?:STORY|HOTFIX|BUG)(?:-[A-Za-z0-9_]+)*-\d+(?!\w)/g;
const mayHoldItemId = /(?:STORY|HOTFIX|BUG)-/;

/** Takes a whole item id apart; undefined where the text is not one. */
export function parseItemId(text: string): ItemId | undefined {
  const match = whole.exec(text);
  if (!match) return undefined;
  const [, type, prefix, number] = match;
  if ((type !== 'STORY' && type !== 'BUG' && type !== 'HOTFIX') || number === undefined) return undefined;
  return prefix === undefined ? { type, number } : { type, prefix, number };
}

/**
 * The item ids in a text, each as long as it can be and never a part of a longer word.
 *
 * @param offset added to every span, for a text that was cut out of a document.
 */
export function findItemIds(text: string, offset = 0): Located[] {
  // Most texts have none.
  if (!mayHoldItemId.test(text)) return [];
  const found: Located[] = [];
  // Not `matchAll`, which builds the expression again.
  everyItemId.lastIndex = 0;
  for (let match = everyItemId.exec(text); match !== null; match = everyItemId.exec(text)) {
    const value = match[0];
    const start = offset + match.index;
    found.push({ value, span: { start, end: start + value.length } });
  }
  return found;
}
