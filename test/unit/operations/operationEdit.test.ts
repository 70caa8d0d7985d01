import { describe, expect, it } from 'vitest';
import { toOperationEdit } from '../../../server/src/doors/lsp/operationEdit.js';
import { rememberTexts } from '../../../server/src/execution/executor/executor.js';

const uriOf = (path: string): string => `file:///project/${path}`;

describe('what an operation read besides documents', () => {
  it('may be edited: lines and characters are those of its text without byte order mark', async () => {
    const texts: Readonly<Record<string, string>> = { 'a.md': '\u{FEFF}ab\r\ncd' };
    const { readFile, textOf } = rememberTexts((path) => Promise.resolve(texts[path]));
    expect(textOf('a.md')).toBeUndefined();
    expect(await readFile('none.md')).toBeUndefined();
    await readFile('a.md');
    const edits = [
      { span: { start: 1, end: 2 }, newText: 'x' },
      { span: { start: 5, end: 6 }, newText: 'y' },
    ];
    expect(toOperationEdit([{ kind: 'edit', path: 'a.md', edits }], { textOf, uriOf })).toMatchObject({
      changes: [
        {
          kind: 'edit',
          uri: 'file:///project/a.md',
          edits: [
            { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, newText: 'x' },
            { range: { start: { line: 1, character: 0 }, end: { line: 1, character: 1 } }, newText: 'y' },
          ],
        },
      ],
    });
    expect(toOperationEdit([{ kind: 'delete', path: 'a.md' }], { textOf, uriOf })).toEqual({
      changes: [{ kind: 'delete', uri: 'file:///project/a.md', text: 'ab\ncd' }],
    });
    expect(() => toOperationEdit([{ kind: 'edit', path: 'none.md', edits: [] }], { textOf, uriOf })).toThrow(
      /was not read/,
    );
  });
});
