import { parseItemId } from '../../documents/itemId.js';
import type { InputField } from '../input.js';

/** The item an operation is about. */
export const itemField = {
  type: 'text',
  description: 'the item, e.g. STORY-042',
  required: true,
  positional: true,
  check: (text) =>
    parseItemId(text) ? undefined : 'is no item id: STORY, BUG or HOTFIX with a number, as in STORY-042',
} as const satisfies InputField;
