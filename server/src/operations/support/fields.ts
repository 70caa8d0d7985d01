import { parseItemId } from '../../documents/itemId.js';
import { readEntryPlace } from '../../documents/board/entryPlace.js';
import type { InputField } from '../input.js';
import { titleProblem } from './oneLineText.js';

/** What is wrong with an item id, as the end of a sentence that begins with it. */
export function itemIdProblem(text: string): string | undefined {
  return parseItemId(text) ? undefined : 'is not an item id: use STORY, BUG or HOTFIX with a number, such as STORY-042';
}

/** The item an operation is about. */
export const itemField = {
  type: 'text',
  description: 'the item, e.g. STORY-042',
  required: true,
  positional: true,
  check: itemIdProblem,
  completes: 'item',
} as const satisfies InputField;

/** The items an operation is about. */
const itemsField = {
  type: 'texts',
  description: 'one item or several, e.g. STORY-042',
  required: true,
  positional: true,
  check: itemIdProblem,
  completes: 'item',
} as const satisfies InputField;

/** A name or a title that a new document is given. */
export const titleField = { type: 'text', required: true, positional: true, check: titleProblem } as const;

/** What is wrong with what an entry of the board is called by, as the end of a sentence that begins with it. */
export function entryProblem(text: string): string | undefined {
  return readEntryPlace(text) ? undefined : itemIdProblem(text);
}

/** The entry of the board an operation is about. */
export const entryField = {
  ...itemField,
  description: 'the item, e.g. STORY-042, or the line of its entry, e.g. L15',
  check: entryProblem,
} as const satisfies InputField;

/** The entries of the board an operation is about. */
export const entriesField = {
  ...itemsField,
  description: 'one item or several, e.g. STORY-042, or lines of entries, e.g. L15',
  check: entryProblem,
} as const satisfies InputField;

/** The task of an entry that an operation is about. */
export const taskField = {
  type: 'text',
  description: 'the exact text of a task, or its number from 1',
  required: true,
  positional: true,
} as const satisfies InputField;

/** What a section of the board is called by, in the words of a person. */
export const sectionDescription = 'backlog, in-progress, done, or the title of another section';

/** What a shell offers for it. */
export const sectionWords = ['backlog', 'in-progress', 'done'] as const;
