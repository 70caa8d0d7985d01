import { itemProblem } from '../../documents/itemId.js';
import type { CommandField } from './commandFacts.js';

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
