import { createPublicKey, verify } from 'node:crypto';
import * as v from 'valibot';
import { parseJson } from '../../base/json.js';
import { finite, object, read, type Read, someOf } from '../../base/schema.js';
import type { SignedWord } from './evidenceLog.js';
import { wordPayload } from './wordPayload.js';

/** A person's public key that this machine trusts. */
const trustedKey = object({
  /** SPKI, DER, in base64. */
  key: v.string(),
  /** Whose it is. */
  name: v.string(),
  /** Milliseconds since 1970. */
  since: finite,
});

export type TrustedKey = Read<typeof trustedKey>;

const trustedKeys = object({ keys: someOf(trustedKey) });

/** Reads `trusted-keys.json`: `{ "version": 1, "keys": [{ "key": …, "name": …, "since": … }] }`. What is no key is skipped. */
export function readTrustedKeys(text: string | undefined): readonly TrustedKey[] {
  return read(trustedKeys, parseJson(text ?? ''))?.keys ?? [];
}

/** `unknownKey`: its signer is not trusted here. `badSignature`: it says something else than what was signed. */
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
