import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordAfter, toLine, parseLog } from '../../../../server/src/gates/evidence/chain.js';
import type { EvidenceEntry } from '../../../../server/src/gates/evidence/evidenceLog.js';
import { type EvidenceStore, openEvidence } from '../../../../server/src/gates/evidence/evidenceStore.js';
import { createEvidenceFiles } from '../../../../server/src/host/evidenceFiles.js';
import { type EvidencePlace, evidencePlace, person, verdictOf } from '../../../support/evidence.js';
import { temporaryFolder, writeFiles } from '../../../support/temporaryFolder.js';

/** A place with three records. */
async function threeRecords(): Promise<EvidencePlace> {
  const place = evidencePlace();
  const log = await place.open();
  await log.append({ kind: 'run', key: 'k1', result: { passed: 3 } });
  await log.append(verdictOf('STORY-001'));
  await log.append(verdictOf('STORY-002'));
  return place;
}

/** Chains an entry on as somebody would who knows how, but does not know of the head. */
function forge(place: EvidencePlace, entry: EvidenceEntry): void {
  const forged = recordAfter(parseLog(`${place.lines().join('\n')}\n`).end, 5, entry);
  if (!forged) throw new Error('no record');
  place.writeLines([...place.lines(), toLine(forged).trimEnd()]);
}

/** Lines with a chain of their own. */
function chained(...items: readonly string[]): string[] {
  let end = { number: 0, hash: '' };
  return items.map((item) => {
    const record = recordAfter(end, 5, verdictOf(item));
    if (!record) throw new Error('no record');
    end = record;
    return toLine(record).trimEnd();
  });
}

describe('the evidence log', () => {
  it('begins empty and whole', async () => {
    const log = await evidencePlace().open();
    expect({ records: log.records, broken: log.broken, notes: log.notes }).toEqual({
      records: [],
      broken: undefined,
      notes: [],
    });
  });

  it('gives back what was appended, to the same process and to the next', async () => {
    const place = evidencePlace();
    const log = await place.open({ at: 7 });
    expect(await log.append({ kind: 'run', key: 'k', result: [1] })).toBe(1);
    expect(await log.append({ kind: 'run', key: 'k', result: [2] })).toBe(2);
    const expected = { number: 2, at: 7, entry: { kind: 'run', key: 'k', result: [2] } };
    expect(log.run('k')).toEqual(expected);
    const again = await place.open();
    expect(again.run('k')).toEqual(expected);
    expect(again.run('other')).toBeUndefined();
    expect(again.records.map(({ number }) => number)).toEqual([1, 2]);
    expect({ broken: again.broken, notes: again.notes }).toEqual({ broken: undefined, notes: [] });
  });

  it('is the reader’s alone', async () => {
    const { log } = await threeRecords();
    expect(statSync(log).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  });

  it('sees what another process appended with its own next append', async () => {
    const place = await threeRecords();
    const [one, other] = [await place.open(), await place.open()];
    await other.append(verdictOf('STORY-003'));
    expect(await one.append(verdictOf('STORY-004'))).toBe(5);
    expect(one.records.length).toBe(5);
    expect(one.broken).toBeUndefined();
  });

  it('keeps appends in order that are asked for at once', async () => {
    const place = evidencePlace();
    const log = await place.open();
    const numbers = await Promise.all(['a', 'b', 'c'].map((key) => log.append({ kind: 'run', key, result: 1 })));
    expect(numbers).toEqual([1, 2, 3]);
    expect((await place.open()).broken).toBeUndefined();
  });
});

describe('a log that was tampered with', () => {
  const tampered: [string, (lines: string[]) => string[], RegExp][] = [
    ['an edited line', ([a = '', b = '', ...rest]) => [a, b.replace('allowed', 'refused'), ...rest], /line 2 .*edited/],
    ['a line that is not JSON', (lines) => [...lines, 'all tests pass'], /line 4 .*not JSON/],
    [
      'a forged line with a made-up hash',
      (lines) => [
        ...lines,
        JSON.stringify({ number: 4, at: 1, entry: verdictOf('STORY-003'), previous: 'x', hash: 'y' }),
      ],
      /line 4 .*edited/,
    ],
    [
      'a forged line with a hash of its own',
      (lines) => [...lines, ...chained('STORY-003')],
      /line 4 .*does not follow/,
    ],
    ['a line taken out', ([a = '', , ...rest]) => [a, ...rest], /line 2 .*does not follow/],
    ['the last line dropped', (lines) => lines.slice(0, -1), /ends at record 2, but the last one written was record 3/],
    ['everything emptied', () => [], /with 3 records is missing/],
    ['a consistent chain in its place', () => chained('STORY-001', 'STORY-002', 'STORY-003'), /rewritten/],
    ['a longer consistent chain in its place', () => chained('STORY-001', 'B', 'C', 'D'), /rewritten/],
  ];

  it.each(tampered)('is told by %s, and nothing of it is believed', async (_, tamper, why) => {
    const place = await threeRecords();
    place.writeLines(tamper(place.lines()));
    const log = await place.open();
    expect(log.broken).toMatch(why);
    expect(log.records).toEqual([]);
    expect(log.run('k1')).toBeUndefined();
  });

  it('is told when it is deleted', async () => {
    const place = await threeRecords();
    rmSync(path.dirname(place.log), { recursive: true });
    expect((await place.open()).broken).toMatch(/is missing/);
  });

  it('is not told by a folder that was made anew at the same place', async () => {
    const place = await threeRecords();
    rmSync(place.folder, { recursive: true });
    // So that the number of the folder is not given away again.
    temporaryFolder();
    writeFiles(place.folder, { HEAD: '' });
    expect((await place.open()).broken).toBeUndefined();
  });

  it('is told by records taken from another repository', async () => {
    const [place, other] = [await threeRecords(), evidencePlace()];
    const log = await other.open();
    for (const item of ['A', 'B', 'C', 'D']) await log.append(verdictOf(item));
    place.writeLines([...place.lines(), other.lines()[3] ?? '']);
    expect((await place.open()).broken).toMatch(/line 4 .*does not follow/);
  });

  it('is set aside, and a new one says so until a person approves this very break', async () => {
    const place = await threeRecords();
    const ann = person();
    place.trust(ann);
    place.writeLines(place.lines().slice(1));
    const log = await place.open();
    expect(log.brokenName).toBeUndefined();
    await log.repair();
    expect(log.records.map(({ entry }) => entry.kind)).toEqual(['broken']);
    expect(readdirSync(path.dirname(place.log)).filter((name) => name.endsWith('.broken.jsonl')).length).toBe(1);
    await log.append(verdictOf('STORY-009'));

    const again = await place.open();
    expect(again.broken).toMatch(/does not follow/);
    expect(again.records.length).toBe(2);
    expect(again.brokenName).toBe(log.brokenName);
    await again.append({ kind: 'word', word: ann.say({ about: 'approve', what: 'record:other' }) });
    expect(again.broken).toBeDefined();
    await again.append({ kind: 'word', word: person().say({ about: 'approve', what: again.brokenName ?? '' }) });
    expect(again.broken).toBeDefined();
    await again.append({ kind: 'word', word: ann.say({ about: 'approve', what: again.brokenName ?? '' }) });
    expect(again.broken).toBeUndefined();
    expect((await place.open()).broken).toBeUndefined();
  });

  it('does not believe records that were chained on by somebody else, then and later', async () => {
    const place = await threeRecords();
    forge(place, verdictOf('STORY-003'));
    const log = await place.open();
    expect(log.broken).toBe('Record 4 of the evidence log was not written by Pactwright on this machine');
    expect(log.records.map(({ number }) => number)).toEqual([1, 2, 3]);
    await log.append(verdictOf('STORY-004'));
    const again = await place.open();
    expect(again.broken).toMatch(/^Record 4 /);
    expect(again.records.map(({ number, entry }) => `${number} ${entry.kind}`)).toEqual([
      '1 run',
      '2 verdict',
      '3 verdict',
      '5 broken',
      '6 verdict',
    ]);
  });
});

describe('records that were chained on by somebody else', () => {
  const agreed = (hash: string): EvidenceEntry => ({
    kind: 'frozen',
    item: 'STORY-001',
    base: 'b',
    spec: 's',
    hash,
  });
  const agreedIn = ({ records }: EvidenceStore): readonly string[] =>
    records.flatMap(({ entry }) => (entry.kind === 'frozen' ? [entry.hash] : []));

  it('cannot say of the others that they were', async () => {
    const place = await threeRecords();
    await (await place.open()).append(agreed('ours'));
    forge(place, { kind: 'broken', why: 'so', from: 1 });
    const log = await place.open();
    expect(agreedIn(log)).toEqual(['ours']);
    await log.repair();
    expect(agreedIn(await place.open())).toEqual(['ours']);
    expect(log.broken).toMatch(/^Record 5 /);
  });

  it('do not have the others given up where whoever wrote that down was ended in the midst of it', async () => {
    const place = await threeRecords();
    await (await place.open()).append(agreed('ours'));
    forge(place, agreed('theirs'));
    const [head = ''] = readdirSync(path.join(place.state, 'heads')).map((name) =>
      path.join(place.state, 'heads', name),
    );
    const known = JSON.parse(readFileSync(head, 'utf8')) as object;
    writeFileSync(head, JSON.stringify({ ...known, next: { number: 6, hash: 'h', start: 's' } }));
    appendFileSync(place.log, '{"at":5,"entry":{"kind":"bro');
    const log = await place.open();
    expect(agreedIn(log)).toEqual(['ours']);
    await log.append(agreed('later'));
    const again = await place.open();
    expect(agreedIn(again)).toEqual(['ours', 'later']);
    expect(again.broken).toMatch(/^Record 5 /);
  });

  it('do not take the place of ours where the log is pruned', async () => {
    const limits = { size: 1_000_000, records: 20 };
    const place = await threeRecords();
    const ann = person();
    place.trust(ann);
    await (await place.open({ limits })).append(agreed('ours'));
    forge(place, agreed('theirs'));
    const log = await place.open({ limits });
    await log.repair();
    for (let run = 1; run <= 60; run++) await log.append({ kind: 'run', key: `k${run}`, result: run });
    expect(place.lines().length).toBeLessThan(25);
    const again = await place.open();
    expect(agreedIn(again)).toEqual(['ours']);
    expect(again.broken).toMatch(/^Record 5 /);
  });
});

describe('what is no tampering', () => {
  it('takes a log as it is that this machine never saw, and says so', async () => {
    const place = await threeRecords();
    const log = await evidencePlace(place.folder).open();
    expect(log.broken).toBeUndefined();
    expect(log.records.length).toBe(3);
    expect(log.notes).toEqual([expect.stringMatching(/for the first time/)]);
    await log.append(verdictOf('STORY-003'));
    expect(log.notes).toEqual([]);
  });

  it('says that a clock was set back, and keeps the record', async () => {
    const place = await threeRecords();
    await (await place.open({ at: 500 })).append(verdictOf('STORY-003'));
    const log = await place.open();
    expect(log.broken).toBeUndefined();
    expect(log.records.length).toBe(4);
    expect(log.notes).toEqual([expect.stringMatching(/Record 4 .*clock was set back/)]);
  });

  it('passes over an entry of a newer version', async () => {
    const place = evidencePlace();
    const log = await place.open();
    // What a newer version would write.
    await log.append({ kind: 'dream', of: 'sheep' } as never);
    await log.append(verdictOf('STORY-001'));
    const again = await place.open();
    expect(again.broken).toBeUndefined();
    expect(again.records.map(({ number }) => number)).toEqual([2]);
  });
});

describe('a link in the way', () => {
  it.each(['pactwright', 'pactwright/evidence', 'pactwright/evidence/log.jsonl', 'pactwright/evidence/lock'])(
    'is refused at %s',
    async (name) => {
      const elsewhere = temporaryFolder({ 'log.jsonl': '' });
      const { folder, state } = evidencePlace();
      writeFiles(folder, { [`${path.dirname(name)}/x`]: '' });
      symlinkSync(name.endsWith('jsonl') ? path.join(elsewhere, 'log.jsonl') : elsewhere, path.join(folder, name));
      const files = createEvidenceFiles({ folder, state });
      const opened = await openEvidence(files, { clock: () => 1 });
      const message = 'kind' in opened ? opened.message : await opened.append(verdictOf('A')).then(String, String);
      expect(message).toMatch(/is a link/);
      expect(readdirSync(elsewhere)).toEqual(['log.jsonl']);
    },
  );
});
