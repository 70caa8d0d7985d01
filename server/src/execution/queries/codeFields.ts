import type { InputField } from '../../operations/input.js';

/** The files that a question about code is about. */
export const filesField = {
  type: 'texts',
  positional: true,
  description: 'the files, relative to the current folder (default: all that differ from `base`)',
  completes: 'path',
} as const satisfies InputField;

/** What files are compared with. */
export const baseField = {
  type: 'text',
  description: 'the commit to compare with (default: HEAD)',
} as const satisfies InputField;
