import { parseItemId } from '../../documents/itemId.js';
import type { CommandField } from './commandFacts.js';

/** What is wrong with an item id, as the end of a sentence that begins with it. */
export const itemProblem = (text: string): string | undefined =>
  parseItemId(text) ? undefined : 'is not an item id: write it as its spec has it, e.g. STORY-042';

/** An item, as an option. */
export const itemOption = {
  type: 'text',
  placeholder: 'ID',
  description: 'the item, e.g. STORY-042',
  check: itemProblem,
  completes: 'item',
} as const satisfies CommandField;

/** The item a command is about. */
export const itemField = { ...itemOption, positional: true } as const;

/** The items a command is about. */
export const itemsField = { ...itemOption, type: 'texts', positional: true } as const;
