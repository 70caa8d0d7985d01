import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { doubtOf, readTrustedKeys } from '../../../../server/src/gates/evidence/words.js';
import { wordPayload } from '../../../../server/src/protocol.js';
import { person } from '../../../support/evidence.js';

const ann = person('Ann');
const trusted = [{ key: ann.key, name: 'Ann', since: 1 }];
const word = ann.say({ about: 'override', what: 'tests-pass', tree: 't1' });

describe('a signed word', () => {
  it('is believed where its key is trusted and it says what was signed', () => {
    expect(doubtOf(word, trusted)).toBeUndefined();
  });

  it.each([
    ['another reason', { reason: 'Because' }],
    ['another person', { person: 'Bob' }],
    ['another time', { at: 3_000 }],
    ['another item', { item: 'STORY-002' }],
    ['another tree', { tree: 't2' }],
    ['another condition', { what: 'tests-kept' }],
    ['another purpose', { about: 'approve' as const }],
    ['no signature', { signature: '' }],
    ['a signature that is none', { signature: '€' }],
  ])('is not believed with %s', (_, edited) => {
    expect(doubtOf({ ...word, ...edited }, trusted)).toBe('badSignature');
  });

  it('is not believed by another key, whoever it says it is', () => {
    expect(doubtOf(person('Ann').say(word), trusted)).toBe('unknownKey');
    expect(doubtOf({ ...person('Ann').say(word), key: ann.key }, trusted)).toBe('badSignature');
  });

  it('is not believed by a key of another kind', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    const own = { ...word, key };
    const signature = sign(null, Buffer.from(wordPayload(own)), privateKey).toString('base64');
    expect(doubtOf({ ...own, signature }, [{ key, name: 'Ann', since: 1 }])).toBe('badSignature');
    expect(doubtOf({ ...word, key: 'no key' }, [{ key: 'no key', name: 'Ann', since: 1 }])).toBe('badSignature');
  });

  it('is signed as canonical JSON without the signature', () => {
    const { key } = word;
    expect(wordPayload(word)).toBe(
      `{"about":"override","at":2000,"item":"STORY-001","key":"${key}","person":"Ann","reason":"I looked","tree":"t1","what":"tests-pass"}`,
    );
  });
});

describe('trusted-keys.json', () => {
  const key = { key: 'k', name: 'Ann', since: 1 };
  it.each([
    ['nothing', undefined, []],
    ['no JSON', '{', []],
    ['another shape', '[]', []],
    ['no list', '{"keys":{}}', []],
    ['keys, and what is none', JSON.stringify({ version: 1, keys: [key, { key: 'k' }, null, 'k'] }), [key]],
  ])('of %s', (_, text, keys) => {
    expect(readTrustedKeys(text)).toEqual(keys);
  });
});
