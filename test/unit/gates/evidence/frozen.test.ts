import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../../../server/src/documents/parseDocument.js';
import { read } from '../../../../server/src/base/schema.js';
import {
  type EvidenceEntry,
  evidenceEntry,
  type EvidenceRecord,
} from '../../../../server/src/gates/evidence/evidenceLog.js';
import { frozenEntry, frozenSpecs, recordedItems } from '../../../../server/src/gates/evidence/frozen.js';
import { frozenHashOf } from '../../../../server/src/workspace/recordedItems.js';
import { person, verdictOf } from '../../../support/evidence.js';

const logOf = (...entries: EvidenceEntry[]): EvidenceRecord[] =>
  entries.map((entry, index) => ({ number: index + 1, at: 100 * (index + 1), entry }));
const frozen = (hash: string, item = 'STORY-001'): EvidenceEntry => ({
  kind: 'frozen',
  item,
  base: 'b',
  spec: 's',
  hash,
});
const ann = person();
const refreeze = (what: string, at: number, item = 'STORY-001'): ReturnType<typeof ann.say> =>
  ann.say({ about: 'refreeze', what, at, item });

describe('the agreed text', () => {
  const text =
    '# STORY-001: A\n\n| Field | Value |\n|---|---|\n| Status | Draft |\n| Release | TBD |\n\n## Requirements\n\n- [ ] Keep\n';
  it.each([
    ['another Status', text.replace('Draft', 'Done'), true],
    ['another Release', text.replace('TBD', '1.2.0'), true],
    ['other line ends', text.replaceAll('\n', '\r\n'), true],
    ['a byte order mark', `\uFEFF${text}`, true],
    ['blanks at the ends of lines', text.replaceAll('\n', '  \n'), true],
    [
      'wider cells',
      text.replace('| Status | Draft |', '| Status   | Draft       |').replace('|---|', '|-------|'),
      true,
    ],
    ['a tick', text.replace('[ ]', '[x]'), true],
    ['more empty lines', text.replaceAll('\n\n', '\n\n\n'), true],
    ['another title', text.replace('A\n', 'B\n'), false],
    ['another requirement', text.replace('Keep', 'Drop'), false],
    ['another row', text.replace('Release', 'Priority'), false],
    ['a section more', `${text}\n## Out of Scope\n`, false],
  ])('with %s', (_, other, same) => {
    expect(frozenHashOf(other) === frozenHashOf(text)).toBe(same);
  });

  it('is what an entry of the log says', async () => {
    const spec = await parseDocument(
      'spec',
      'docs/specs/STORY-001.md',
      '# STORY-001: A\n\n## Requirements\n\n### R1: B\n',
    );
    const cases = await parseDocument(
      'testCase',
      'docs/test_cases/STORY-001_case.md',
      '# Test Cases: STORY-001\n\n## TC-1: A (AC1)\n\n- **Given** a\n- **Then** b\n',
    );
    expect(frozenEntry('STORY-001', spec, [cases], 'c0ffee')).toEqual({
      kind: 'frozen',
      item: 'STORY-001',
      base: 'c0ffee',
      spec: spec.path,
      hash: frozenHashOf(spec.text),
      parts: { R1: expect.stringMatching(/^[0-9a-f]{16}$/) as string },
      scenarios: [{ name: 'TC-1', hash: expect.stringMatching(/^[0-9a-f]{16}$/) as string }],
    });
  });
});

describe('what was agreed last', () => {
  const hashOf = (records: EvidenceRecord[], ...words: ReturnType<typeof refreeze>[]): string | undefined =>
    frozenSpecs({ records, words }).get('STORY-001')?.hash;

  it.each([
    ['nothing', hashOf([]), undefined],
    ['what was frozen', hashOf(logOf(frozen('a'), frozen('b', 'STORY-002'))), 'a'],
    ['what was frozen last', hashOf(logOf(frozen('a'), frozen('b'))), 'b'],
    ['what a person agreed to', hashOf(logOf(frozen('a')), refreeze('b', 500)), 'b'],
    ['what a person agreed to last', hashOf(logOf(frozen('a')), refreeze('c', 600), refreeze('b', 500)), 'c'],
    ['not what a person agreed to before', hashOf(logOf(frozen('a'), frozen('b')), refreeze('a', 150)), 'b'],
    ['not what was agreed of another item', hashOf(logOf(frozen('a')), refreeze('b', 500, 'STORY-002')), 'a'],
    ['nothing, where only a person spoke', hashOf([], refreeze('b', 500)), undefined],
  ])('is %s', (_, hash, expected) => {
    expect(hash).toBe(expected);
  });
});

describe('the scenarios that were agreed last', () => {
  const [a, b] = [
    { name: 'TC-1', hash: 'a1' },
    { name: 'TC-2', hash: 'b2' },
  ];
  const namesOf = (...words: ReturnType<typeof refreeze>[]): readonly string[] | undefined =>
    frozenSpecs({
      records: logOf({ ...frozen('s'), scenarios: [a, b] } as EvidenceEntry, frozen('s', 'STORY-002')),
      words,
    })
      .get(words[0]?.item ?? 'STORY-001')
      ?.scenarios?.map(({ name, hash }) => `${hash} ${name}`);

  it.each([
    ['those that were frozen', namesOf(), ['a1 TC-1', 'b2 TC-2']],
    ['those, where a person agreed to another spec', namesOf(refreeze('t', 500)), ['a1 TC-1', 'b2 TC-2']],
    [
      'those that a person agreed to',
      namesOf(refreeze('s+b2,c3', 500)),
      ['b2 TC-2', expect.stringMatching(/^c3 a scenario agreed later/)],
    ],
    ['none, where a person agreed to that', namesOf(refreeze('s+', 500)), []],
    ['not known, where only the spec was frozen', namesOf(refreeze('t', 500, 'STORY-002')), undefined],
  ])('are %s', (_, names, expected) => {
    expect(names).toEqual(expected);
  });

  it('stand beside the hash of the spec', () => {
    const words = [refreeze('t+b2', 500)];
    expect(frozenSpecs({ records: logOf(frozen('s')), words }).get('STORY-001')?.hash).toBe('t');
  });

  it('are read back as they were written, and a list of something else is passed over', () => {
    const entry = { ...frozen('s'), scenarios: [a, b] };
    expect(read(evidenceEntry, JSON.parse(JSON.stringify(entry)))).toEqual(entry);
    expect(read(evidenceEntry, { ...entry, scenarios: [a, { name: 'TC-2' }] })).toEqual(frozen('s'));
  });
});

describe('what rules may know', () => {
  const done = (...entries: EvidenceEntry[]): boolean | undefined =>
    recordedItems({ records: logOf(...entries), words: [] }).get('STORY-001')?.done;

  it.each([
    ['nothing of an item without a record', done(verdictOf('STORY-002')), undefined],
    ['that the gate done let it pass', done(verdictOf('STORY-001')), true],
    ['not by another gate', done(verdictOf('STORY-001', { gate: 'check' })), false],
    ['not where it was refused', done(verdictOf('STORY-001', { answer: 'refused' })), false],
    ['though it was refused later', done(verdictOf('STORY-001'), verdictOf('STORY-001', { answer: 'refused' })), true],
    ['not once it was let in again', done(verdictOf('STORY-001'), frozen('a')), false],
    ['but when it was let out again', done(frozen('a'), verdictOf('STORY-001')), true],
  ])('is %s', (_, is, expected) => {
    expect(is).toBe(expected);
  });
});
