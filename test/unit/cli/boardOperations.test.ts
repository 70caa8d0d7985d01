import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../support/runCli.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const boardPath = 'docs/product/sprint_board.md';
const board =
  '# Board\n\n## Backlog\n\n### [STORY-1] A\n\n- [x] a\n\n### [STORY-2] B\n\n- [x] b\n\n### [STORY-3] C\n\n## Done\n\n### [STORY-4] D\n';

const inProject = (): { cwd: string; ids: () => string; archived: () => string | undefined } => {
  const cwd = temporaryFolder({ 'docs/specs/STORY-1.md': '# STORY-1: A\n', [boardPath]: board });
  const archive = path.join(cwd, 'docs/product/archive/archive_202603.md');
  const idsOf = (text: string): string =>
    [...text.matchAll(/^##(?: (\w)|# \[STORY-(\d))/gmu)].map(([, a, b]) => a ?? b).join('');
  return {
    cwd,
    ids: () => idsOf(readFileSync(path.join(cwd, boardPath), 'utf8')),
    archived: () => (existsSync(archive) ? idsOf(readFileSync(archive, 'utf8')) : undefined),
  };
};
const now = new Date(2026, 2, 15, 12).getTime();

describe('operations of the board on the command line', () => {
  it.each<[string, string, string?]>([
    ['board move STORY-1 done', 'B23D41'],
    ['board move STORY-1 STORY-3 done --before STORY-4', 'B2D134'],
    ['board move STORY-3 STORY-1 done --position 1', 'B2D134'],
    ['board reorder STORY-3 --to-top', 'B312D4'],
    ['board archive STORY-1 STORY-2', 'B3D4', '12'],
    ['board archive --all-done', 'B123D', '4'],
    ['board remove STORY-1 STORY-4', 'B23D'],
    ['board add STORY-5 E --task one --task two --section done', 'B123D45'],
    ['board sort', 'B3D412'],
  ])('%s', async (line, expected, archive) => {
    const { cwd, ids, archived } = inProject();
    expect(await run({ cwd, now }, ...line.split(' '))).toMatchObject({ code: 0, err: '' });
    expect(ids()).toBe(expected);
    expect(archived()).toBe(archive);
  });

  it.each<[string, number, string]>([
    ['board move STORY-1', 2, 'section is missing'],
    ['board move done', 2, 'items "done" is not an item id'],
    ['board move STORY-1 STORY-9 done', 1, 'STORY-9 is not on the board'],
    ['board move STORY-1 nowhere --position x', 2, '--position takes a whole number'],
    ['board remove', 2, 'items is missing'],
    ['board archive', 2, 'either items or all-done'],
    ['board list STORY-1', 2, 'board list takes no arguments'],
  ])('says what is wrong with `%s`', async (line, code, message) => {
    const { cwd, ids } = inProject();
    const result = await run({ cwd, now }, ...line.split(' '));
    expect(result.err).toContain(message);
    expect(result.code).toBe(code);
    expect(ids()).toBe('B123D4');
  });

  it.each([
    [boardPath, 'board tick STORY-1 a'],
    [boardPath, 'new-board'],
    ['docs/product/archive/archive_202603.md', 'board archive STORY-1'],
    ['docs/product/archive/archive_202501.md', 'board add STORY-9 Nine'],
  ])('never takes %s for empty where it is no text: %s', async (file, line) => {
    const { cwd } = inProject();
    const bytes = Buffer.from([0x23, 0x20, 0xff, 0x0a]);
    writeFiles(cwd, { [file]: bytes });
    const before = readFileSync(path.join(cwd, boardPath));
    const { code, err } = await run({ cwd, now }, ...line.split(' '));
    expect(code).toBe(1);
    expect(err).toMatch(line === 'new-board' ? /already exists/ : /not valid UTF-8/);
    expect(readFileSync(path.join(cwd, file))).toEqual(bytes);
    expect(readFileSync(path.join(cwd, boardPath))).toEqual(before);
  });

  it('says where several fit', async () => {
    const { cwd } = inProject();
    expect((await run({ cwd }, 'board', 'move', '--help')).out).toContain('pactwright board move ITEMS… SECTION');
    expect((await run({ cwd }, 'board', 'list')).out).toBe(
      'Backlog (3)\n  STORY-1  A  1/1\n  STORY-2  B  1/1\n  STORY-3  C\nDone (1)\n  STORY-4  D\n',
    );
  });
});
