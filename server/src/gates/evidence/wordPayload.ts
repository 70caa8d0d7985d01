import { canonicalJson } from '../../base/canonicalJson.js';
import type { SignedWord } from './evidenceLog.js';

/** A word before it is signed. */
export type UnsignedWord = Omit<SignedWord, 'signature'>;

/** What is signed, as UTF-8: the canonical JSON of the word without its signature. Nothing else of the object counts. */
export function wordPayload({ item, about, what, tree, person, reason, at, key }: UnsignedWord): string {
  return canonicalJson({ item, about, what, tree, person, reason, at, key });
}
