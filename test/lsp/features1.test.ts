import type {
  CodeLens,
  CompletionItem,
  CompletionList,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InlayHint,
  SelectionRange,
  SemanticTokens,
  SymbolInformation,
} from 'vscode-languageserver';
import { afterEach, describe, expect, it } from 'vitest';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const file = 'docs/specs/STORY-001.md';
const other = 'docs/product/context.md';
const files = {
  [file]: `# STORY-001: Keep the cart

| Field | Value |
|-------|-------|
| ID | STORY-001 |
| Status | In Progress |

## Requirements

### R1: Persist the cart (MUST)

The client MUST store it.
`,
  'docs/test_cases/STORY-001_case.md': '# Test Cases: STORY-001\n\n## TC-1: Stored (R1)\n\n- **Given** a cart\n',
  [other]: '# Context\n\nSee STORY-001 there.\n',
};

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

/** Asks about a file of the project as an editor would that has it open with this text. */
async function ask<Answer>(method: string, of: string, params: object = {}, text?: string): Promise<Answer> {
  workspace = await startLspWorkspace(files);
  const { connection, open, uri } = workspace;
  if (text !== undefined) await open(of, text);
  return connection.sendRequest<Answer>(method, { textDocument: { uri: uri(of) }, ...params });
}

describe('features over the wire', () => {
  it('completion answers for what is typed now, and describes what is looked at', async () => {
    const text = '# Context\n\nSee STO';
    const position = { line: 2, character: 7 };
    const list = await ask<CompletionList>('textDocument/completion', other, { position }, text);
    expect(list.isIncomplete).toBe(false);
    const [item] = list.items;
    expect(item).toMatchObject({
      label: 'STORY-001',
      detail: 'Keep the cart · In Progress',
      labelDetails: { description: 'Keep the cart · In Progress' },
      textEdit: { range: { start: { line: 2, character: 4 }, end: position }, newText: 'STORY-001' },
    });
    const resolved = await workspace?.connection.sendRequest<CompletionItem>('completionItem/resolve', item);
    expect(resolved?.documentation).toMatchObject({ kind: 'markdown' });
    expect(JSON.stringify(resolved?.documentation)).toContain('Status In Progress');
  });

  it('hover shows a card with a link to the spec', async () => {
    const hover = await ask<Hover>('textDocument/hover', other, { position: { line: 2, character: 6 } });
    expect(hover.range).toEqual({ start: { line: 2, character: 4 }, end: { line: 2, character: 13 } });
    expect(JSON.stringify(hover.contents)).toContain(workspace?.uri(file));
  });

  it('code lenses open the trace and what covers a requirement', async () => {
    const lenses = await ask<CodeLens[]>('textDocument/codeLens', file);
    const [title] = lenses;
    expect(title?.command).toMatchObject({
      command: 'pactwright.openTrace',
      arguments: ['STORY-001', workspace?.uri('').replace(/\/$/, '')],
    });
    const requirement = lenses.find(({ range }) => range.start.line === 9);
    expect(requirement?.command?.title).toMatch(/^1 scenario/);
    expect(requirement?.command).toMatchObject({
      command: 'pactwright.showReferences',
      arguments: [
        workspace?.uri(file),
        { line: 9, character: 0 },
        [{ uri: workspace?.uri('docs/test_cases/STORY-001_case.md'), range: { start: { line: 2, character: 0 } } }],
      ],
    });
  });

  it('inlay hints stand behind the id', async () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } };
    const hints = await ask<InlayHint[]>('textDocument/inlayHint', other, { range });
    expect(hints).toEqual([{ position: { line: 2, character: 13 }, label: 'Keep the cart', paddingLeft: true }]);
  });

  it('semantic tokens are counted from one to the next', async () => {
    const { data } = await ask<SemanticTokens>('textDocument/semanticTokens/full', other);
    expect(data).toEqual([2, 4, 9, 0, 0]);
  });

  it('symbols of the document and of the workspace', async () => {
    const symbols = await ask<DocumentSymbol[]>('textDocument/documentSymbol', file);
    expect(symbols.map(({ name, detail }) => [name, detail])).toEqual([['R1', 'Persist the cart (MUST)']]);
    const found = await workspace?.connection.sendRequest<SymbolInformation[]>('workspace/symbol', {
      query: 'persist',
    });
    expect(found?.map(({ name, location }) => [name, location.uri])).toEqual([
      ['STORY-001/R1 Persist the cart (MUST)', workspace?.uri(file)],
    ]);
  });

  it('folding and selection', async () => {
    const folds = await ask<FoldingRange[]>('textDocument/foldingRange', file);
    expect(folds).toContainEqual({ startLine: 7, endLine: 11 });
    const selections = await workspace?.connection.sendRequest<SelectionRange[]>('textDocument/selectionRange', {
      textDocument: { uri: workspace.uri(file) },
      positions: [{ line: 11, character: 5 }],
    });
    const [word] = selections ?? [];
    expect(word?.range).toEqual({ start: { line: 11, character: 4 }, end: { line: 11, character: 10 } });
    expect(word?.parent?.range.start).toEqual({ line: 11, character: 0 });
  });

  it('are nothing for files that are no documents', async () => {
    expect(await ask('textDocument/hover', 'README.md', { position: { line: 0, character: 0 } })).toBeNull();
    expect(
      await workspace?.connection.sendRequest('textDocument/documentSymbol', {
        textDocument: { uri: workspace.uri('README.md') },
      }),
    ).toBeNull();
  });
});
