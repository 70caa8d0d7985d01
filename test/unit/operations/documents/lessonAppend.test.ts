import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryOutOn, type OperationCase, refusalOf } from '../../../support/checkOperation.js';
import { lintFiles } from '../../../support/lintFiles.js';
import { parsedOf } from '../parsedOf.js';
import { runs } from '../../../support/runs.js';

const path = 'docs/architecture/governance/lessons.md';
const archive = 'docs/architecture/governance/archive/lessons_archive_202512.md';
const head = '# Lessons Learned\n\n| Date | Lesson | Context |\n|------|--------|---------|\n';
/** Noon, so that it is the same day nearly everywhere. */
const now = Date.UTC(2026, 2, 1, 12);

const call = (
  lesson: string,
  files: OperationCase['files'],
  input: OperationCase['input'] = { item: 'STORY-042' },
): OperationCase => ({
  operation: 'lesson-append',
  input: { lesson, ...input },
  files,
  now,
});

const row = '| 2026-03-01 | Read `x.ts` late | STORY-042 |';

describe('lesson-append', () => {
  it.each([
    ['a new file', undefined, `${head}${row}\n`],
    ['a table without rows', head, `${head}${row}\n`],
    ['no final newline', `${head}| 2026-01-01 | a.ts | b |`, `${head}| 2026-01-01 | a.ts | b |\n${row}`],
    [
      'text after the table',
      `${head}| 2026-01-01 | a.ts | b |\n\nFooter.\n`,
      `${head}| 2026-01-01 | a.ts | b |\n${row}\n\nFooter.\n`,
    ],
    [
      'a footer that Markdown takes for a row',
      `${head}| 2026-01-01 | a.ts | b |\nFooter.\n`,
      `${head}| 2026-01-01 | a.ts | b |\n${row}\nFooter.\n`,
    ],
    ['Windows', `\u{FEFF}${head}`.replaceAll('\n', '\r\n'), `\u{FEFF}${head}${row}\n`.replaceAll('\n', '\r\n')],
    [
      'no table',
      '# Lessons Learned\n\n- one\n',
      `# Lessons Learned\n\n- one\n\n${head.slice(head.indexOf('|'))}${row}\n`,
    ],
    ['an empty file', '', `${head.slice(head.indexOf('|'))}${row}\n`],
  ])('writes the row at the end of the table: %s', async (_, before, after) => {
    const { changed } = await carryOutOn(call('Read `x.ts` late', before === undefined ? {} : { [path]: before }));
    expect(changed).toEqual({ [path]: after });
  });

  it.each([
    [{ item: 'STORY-042', context: ' cart.ts ' }, 'cart.ts'],
    [{ context: 'a | b' }, 'a \\| b'],
  ])('has the context of %j', async (input, context) => {
    const { changed } = await carryOutOn(call('Read `x.ts` late', { [path]: head }, input));
    expect(changed[path]).toBe(`${head}| 2026-03-01 | Read \`x.ts\` late | ${context} |\n`);
  });

  it.each([
    ['names nothing', 'be careful', {}, 'invalid-input'],
    ['two lines', 'see a.ts\nand b.ts', {}, 'invalid-input'],
    ['is there', 'read X.TS late!', { [path]: `${head}| 2026-01-01 | Read x.ts late, always | b |\n` }, 'exists'],
    ['has no place', 'see a.ts', { [path]: '# Lessons\n\n```\n' }, 'not-allowed'],
  ])('refuses what %s', async (_, lesson, files, code) => {
    expect(await refusalOf(call(lesson, files))).toMatchObject({ code });
  });

  it('shows the lesson that is much like it, the likest first', async () => {
    const rows = '| 2026-01-01 | Read x.ts late, always | b |\n| 2026-01-02 | read x.ts late | b |\n';
    const refused = await refusalOf(call('Read x.ts late', { [path]: head + rows }));
    expect(refused.candidates).toEqual(['read x.ts late']);
    expect(refused.message).toContain('line 6');
  });

  it('refuses without item and context', async () => {
    expect(await refusalOf(call('see a.ts', {}, {}))).toMatchObject({ code: 'invalid-input' });
  });

  const rows = (count: number, month = '2025-12'): string =>
    Array.from(
      { length: count },
      (_, at) => `| ${month}-${String(Math.floor(at / 2) + 1).padStart(2, '0')} | l${at} \\| m${at}.ts | c |\n`,
    ).join('');

  it('moves the first rows to the archives of their months, and leaves 50', async () => {
    const text = `${head}| 2025-11-30 | a1.ts | c |\n${rows(49)}| never | a2.ts | c |\n\nFooter.`;
    const there =
      '# Lessons Archive (2025-12)\n\n| Date | Lesson | Context |\n|------|--------|---------|\n| 2025-12-01 | z.ts | c |\n\nKept.\n';
    const { plan, changed } = await carryOutOn(call('Read `x.ts` late', { [path]: text, [archive]: there }));
    expect(changed).toEqual({
      [path]: `${head}${rows(49).split('\n').slice(1).join('\n')}| never | a2.ts | c |\n${row}\n\nFooter.`,
      'docs/architecture/governance/archive/lessons_archive_202511.md':
        '# Lessons Archive (2025-11)\n\n| Date | Lesson | Context |\n|------|--------|---------|\n| 2025-11-30 | a1.ts | c |\n',
      [archive]: there.replace(
        '| 2025-12-01 | z.ts | c |\n',
        '| 2025-12-01 | z.ts | c |\n| 2025-12-01 | l0 \\| m0.ts | c |\n',
      ),
    });
    expect(plan.answer.data).toMatchObject({ moved: 2 });
    expect(plan.changes.map((change) => change.path).at(-1)).toBe(path);
    const { findings } = await lintFiles([{ path, text: changed[path] ?? '' }]);
    expect(findings.map(({ code }) => code)).toEqual(['PW413']);
  });

  it('does not archive again what the archive has: carried out once more after it ended halfway', async () => {
    const text = `${head}| 2025-11-30 | a1.ts | c |\n${rows(50)}`;
    const { changed, plan } = await carryOutOn(call('Read `x.ts` late', { [path]: text }));
    const archives = Object.keys(changed).filter((one) => one !== path);
    expect(archives).toHaveLength(2);
    const first = archives.map((one) => [one, changed[one] ?? ''] as const);
    const halfway = Object.fromEntries(first.slice(0, 1));
    const padded = first.map(([one, archived]) => [one, archived.replaceAll(' | c |', ' |  c  |')] as const);
    for (const there of [{}, halfway, Object.fromEntries(first), Object.fromEntries(padded)]) {
      const files: Readonly<Record<string, string>> = { [path]: text, ...there };
      const again = await carryOutOn(call('Read `x.ts` late', files));
      const { [path]: table, ...rest } = { ...files, ...again.changed };
      expect(table).toBe(changed[path]);
      expect(rest).toEqual({ ...Object.fromEntries(first), ...there });
      expect(again.plan.answer).toEqual(plan.answer);
    }
  });

  it('moves nothing at 49', async () => {
    const { changed } = await carryOutOn(call('Read `x.ts` late', { [path]: head + rows(49) }));
    expect(Object.keys(changed)).toEqual([path]);
  });

  it('shows every lesson as it was given, and changes nothing else', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 5 }),
      fc.constantFrom('|', '\\', '\\|', '`a|b`', ' ', '<!--'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 8 }),
        fc.constantFrom('', '\n', '\nFooter.\n'),
        async (pieces, rest) => {
          const lesson = `x.ts ${pieces.join('')}`.trim();
          fc.pre(!/[\p{Cc}\u2028\u2029\uFEFF\u202A-\u202E\u2066-\u2069]/u.test(lesson) && lesson.length < 900);
          const text = `${head}| 2026-01-01 | other | b |${rest}`;
          const { changed } = await carryOutOn(call(lesson, { [path]: text }));
          const after = changed[path] ?? '';
          const { model } = await parsedOf('lessons', path, after);
          expect(model.rows.filter(({ row: { cells } }) => cells.length > 1)).toHaveLength(2);
          const [, last] = model.rows;
          expect(last?.row.cells).toHaveLength(3);
          // A backslash before a pipe is doubled, which shows the same.
          expect(last?.lesson.value.replace(/(\\+)\1(?=\|)/g, '$1')).toBe(lesson);
          expect(last && after.slice(0, last.row.span.start - 1) + after.slice(last.row.span.end)).toBe(text);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
