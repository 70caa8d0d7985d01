import { expect, it } from 'vitest';
import { run } from '../../support/runCli.js';
import { sprintFiles } from '../../support/sprintStory.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

it('lists what can be worked on now, and what not beside what', async () => {
  const cwd = temporaryFolder();
  const files = sprintFiles(['STORY-001', 'STORY-002', 'STORY-003'], { 'STORY-003': 'STORY-001' });
  const shared = (text: string | Uint8Array | null | undefined): string =>
    String(text).replace(/\| Touches \|[^\n]*/u, '| Touches | src/shared/** |');
  const specs = Object.keys(files).filter((file) => /specs\/STORY-00[12]/u.test(file));
  writeFiles(cwd, { ...files, ...Object.fromEntries(specs.map((file) => [file, shared(files[file])])) });
  const { code, out, err } = await run({ cwd }, 'run', 'next', '--format', 'json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { items } = JSON.parse(out) as { items: readonly { id: string }[] };
  expect(items.map(({ id }) => id)).toEqual(['STORY-001', 'STORY-002']);
  expect(items[1]).toMatchObject({ notBeside: { id: 'STORY-001', shared: 'src/shared/**' } });
  expect((await run({ cwd }, 'run', 'next')).out).toMatch(
    /^STORY-001 {2}.+\nSTORY-002 {2}.+\(not beside STORY-001: src\/shared\/\*\*\)\n$/u,
  );
});
