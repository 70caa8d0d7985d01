import { releaseVersion } from '../../rules/support/releaseVersion.js';
import type { InputField } from '../input.js';

const longest = 60;

/** What is wrong with a version that is to be written into a table, as the end of a sentence that begins with it. */
export function versionProblem(text: string): string | undefined {
  return text.length <= longest && /^[\w.+@/ -]+$/.test(text) && releaseVersion(text) === text
    ? undefined
    : 'is not a version: use one such as 1.4.0 or v2.0.0-rc.1';
}

/** A version that specs are released in. */
export const versionField = {
  type: 'text',
  description: 'the version, e.g. 1.4.0',
  required: true,
  positional: true,
  check: versionProblem,
} as const satisfies InputField;
