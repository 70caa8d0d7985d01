import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../../../server/src/documents/parseDocument.js';
import type { EvidenceEntry, EvidenceRecord } from '../../../../server/src/gates/evidence/evidenceLog.js';
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
    expect(frozenEntry('STORY-001', spec, 'c0ffee')).toEqual({
      kind: 'frozen',
      item: 'STORY-001',
      base: 'c0ffee',
      spec: spec.path,
      hash: frozenHashOf(spec.text),
      parts: { R1: expect.stringMatching(/^[0-9a-f]{16}$/) as string },
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
