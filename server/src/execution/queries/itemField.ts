import { itemProblem } from '../../documents/itemId.js';
import type { InputField } from '../../operations/input.js';

/** The item a question is about; all items without it. */
export const optionalItemField = {
  type: 'text',
  positional: true,
  description: 'the item, e.g. STORY-042',
  check: itemProblem,
  completes: 'item',
} as const satisfies InputField;

/** The item a question is about. */
export const requiredItemField = { ...optionalItemField, required: true } as const;
