import { afterEach, describe, expect, it } from 'vitest';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

const file = 'docs/specs/STORY-001.md';
const megabyte = 1024 * 1024;

/** What is shown for a document of this size, on disk and then open in the editor. */
async function shownFor(size: number): Promise<{ closed: readonly string[]; open: readonly string[] }> {
  const text = `# STORY-001: Long\n\n${'word '.repeat(size / 5)}\n`;
  workspace = await startLspWorkspace({ [file]: text });
  const { shown, open, change, until, published, uri } = workspace;
  const closed = shown(file);
  const judged = (version: number): Promise<void> =>
    until(() => published.some((message) => message.uri === uri(file) && message.version === version));
  await open(file, '# STORY-001: Short\n', 2);
  await judged(2);
  await change(file, text, 3);
  await judged(3);
  return { closed, open: shown(file) };
}

describe('a large document', () => {
  it('is read and judged up to a megabyte', async () => {
    const { closed, open } = await shownFor(megabyte - 100);
    expect(closed.some((line) => line.startsWith('E001'))).toBe(true);
    expect(open).toEqual(closed);
  });

  it('is not read beyond that, and that is said, on disk as in the editor', async () => {
    const { closed, open } = await shownFor(10 * megabyte);
    expect(closed).toEqual(['E000 0:0-0:0']);
    expect(open).toEqual(closed);
  });
});
