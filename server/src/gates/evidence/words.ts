import { createPublicKey, verify } from 'node:crypto';
import { parseJson } from '../../base/json.js';
import type { SignedWord } from './evidenceLog.js';
import { fieldsOf, isTime } from './readEntry.js';
import { wordPayload } from './wordPayload.js';

/** A person's public key that this machine trusts. */
export interface TrustedKey {
  /** SPKI, DER, in base64. */
  readonly key: string;
  /** Whose it is. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Reads `trusted-keys.json`: `{ "version": 1, "keys": [{ "key": …, "name": …, "since": … }] }`. What is no key is passed over. */
export function readTrustedKeys(text: string | undefined): readonly TrustedKey[] {
  const keys = fieldsOf(parseJson(text ?? ''))?.['keys'];
  if (!Array.isArray(keys)) return [];
  return keys.flatMap((one: unknown) => {
    const { key, name, since } = fieldsOf(one) ?? {};
    return typeof key === 'string' && typeof name === 'string' && isTime(since) ? [{ key, name, since }] : [];
  });
}

/** `unknownKey`: whoever signed it is not trusted here. `badSignature`: it says something else than what was signed. */
export type WordDoubt = 'unknownKey' | 'badSignature';

/** @returns why a word is not believed; undefined for one that is. Never throws. */
export function doubtOf(word: SignedWord, trusted: readonly TrustedKey[]): WordDoubt | undefined {
  if (!trusted.some(({ key }) => key === word.key)) return 'unknownKey';
  try {
    const key = createPublicKey({ key: Buffer.from(word.key, 'base64'), format: 'der', type: 'spki' });
    // Other kinds of keys sign weaker hashes, too.
    const isGood =
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, Buffer.from(wordPayload(word)), key, Buffer.from(word.signature, 'base64'));
    return isGood ? undefined : 'badSignature';
  } catch {
    return 'badSignature';
  }
}
