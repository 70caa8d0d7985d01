import { spawn } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SignedWord } from '../../../server/src/gates/evidence/evidenceLog.js';
import { bundledCli } from '../../support/bundledCli.js';
import { type EvidencePlace, evidencePlace, type Person, person, verdictOf } from '../../support/evidence.js';
import { gitRepository } from '../../support/gitRepository.js';
import { cleanSpec } from '../../support/projectTexts.js';
import { type CliRun, run } from '../../support/runCli.js';

const cli = bundledCli();

interface Place extends EvidencePlace {
  readonly top: string;
  readonly env: Readonly<Record<string, string>>;
  /** Somebody this machine trusts. */
  readonly ann: Person;
}

function repository(): Place {
  const { folder: top, commit } = gitRepository();
  commit('Plan STORY-001', { 'docs/specs/STORY-001.md': cleanSpec('STORY-001') });
  const place = evidencePlace(path.join(top, '.git'));
  const ann = person();
  place.trust(ann);
  return { ...place, top, ann, env: { PACTWRIGHT_STATE: place.state } };
}

/** `pactwright record` with a word on its standard input. */
const record = ({ top, env }: Place, input: string): Promise<CliRun> =>
  run({ cwd: top, env: { PATH: process.env['PATH'] ?? '', ...env }, input }, 'record', '--root', top);

/** The same as a process of its own. @returns its exit code, and what it wrote. */
function startRecord({ top, env }: Place, input: string): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, 'record', '--root', top], { env: { ...process.env, ...env } });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('error', reject).on('close', (code) => {
      resolve({ code: code ?? -1, out, err });
    });
    child.stdin.end(input);
  });
}

const approval = { about: 'approve', what: 'scope:src/a.ts' } as const;

describe('pactwright record', () => {
  it('records a word that is signed by a trusted key', async () => {
    const place = repository();
    const word = place.ann.say(approval);
    expect(await record(place, JSON.stringify(word))).toEqual({ code: 0, out: '', err: '' });
    expect((await place.open()).words).toEqual([word]);
  });

  const refused: [string, (good: SignedWord) => unknown, RegExp][] = [
    ['by another key', () => person('Ann').say(approval), /key that this machine does not trust/],
    ['with another reason', (good) => ({ ...good, reason: 'Because' }), /not what was signed/],
    ['for another item', (good) => ({ ...good, item: 'STORY-002' }), /not what was signed/],
    ['without a reason', (good) => ({ ...good, reason: ' ' }), /has no reason/],
    ['that is half of one', (good) => ({ ...good, signature: undefined }), /no signed word/],
    ['that is none', () => 'please', /no signed word/],
  ];
  it.each(refused)('refuses a word %s', async (_, edit, why) => {
    const place = repository();
    const { code, err: errors } = await record(place, JSON.stringify(edit(place.ann.say(approval))));
    expect(code).toBe(2);
    expect(errors).toMatch(why);
    expect(errors.trim().split('\n').length).toBe(1);
    expect((await place.open()).records).toEqual([]);
  });

  it('keeps the chain whole where many processes write at once', async () => {
    const place = repository();
    const words = Array.from({ length: 4 }, (_, number) => place.ann.say({ ...approval, what: `scope:${number}` }));
    const ended = await Promise.all(words.map((word) => startRecord(place, JSON.stringify(word))));
    expect(ended).toEqual(words.map(() => ({ code: 0, out: '', err: '' })));
    const log = await place.open();
    expect(log.broken).toBeUndefined();
    expect(log.records.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(log.words.map(({ what }) => what).sort()).toEqual(words.map(({ what }) => what));
  });

  it('stands in no help, and says what it is for', async () => {
    const { top, env } = repository();
    expect((await run({ cwd: top, env }, '--help')).out).not.toMatch(/^ {2}record/m);
    expect(await run({ cwd: top, env }, 'record', '--help')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/for the editor/) as string,
    });
  });
});

describe('pactwright evidence', () => {
  it('says that nothing is recorded', async () => {
    const { top, env } = repository();
    expect(await run({ cwd: top, env }, 'evidence')).toEqual({
      code: 0,
      out: '0 records; the log is intact.\n',
      err: '',
    });
  });

  it('shows what is on record, of all items or of one', async () => {
    const place = repository();
    const { top, env, ann } = place;
    const at = Date.UTC(2026, 0, 2, 10, 30);
    const log = await place.open({ at });
    const spec = 'docs/specs/STORY-001.md';
    await log.append({ kind: 'frozen', item: 'STORY-001', base: 'c0ffee1234', spec, hash: '0123456789abcdef' });
    const tests = [
      { id: 'a.test.ts > STORY-001/AC1 keeps', status: 'passed' },
      { id: 'a.test.ts > STORY-001/AC2 drops', status: 'failed' },
    ];
    await log.append({ kind: 'run', key: 'k1', result: { command: ['vitest', 'run'], tests } });
    await log.append({ kind: 'run', key: 'k2', result: { code: 0, said: '', reports: '' } });
    await log.append(verdictOf('STORY-001', { answer: 'refused', failed: ['tests-pass'], tree: 'deadbeef01' }));
    await log.append({ kind: 'word', word: ann.say({ ...approval, at, reason: 'It is\nfine\u001b[31m' }) });
    await log.append({ kind: 'word', word: { ...ann.say({ ...approval, at }), item: 'STORY-002' } });
    await log.append({ kind: 'made', paths: ['a\u001b[31m.xml', 'b.xml'] });

    const { code, out } = await run({ cwd: top, env }, 'evidence');
    expect(code).toBe(0);
    expect(out).toBe(`STORY-001
  #1      2026-01-02 10:30  frozen   ${spec} as agreed, hash 0123456789ab, from commit c0ffee1 on
  #4      2026-01-02 10:30  verdict  gate done: refused (tests-pass), profile standard, tree deadbee
  #5      2026-01-02 10:30  word     Ann: approve scope:src/a.ts: It is fine[31m

STORY-002
  #6      2026-01-02 10:30  word     Ann: approve scope:src/a.ts: I looked (not trusted: it does not match the signature)

Runs
  #2      2026-01-02 10:30  run      vitest run: 1 passed, 1 failed
  #3      2026-01-02 10:30  run      a command that exited with code 0
  #7      2026-01-02 10:30  run      made a[31m.xml and 1 more

7 records; the log is intact.
`);
    const one = await run({ cwd: top, env }, 'evidence', 'STORY-002', '--format', 'json');
    expect(JSON.parse(one.out)).toMatchObject({
      version: 1,
      folder: path.join(top, '.git'),
      records: 7,
      items: [{ item: 'STORY-002', events: [{ kind: 'word', number: 6, doubt: 'badSignature' }] }],
      runs: [],
    });
  });

  it('says where the record is not whole, and changes nothing', async () => {
    const place = repository();
    await (await place.open()).append(verdictOf('STORY-001'));
    place.writeLines(['{}']);
    const { out } = await run({ cwd: place.top, env: place.env }, 'evidence');
    expect(out).toBe('The log is not intact: line 1 of the evidence log is not a record.\n');
    expect(place.lines()).toEqual(['{}']);
  });

  it.each([
    [['evidence', 'STORY-001', 'STORY-002'], /evidence takes \[ID\], not 2 arguments/],
    [['evidence', 'cart'], /is not an item id/],
    [['evidence', '--format', 'xml'], /takes text, json/],
  ])('refuses %j', async (args, why) => {
    const { top, env } = repository();
    expect(await run({ cwd: top, env }, ...args)).toMatchObject({ code: 2, err: expect.stringMatching(why) as string });
  });
});

describe('rules about the record', () => {
  it('are told what gates recorded in this clone', async () => {
    const { top, env, open } = repository();
    const spec = 'docs/specs/STORY-001.md';
    await (await open()).append({ kind: 'frozen', item: 'STORY-001', base: 'c0ffee', spec, hash: 'another text' });
    const { code, out } = await run({ cwd: top, env }, 'lint', '--git');
    expect(out).toMatch(/PW640/);
    expect(code).toBe(1);
    expect((await run({ cwd: top, env }, 'lint')).out).not.toMatch(/PW640/);
  });
});
