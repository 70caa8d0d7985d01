import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryOutOn, type OperationCase, refusalOf } from '../../../support/checkOperation.js';
import { cleanSpec } from '../../../support/projectTexts.js';
import { runs } from '../../../support/runs.js';

const path = 'docs/specs/STORY-001.md';

const call = (operation: string, input: OperationCase['input'], spec: string): OperationCase => ({
  operation,
  input: { item: 'STORY-001', ...input },
  files: { [path]: spec },
});

/** A spec with a table of metadata, and one above it that is none. */
const withTable = (...rows: readonly string[]): string =>
  `# STORY-001: A\n\n| Code | Status |\n| --- | --- |\n| Status | Draft |\n\n${rows.join('\n')}\n\n\`\`\`\n| Status | Draft |\n\`\`\`\n`;

const head = ['| Field | Value |', '|-------|-------|'];

describe('set-status', () => {
  it.each([
    ['one blank', [...head, '| Status | Draft |'], [...head, '| Status | In Progress |']],
    ['no blank', [...head, '|Status|Draft|'], [...head, '|Status|In Progress|']],
    ['blanks of its own', [...head, '| Status | Draft    |'], [...head, '| Status | In Progress    |']],
    [
      'no pipe at the end',
      ['Field | Value', '--- | ---', 'Status | Draft'],
      ['Field | Value', '--- | ---', 'Status | In Progress'],
    ],
    ['an empty cell', [...head, '| Status | |'], [...head, '| Status | In Progress |']],
    ['a cell without blank', [...head, '| Status ||'], [...head, '| Status | In Progress |']],
    [
      'an aligned table',
      ['| Field  | Value     |', '| ------ | --------- |', '| ID     | STORY-001 |', '| Status | Draft     |'],
      ['| Field  | Value     |', '| ------ | --------- |', '| ID     | STORY-001 |', '| Status | In Progress |'],
    ],
    [
      'an aligned table with room',
      [
        '| Field  | Value         |',
        '| ------ | ------------- |',
        '| ID     | STORY-al-0001 |',
        '| Status | Draft         |',
      ],
      [
        '| Field  | Value         |',
        '| ------ | ------------- |',
        '| ID     | STORY-al-0001 |',
        '| Status | In Progress   |',
      ],
    ],
    [
      'the last of two',
      [...head, '| Status | Done |', '| Status | Draft |'],
      [...head, '| Status | Done |', '| Status | In Progress |'],
    ],
  ])('changes the cell alone: %s', async (_, before, after) => {
    const { plan, changed } = await carryOutOn(call('set-status', { status: 'in-progress' }, withTable(...before)));
    expect(changed).toEqual({ [path]: withTable(...after) });
    expect(plan.gates).toEqual([]);
  });

  it.each([
    ['Draft', 'draft', 'same'],
    ['Draft', 'in-progress', 'open'],
    ['Draft', 'done', 'refused'],
    ['Open', 'draft', 'open'],
    ['In Progress', 'draft', 'open'],
    ['In Progress', 'done', 'gate'],
    ['in review', 'done', 'gate'],
    ['Done', 'in-progress', 'open'],
    ['Done', 'draft', 'refused'],
    ['Done', 'done', 'same'],
    ['Closed', 'done', 'gate'],
    ['Cancelled', 'done', 'gate'],
    ['', 'done', 'gate'],
    ['who knows', 'draft', 'open'],
  ])('from %j to %s: %s', async (before, status, expected) => {
    const given = call('set-status', { status }, withTable(...head, `| Status | ${before} |`));
    if (expected === 'refused') {
      const refused = await refusalOf(given);
      expect(refused).toMatchObject({ code: 'not-allowed', candidates: ['in-progress'] });
      return;
    }
    const { plan, changed } = await carryOutOn(given);
    expect(Object.keys(changed)).toEqual(expected === 'same' ? [] : [path]);
    expect(plan.gates).toEqual(expected === 'gate' ? [{ gate: 'done', item: 'STORY-001' }] : []);
    expect(plan.answer.data['changed']).toBe(expected !== 'same');
  });

  it.each([
    ['another item', { item: 'STORY-002', status: 'done' }, 'not-found'],
    ['another word', { status: 'Done' }, 'invalid-input'],
    ['no Status', { status: 'draft' }, 'not-found'],
  ])('is refused: %s', async (_, input, code) => {
    expect(await refusalOf(call('set-status', input, withTable(...head, '| ID | STORY-001 |')))).toMatchObject({
      code,
    });
  });

  it('keeps every other byte', async () => {
    const statuses = { draft: 'Draft', 'in-progress': 'In Progress' } as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom('', '\u{FEFF}'),
        fc.constantFrom('Draft', 'In Progress'),
        fc.array(fc.constantFrom(' ', '\t'), { maxLength: 3 }),
        fc.constantFrom('draft', 'in-progress'),
        fc.string({ maxLength: 20 }),
        async (br, mark, before, blanks, status, end) => {
          const start = `${mark}${cleanSpec().replaceAll('\n', br).split('| Status |')[0] ?? ''}| Status | `;
          const rest = `${blanks.join('')}|${br}| Priority | P1 |${br}${br}${end}`;
          const text = `${start}${before}${rest}`;
          const { changed } = await carryOutOn(call('set-status', { status }, text));
          const after = changed[path] ?? text;
          expect(after.startsWith(`${start}${statuses[status]}`)).toBe(true);
          expect(after.slice(start.length + statuses[status].length).trimStart()).toBe(rest.trimStart());
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

describe('set-release', () => {
  it.each([
    ['1.4.0', '1.5.0', true],
    ['TBD', 'v2.0.0-rc.1', true],
    ['1.4.0', 'TBD', true],
    ['1.4.0', '1.4.0', false],
  ])('from %s to %s', async (before, version, changes) => {
    const spec = cleanSpec().replace('1.4.0', before);
    const { changed, plan } = await carryOutOn(call('set-release', { version }, spec));
    expect(changed).toEqual(changes ? { [path]: cleanSpec().replace('1.4.0', version) } : {});
    expect(plan.answer.data).toMatchObject({ from: before, to: version, changed: changes });
  });

  it.each(['', 'next', '1.0 | 2.0', '1.0\n', '`1.0`', '1.0 (maybe)', `1.${'0'.repeat(70)}`])(
    'refuses %j',
    async (version) => {
      expect(await refusalOf(call('set-release', { version }, cleanSpec()))).toMatchObject({ code: 'invalid-input' });
    },
  );
});

describe('backfill-release', () => {
  const spec = (id: string, status: string, release = 'TBD'): string =>
    cleanSpec(id).replace('| In Progress |', `| ${status} |`).replace('1.4.0', release);
  const files = {
    'docs/specs/STORY-001.md': spec('STORY-001', 'Done'),
    'docs/specs/STORY-002.md': spec('STORY-002', 'Done', 'tbd'),
    'docs/specs/STORY-003.md': spec('STORY-003', 'Done'),
    'docs/specs/STORY-004.md': spec('STORY-004', 'In Progress'),
    'docs/specs/STORY-005.md': spec('STORY-005', 'Done', '1.0.0'),
    'docs/specs/STORY-006.md': spec('STORY-006', 'Done'),
    'docs/product/sprint_board.md':
      '# Sprint Board\n\n## 📋 Backlog\n\n### [STORY-006] In the wrong place\n\n## 🔄 In Progress\n\n## ✅ Done\n\n### [STORY-001] A\n\n- [x] As in STORY-003\n\n### [STORY-004] D\n\n- [x] d\n\n## Notes\n\nSTORY-003\n',
    'docs/product/archive/archive_202601.md': '### [STORY-002] B\n\n- [x] b, after STORY-003\n',
  };

  it('fills in what is finished by Status and entry, and says why not', async () => {
    const { plan, changed } = await carryOutOn({ operation: 'backfill-release', input: { version: '2.0.0' }, files });
    expect(changed).toEqual({
      'docs/specs/STORY-001.md': files['docs/specs/STORY-001.md'].replace('TBD', '2.0.0'),
      'docs/specs/STORY-002.md': files['docs/specs/STORY-002.md'].replace('tbd', '2.0.0'),
    });
    expect(plan.answer.data).toEqual({
      version: '2.0.0',
      filled: ['STORY-001', 'STORY-002'],
      left: [
        { item: 'STORY-003', reason: 'it has no entry in Done or in the archive' },
        { item: 'STORY-004', reason: 'its Status is In Progress' },
        { item: 'STORY-006', reason: 'it has no entry in Done or in the archive' },
      ],
    });
    expect(plan.answer.message.split('\n')).toHaveLength(4);
  });
});

describe('invariants-refresh', () => {
  const rules = 'docs/architecture/governance/rules.md';
  const text = '# Rules\r\n\r\n1. All 120+ tests must pass.\r\n2. All 90+ tests must pass twice. All of 90.\r\n';
  const on = (input: OperationCase['input'], given = text): OperationCase => ({
    operation: 'invariants-refresh',
    input,
    files: given === '' ? {} : { [rules]: given },
  });

  it.each([
    [{ tests: 130 }, text.replace('120+', '130+').replace('90+', '130+'), true],
    [{ tests: 120 }, text.replace('90+', '120+'), true],
    [{ tests: 100, lower: true }, text.replace('120+', '100+').replace('90+', '100+'), true],
  ])('%j', async (input, after, changes) => {
    const { plan, changed } = await carryOutOn(on(input));
    expect(changed).toEqual({ [rules]: after });
    expect(plan.answer.data).toEqual({ from: [120, 90], to: input.tests, changed: changes });
  });

  it('says so where the number holds', async () => {
    const { changed } = await carryOutOn(on({ tests: 7 }, 'All 7+ tests must pass'));
    expect(changed).toEqual({});
  });

  it.each([
    [{ tests: 100 }, text, 'not-allowed'],
    [{ tests: -1 }, text, 'invalid-input'],
    [{ tests: 5 }, '# Rules\n', 'not-found'],
    [{ tests: 5 }, '', 'not-found'],
  ])('%j is refused', async (input, given, code) => {
    expect(await refusalOf(on(input, given))).toMatchObject({ code });
  });
});
