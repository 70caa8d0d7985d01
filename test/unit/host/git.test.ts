import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../../../server/src/host/git.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

function repository(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(files);
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  return folder;
}

describe('git', () => {
  it('names the paths that are ignored, in a folder of the repository too', async () => {
    const folder = repository({ '.gitignore': 'private/\n*.log.md\nGröße*\n' });
    const paths = ['private/STORY-001.md', 'docs/STORY-001.md', 'docs/x.log.md', 'docs/Größe "1".md', '-n.md'];
    writeFiles(folder, Object.fromEntries(paths.map((name) => [`sub/${name}`, ''])));
    const expected = ['private/STORY-001.md', 'docs/x.log.md', 'docs/Größe "1".md'];
    for (const base of [folder, path.join(folder, 'sub')])
      expect(await git.ignored(base, paths)).toEqual({ kind: 'answer', value: new Set(expected) });
  });

  it('answers where nothing is ignored, and where nothing is asked', async () => {
    const folder = repository({ 'a.md': '' });
    expect(await git.ignored(folder, ['a.md'])).toEqual({ kind: 'answer', value: new Set() });
    expect(await git.ignored(folder, [])).toEqual({ kind: 'answer', value: new Set() });
  });

  it('takes more paths than fit in one command line', async () => {
    const folder = repository({ '.gitignore': '*7.md\n' });
    const paths = Array.from({ length: 5_000 }, (_, number) => `docs/specs/STORY-with-a-long-prefix-${number}.md`);
    const result = await git.ignored(folder, paths);
    expect(result.kind === 'answer' && result.value.size).toBe(500);
  });

  it('does not count a file that is committed in spite of the ignore file', async () => {
    const folder = repository({ '.gitignore': 'a.md\n', 'a.md': '' });
    execFileSync('git', ['add', '--force', 'a.md'], { cwd: folder });
    expect(await git.ignored(folder, ['a.md'])).toEqual({ kind: 'answer', value: new Set() });
  });

  it('says where there is no repository', async () => {
    const folder = temporaryFolder({ 'a.md': '' });
    expect(await git.ignored(folder, ['a.md'])).toEqual({
      kind: 'unavailable',
      message: `${folder} is not in a git repository`,
    });
  });

  it('says where git is not installed', async () => {
    const folder = repository({ 'a.md': '' });
    const before = process.env['PATH'];
    process.env['PATH'] = folder;
    try {
      expect(await git.ignored(folder, ['a.md'])).toMatchObject({
        kind: 'unavailable',
        message: expect.stringMatching(/git is not installed/) as unknown,
      });
    } finally {
      process.env['PATH'] = before;
    }
  });
});
