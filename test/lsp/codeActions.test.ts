import { symlinkSync } from 'node:fs';
import path from 'node:path';
import type { CodeAction } from 'vscode-languageserver';
import { afterEach, describe, expect, it } from 'vitest';
import { createLineIndex } from '../../server/src/markdown/lineIndex.js';
import { applyEdits } from '../../server/src/markdown/textEdit.js';
import { cleanSpec } from '../support/projectTexts.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const file = 'docs/product/sprint_board.md';
const board = (tasks: string): string =>
  `# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n### [STORY-001] Cart\n> Spec: docs/specs/STORY-001.md\n\n${tasks}\n\n## ✅ Done\n`;

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

/** Asks for the actions on all of a text and returns them with the text after each. */
async function actionsOn(
  text: string,
  only?: readonly string[],
): Promise<{ title: string; kind: string; after: string }[]> {
  workspace = await startLspWorkspace({ 'docs/specs/README.md': '', [file]: text });
  const { connection, open, uri } = workspace;
  await open(file, text, 7);
  const lines = createLineIndex(text);
  const actions = await connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: uri(file) },
    range: lines.rangeOf({ start: 0, end: text.length }),
    context: { diagnostics: [], ...(only ? { only } : {}) },
  });
  return actions.flatMap(({ title, kind, edit }) => {
    const [change] = edit?.documentChanges ?? [];
    // Files that are offered to be created are not of this document.
    if (!change || !('edits' in change)) return [];
    const { textDocument, edits } = change;
    expect(textDocument).toEqual({ uri: uri(file), version: 7 });
    const spans = edits.map((entry) => ({
      span: { start: lines.offsetAt(entry.range.start), end: lines.offsetAt(entry.range.end) },
      newText: 'newText' in entry ? entry.newText : '',
    }));
    return [{ title, kind: kind ?? '', after: applyEdits(text, spans) }];
  });
}

describe('code actions', () => {
  it('offer the fix of a finding, as an edit of the version it was made for', async () => {
    const actions = await actionsOn(board('- [X] Model'));
    expect(actions.map(({ kind, after }) => ({ kind, after }))).toContainEqual({
      kind: 'quickfix',
      after: board('- [x] Model'),
    });
  });

  it('fix everything that is certain in one edit', async () => {
    const [all, ...others] = await actionsOn(board('- [X] Model\n- [X] View'), ['source.fixAll']);
    expect(others).toEqual([]);
    expect(all).toMatchObject({ kind: 'source.fixAll.pactwright', after: board('- [x] Model\n- [x] View') });
  });

  it('offer for every finding to explain it, to ignore it and to turn its rule off, and what fixes all of its kind', async () => {
    const text = board('- [X] Model\n- [X] View');
    workspace = await startLspWorkspace({ 'docs/specs/README.md': '', [file]: text });
    const { connection, open, uri } = workspace;
    await open(file, text, 7);
    const at = createLineIndex(text).positionAt(text.indexOf('X] Model'));
    const actions = await connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: uri(file) },
      range: { start: at, end: at },
      context: { diagnostics: [], only: ['quickfix'] },
    });
    expect(actions.map(({ title }) => title)).toEqual([
      'Write `[x]`',
      'Fix all 2 of PW305 in this document',
      'Explain PW305 (task-mark)',
      'Ignore PW305 here…',
      'Turn off PW305 in .pactwright/config.yaml',
    ]);
    const [, all, explain, ignore, off] = actions;
    expect(explain?.command).toMatchObject({ command: 'pactwright.explainRule', arguments: ['PW305'] });
    expect(off?.edit?.documentChanges).toMatchObject([
      { kind: 'create', uri: uri('.pactwright/config.yaml') },
      { edits: [{ newText: 'rules:\n  PW305: off # task-mark\n' }] },
    ]);
    expect(all?.edit).toBeUndefined();
    const resolved = await connection.sendRequest<CodeAction>('codeAction/resolve', all);
    expect(resolved.edit?.documentChanges).toMatchObject([
      { textDocument: { uri: uri(file), version: 7 }, edits: [{ newText: 'x' }, { newText: 'x' }] },
    ]);
    const [document, id] = (ignore?.command?.arguments ?? []) as readonly string[]; // as our own server sends them
    const question = { uri: document, id, reason: 'ours' };
    expect(await connection.sendRequest('pactwright/ignore', question)).toMatchObject([
      { newText: expect.stringContaining('<!-- pactwright-disable-next-line PW305 -- ours -->') as string },
    ]);
    expect(await connection.sendRequest('pactwright/ignore', { ...question, id: 'gone' })).toBeNull();
  });

  it('offer the same for a finding in a test, with a comment of its language', async () => {
    const test = 'tests/test_cart.py';
    const text = 'def test_story_001_ac7():\n    pass\n';
    const spec = '# STORY-001: Cart\n\n## Acceptance Criteria\n\n### AC1: Keep\n';
    workspace = await startLspWorkspace(
      { 'docs/specs/STORY-001.md': spec, [test]: text },
      { initialize: { initializationOptions: { trusted: true } } },
    );
    const { connection, uri, until, shown } = workspace;
    await until(() => shown(test).some((one) => one.startsWith('PW707')));
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 24 } };
    const context = { diagnostics: [] };
    const asked = { textDocument: { uri: uri(test) }, range, context };
    const actions = await connection.sendRequest<CodeAction[]>('textDocument/codeAction', asked);
    expect(actions.map(({ title }) => title)).toEqual([
      'Name AC1',
      'Explain PW707 (test-names-unknown-criterion)',
      'Ignore PW707 here…',
      'Turn off PW707 in .pactwright/config.yaml',
    ]);
    expect(actions[0]?.edit?.documentChanges).toMatchObject([{ edits: [{ newText: '1' }] }]);
    const [document, id] = (actions[2]?.command?.arguments ?? []) as readonly string[]; // as our own server sends them
    expect(await connection.sendRequest('pactwright/ignore', { uri: document, id, reason: 'later' })).toEqual([
      {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        newText: '# pactwright-disable-next-line PW707 -- later\n',
      },
    ]);
  });

  it('offer nothing where nothing is wrong', async () => {
    expect(await actionsOn(board('- [x] Model\n- [ ] View'), ['source.fixAll'])).toEqual([]);
  });

  it.each([
    ['offer', 'where there is no link', false],
    ['leave out', 'behind a link that leads out of the project', true],
  ])('%s what makes a file %s', async (_, __, isOutside) => {
    const spec = 'docs/specs/STORY-001.md';
    const text = cleanSpec();
    workspace = await startLspWorkspace(
      { [spec]: text, '.pactwright/config.yaml': 'conventions:\n  testCases: required\n' },
      {
        prepare: (folder) => {
          if (isOutside) symlinkSync(temporaryFolder(), path.join(folder, 'docs/test_cases'), 'junction');
        },
      },
    );
    const { connection, open, uri } = workspace;
    await open(spec, text);
    const actions = await connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: uri(spec) },
      range: createLineIndex(text).rangeOf({ start: 0, end: text.length }),
      context: { diagnostics: [] },
    });
    const made = actions.flatMap(({ edit }) =>
      (edit?.documentChanges ?? []).flatMap((change) =>
        'kind' in change && change.kind === 'create' ? [change.uri] : [],
      ),
    );
    expect(new Set(made)).toEqual(new Set(isOutside ? [] : [uri('docs/test_cases/STORY-001_case.md')]));
  });
});
