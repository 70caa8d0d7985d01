import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../../../server/src/documents/parseDocument.js';
import { entryTitleProblem, taskProblem } from '../../../../server/src/operations/support/boardText.js';
import { carryOutOn, type OperationCase, refusalOf } from '../../../support/checkOperation.js';
import { lintFiles } from '../../../support/lintFiles.js';
import { parsedOf } from '../parsedOf.js';
import { runs } from '../../../support/runs.js';

const boardPath = 'docs/product/sprint_board.md';
const board =
  '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n### [STORY-004] Old\n\n- [ ] One  \n\n## ✅ Done\n';

const call = (
  input: OperationCase['input'],
  files: OperationCase['files'] = { [boardPath]: board },
): OperationCase => ({ operation: 'new-item', input, files });

describe('new-item', () => {
  it('makes spec, test case and entry at once', async () => {
    const { plan, changed } = await carryOutOn(
      call({ type: 'bug', title: ' Cart is lost ', task: ['Reproduce it', ' Mend it '], prefix: 'al' }),
    );
    expect(Object.keys(changed).sort()).toEqual([
      boardPath,
      'docs/specs/BUG-al-001.md',
      'docs/test_cases/BUG-al-001_case.md',
    ]);
    expect(changed[boardPath]).toBe(
      board.replace(
        '## 📋 Backlog\n',
        '## 📋 Backlog\n\n### [BUG-al-001] Cart is lost\n> Spec: docs/specs/BUG-al-001.md\n\n- [ ] Reproduce it\n- [ ] Mend it\n',
      ),
    );
    const spec = changed['docs/specs/BUG-al-001.md'] ?? '';
    expect(spec).toMatch(/^# BUG-al-001: Cart is lost\n\n\| Field \| Value \|\n[\s\S]+\| Status \| Draft \|\n/);
    expect(changed['docs/test_cases/BUG-al-001_case.md']).toMatch(
      /^# Test Cases: BUG-al-001 — Cart is lost\n\n> Spec: docs\/specs\/BUG-al-001\.md\n\n## TC-1: /,
    );
    const { data } = plan.answer;
    expect(data).toMatchObject({ item: 'BUG-al-001', title: 'Cart is lost', paths: { board: boardPath } });
    const { placeholder } = data as {
      placeholder: { path: string; span: { start: number; end: number }; range: unknown };
    }; // as documented
    expect(placeholder.path).toBe('docs/specs/BUG-al-001.md');
    expect(spec.slice(placeholder.span.start, placeholder.span.end)).toBe('(Description of the problem or feature)');
    expect(placeholder.range).toEqual({ start: { line: 11, character: 0 }, end: { line: 11, character: 39 } });
  });

  it('puts the entry into the section that is asked for, and gives the spec its Status', async () => {
    const { changed } = await carryOutOn(call({ type: 'story', title: 'Now', section: 'in-progress' }));
    expect(changed[boardPath]).toBe(
      board.replace('- [ ] One  \n', '- [ ] One  \n\n### [STORY-005] Now\n> Spec: docs/specs/STORY-005.md\n'),
    );
    expect(changed['docs/specs/STORY-005.md']).toMatch(/\| Status \| In Progress \|/);
    const { findings } = await lintFiles(Object.entries(changed).map(([path, text]) => ({ path, text: text ?? '' })));
    expect(findings.map(({ code }) => code)).not.toContain('PW613');
  });

  it('takes the number behind all that there are, of whatever type', async () => {
    const { plan } = await carryOutOn(call({ type: 'hotfix', title: 'Now' }));
    expect(plan.answer.data).toMatchObject({ item: 'HOTFIX-005' });
  });

  it('leaves out a number that a file has in other letters', async () => {
    const files = { [boardPath]: board, 'docs/specs/story-005.md': '', 'docs/test_cases/story-006_case.md': '' };
    const { plan } = await carryOutOn(call({ type: 'story', title: 'Now' }, files));
    expect(plan.answer.data).toMatchObject({ item: 'STORY-007' });
  });

  it('has no finding above the level information', async () => {
    const files = { [boardPath]: board.replace(/### \[STORY-004\][\s\S]*?(?=## ✅)/, '') };
    const { changed } = await carryOutOn(call({ type: 'story', title: 'Guest carts', task: ['One'] }, files));
    const { findings } = await lintFiles(Object.entries(changed).map(([path, text]) => ({ path, text: text ?? '' })));
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect([...new Set(findings.map(({ code }) => code))].sort()).toEqual(['E008', 'PW113', 'PW124', 'W008']);
  });

  it.each([
    ['no board', { type: 'story', title: 'A' }, {}, 'not-found', /new-board/],
    ['no Backlog', { type: 'story', title: 'A' }, { [boardPath]: '# Sprint Board\n' }, 'not-found', /no section/],
    ['no type', { title: 'A' }, undefined, 'invalid-input', /^type is missing/],
    ['a type nobody knows', { type: 'storey', title: 'A' }, undefined, 'invalid-input', /did you mean story/],
    ['a task twice', { type: 'story', title: 'A', task: ['x', ' x'] }, undefined, 'invalid-input', /twice/],
    ['an empty task', { type: 'story', title: 'A', task: [' '] }, undefined, 'invalid-input', /is empty/],
    ['a task of two lines', { type: 'story', title: 'A', task: ['a\nb'] }, undefined, 'invalid-input', /line break/],
    [
      'a task in a task',
      { type: 'story', title: 'A', task: ['- [ ] b'] },
      undefined,
      'invalid-input',
      /marker of another/,
    ],
    ['a task that hides', { type: 'story', title: 'A', task: ['<!-- b'] }, undefined, 'invalid-input', /comment/],
    [
      'a board that cannot end',
      { type: 'story', title: 'A' },
      { [boardPath]: '## 📋 Backlog\n\n```\n' },
      'not-allowed',
      /not closed/,
    ],
    ['a prefix of two words', { type: 'story', title: 'A', prefix: 'a b' }, undefined, 'invalid-input', /prefix/],
  ])('refuses %s', async (_, input, files, code, message) => {
    const refused = await refusalOf(call(input, files));
    expect(refused.code).toBe(code);
    expect(refused.message).toMatch(message);
  });

  it.each([
    '',
    '  ',
    'a\nb',
    'a\u2028b',
    'a\u0000',
    'a\u202Eb',
    '- a',
    ': a',
    '] a',
    'Use C #',
    '##',
    'A <!-- comment',
    '**STORY-009**',
    'A ## ✅ Done',
    'x'.repeat(501),
    '\uD800',
  ])('refuses the title %j', async (title) => {
    expect(await refusalOf(call({ type: 'story', title }))).toMatchObject({ code: 'invalid-input' });
  });

  it('gives back every title and task that it takes, and changes nothing else', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
      fc.constantFrom(
        '# ',
        ' #',
        '`',
        '**',
        '[x](y)',
        '<b>',
        '<!--',
        '-->',
        '|',
        '\\',
        'STORY-002',
        ': ',
        '- ',
        '[ ] ',
        '&amp;',
        '~~~',
        'ü',
        '🛒',
        '　',
      ),
    );
    const line = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(line, fc.constantFrom('\n', '\r\n'), async (written, br) => {
        fc.pre((entryTitleProblem(written) ?? taskProblem(written)) === undefined);
        const title = written.trim();
        const before = board.replaceAll('\n', br);
        const { changed } = await carryOutOn(
          call({ type: 'story', title: written, task: [written] }, { [boardPath]: before }),
        );
        const after = changed[boardPath] ?? '';
        const { model } = await parsedOf('board', boardPath, after);
        const entry = model.sections[0]?.entries[0];
        expect(entry).toMatchObject({
          id: { value: 'STORY-005' },
          title: { value: title },
          tasks: [{ text: { value: title } }],
        });
        expect(entry && after.slice(0, entry.span.start) + after.slice(entry.span.end).replace(br + br, '')).toBe(
          before,
        );
        const spec = await parseDocument('spec', 'docs/specs/STORY-005.md', changed['docs/specs/STORY-005.md'] ?? '');
        expect(spec.model.title).toMatchObject({ id: { value: 'STORY-005' }, text: { value: title } });
        const testCase = await parsedOf('testCase', 'x.md', changed['docs/test_cases/STORY-005_case.md'] ?? '');
        expect(testCase.model.title).toMatchObject({ id: { value: 'STORY-005' } });
        expect(testCase.model.scenarios).toHaveLength(1);
      }),
      { numRuns: runs(150) },
    );
  });
});
