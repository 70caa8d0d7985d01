import { describe, expect, it } from 'vitest';
import { findProjectAbove, findProjects } from '../../../server/src/workspace/findProjects.js';
import { createMemoryFiles } from '../../support/memoryFiles.js';

const files = (...paths: string[]): ReturnType<typeof createMemoryFiles> =>
  createMemoryFiles(Object.fromEntries(paths.map((path) => [path, ''])));

describe('findProjects', () => {
  it('finds a folder with docs/specs and one with a configuration, nested ones too', async () => {
    const found = await findProjects(
      '/w',
      files(
        '/w/docs/specs/STORY-001.md',
        '/w/packages/b/.pactwright/config.yaml',
        '/w/packages/a/docs/specs/STORY-001.md',
        '/w/packages/c/docs/README.md',
        '/w/packages/d/specs/STORY-001.md',
        '/w/packages/e/.pactwright/baseline.json',
      ),
    );
    expect(found).toEqual(['/w', '/w/packages/a', '/w/packages/b']);
  });

  it.each(['node_modules', '.git', '.venv', 'dist', 'build', 'out', 'target', 'vendor', '.hidden'])(
    'does not enter %s, but takes it as the folder to begin in',
    async (name) => {
      const memory = files(`/w/${name}/docs/specs/STORY-001.md`);
      expect(await findProjects('/w', memory)).toEqual([]);
      expect(await findProjects(`/w/${name}`, memory)).toEqual([`/w/${name}`]);
    },
  );

  it('does not look deeper than a monorepo goes', async () => {
    expect(await findProjects('/w', files('/w/1/2/3/4/5/6/docs/specs/A.md'))).toEqual(['/w/1/2/3/4/5/6']);
    expect(await findProjects('/w', files('/w/1/2/3/4/5/6/7/docs/specs/A.md'))).toEqual([]);
  });

  it('tells which folders it could not look into', async () => {
    const memory = files('/w/a/docs/specs/A.md', '/w/b/docs/specs/B.md', '/w/c/.pactwright/config.yaml');
    for (const folder of ['/w/b', '/w/c/.pactwright']) memory.unlisted.set(folder, 'permission denied');
    const unlisted = new Map<string, string>();
    expect(await findProjects('/w', memory, undefined, (at, why) => unlisted.set(at, why))).toEqual(['/w/a']);
    expect(unlisted).toEqual(memory.unlisted);
  });

  it('does not take files for folders', async () => {
    expect(await findProjects('/w', files('/w/docs/specs', '/w/a/.pactwright/config.yaml/x'))).toEqual([]);
  });

  it('stops when it is no longer wanted', async () => {
    await expect(
      findProjects('/w', files('/w/docs/specs/A.md'), AbortSignal.abort(new Error('enough'))),
    ).rejects.toThrow('enough');
  });
});

describe('findProjectAbove', () => {
  it('finds the nearest root at or above a folder', async () => {
    const memory = files('/w/docs/specs/STORY-001.md', '/w/packages/a/docs/specs/STORY-001.md', '/x/y/z');
    expect(await findProjectAbove('/w', memory)).toBe('/w');
    expect(await findProjectAbove('/w/docs/specs', memory)).toBe('/w');
    expect(await findProjectAbove('/w/packages/a/src/deep', memory)).toBe('/w/packages/a');
    expect(await findProjectAbove('/x/y', memory)).toBeUndefined();
  });
});
