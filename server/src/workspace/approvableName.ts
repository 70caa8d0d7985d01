import { contentHash } from '../base/contentHash.js';

/** So many digits of a hash tell one change from another. */
const digits = 16;

/** The name of a change that a person may approve: the same for as long as the change itself is. */
export function approvableName(kind: string, path: string, name: string, content: string): string {
  return `${kind}:${path} > ${name}:${contentHash(content).slice(0, digits)}`;
}
