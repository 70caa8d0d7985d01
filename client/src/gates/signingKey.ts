import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { SecretStorage } from 'vscode';
import { type SignedWord, type UnsignedWord, wordPayload } from '../../../server/src/protocol.js';
import { addToStateFile } from '../editor/stateFile.js';

/** A person's word before the key is known. */
export type Word = Omit<UnsignedWord, 'key'>;

/** Where the private key is kept: PKCS8, DER, in base64. */
const secretName = 'pactwright.signingKey';

/**
 * Signs a person's word with this user's Ed25519 key, which is made when it is needed first and never leaves the editor's secret
 * storage; the public one is made known to the command line.
 *
 * @throws where the secret storage or the state folder cannot be written.
 */
export async function signWord(word: Word, secrets: Pick<SecretStorage, 'get' | 'store'>): Promise<SignedWord> {
  const privateKey = await privateKeyIn(secrets);
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  await addToStateFile(
    { name: 'trusted-keys.json', list: 'keys' },
    { key, name: word.person, since: word.at },
    (other) => other['key'] === key,
  );
  const signature = sign(null, Buffer.from(wordPayload({ ...word, key })), privateKey).toString('base64');
  return { ...word, key, signature };
}

async function privateKeyIn(secrets: Pick<SecretStorage, 'get' | 'store'>): Promise<KeyObject> {
  const known = readKey(await secrets.get(secretName));
  if (known) return known;
  const { privateKey } = generateKeyPairSync('ed25519');
  await secrets.store(secretName, privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'));
  return privateKey;
}

function readKey(text: string | undefined): KeyObject | undefined {
  if (text === undefined) return undefined;
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
