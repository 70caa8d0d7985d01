import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signWord, type Word } from '../../../client/src/gates/signingKey.js';
import { addToStateFile } from '../../../client/src/editor/stateFile.js';
import { doubtOf, readTrustedKeys } from '../../../server/src/gates/evidence/words.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const word: Word = {
  item: 'STORY-001',
  about: 'override',
  what: 'tasks',
  tree: 'a'.repeat(40),
  person: 'Ada Lovelace – 店',
  reason: 'The last task moved to STORY-002',
  at: 1_700_000_000_000,
};

/** The editor's secret storage. */
function secretsOf(known = new Map<string, string>()): {
  get: (name: string) => Promise<string | undefined>;
  store: (name: string, value: string) => Promise<void>;
} {
  return {
    get: (name) => Promise.resolve(known.get(name)),
    store: (name, value) => Promise.resolve(void known.set(name, value)),
  };
}

describe('a person’s word', () => {
  const before = process.env['PACTWRIGHT_STATE'];
  let state = '';
  const keys = (): string => readFileSync(path.join(state, 'trusted-keys.json'), 'utf8');
  beforeEach(() => {
    state = path.join(temporaryFolder(), 'state');
    process.env['PACTWRIGHT_STATE'] = state;
  });
  afterEach(() => {
    if (before === undefined) delete process.env['PACTWRIGHT_STATE'];
    else process.env['PACTWRIGHT_STATE'] = before;
  });

  it('is believed by whoever reads the record on this machine', async () => {
    const signed = await signWord(word, secretsOf());
    expect(signed).toMatchObject(word);
    expect(doubtOf(signed, readTrustedKeys(keys()))).toBeUndefined();
  });

  it('is not believed once a character of it is another one', async () => {
    const signed = await signWord(word, secretsOf());
    for (const changed of [
      { what: 'tests-pass' },
      { tree: 'b'.repeat(40) },
      { item: 'STORY-002' },
      { reason: 'Other' },
    ])
      expect(doubtOf({ ...signed, ...changed }, readTrustedKeys(keys()))).toBe('badSignature');
  });

  it('is signed with one key, which stays in the secret storage', async () => {
    const known = new Map<string, string>();
    const first = await signWord(word, secretsOf(known));
    const second = await signWord({ ...word, at: word.at + 1 }, secretsOf(known));
    expect(second.key).toBe(first.key);
    expect(readTrustedKeys(keys())).toEqual([{ key: first.key, name: word.person, since: word.at }]);
    const [secret = ''] = known.values();
    expect(secret).not.toBe('');
    expect(keys()).not.toContain(secret);
  });

  it('gets a new key where the old one cannot be read', async () => {
    const signed = await signWord(word, secretsOf(new Map([['pactwright.signingKey', 'no key']])));
    expect(doubtOf(signed, readTrustedKeys(keys()))).toBeUndefined();
  });

  it('leaves alone what others trust', async () => {
    mkdirSync(state);
    const other = { key: 'k', name: 'Grace', since: 1 };
    writeFileSync(path.join(state, 'trusted-keys.json'), JSON.stringify({ version: 1, keys: [other] }));
    await signWord(word, secretsOf());
    expect(readTrustedKeys(keys())).toEqual([other, expect.objectContaining({ name: word.person })]);
  });

  it.each(['', 'no JSON', '[]', '{"keys": 3}'])('is trusted where the file holds %j', async (text) => {
    mkdirSync(state);
    writeFileSync(path.join(state, 'trusted-keys.json'), text);
    await signWord(word, secretsOf());
    expect(readTrustedKeys(keys())).toHaveLength(1);
  });

  it('is told why the state folder cannot be written', async () => {
    writeFileSync(state, 'a file in its place');
    const entry = { repository: '/p/.git', sha256: 'a' };
    await expect(
      addToStateFile({ name: 'approved-commands.json', list: 'commands' }, entry, () => false),
    ).rejects.toThrow(/EEXIST|ENOTDIR/);
  });
});
