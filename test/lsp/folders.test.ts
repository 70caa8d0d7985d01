import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { BoardView, LintSummary } from '../../server/src/protocol.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const poor = 'no structure\n';
const file = 'docs/specs/STORY-001.md';

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

async function start(...args: Parameters<typeof startLspWorkspace>): Promise<LspWorkspace> {
  workspace = await startLspWorkspace(...args);
  return workspace;
}

const summaryOf = ({ connection }: LspWorkspace): Promise<LintSummary> =>
  connection.sendRequest<LintSummary>('pactwright/lintWorkspace');

describe('workspace folders', () => {
  it('may be one root, named as older editors name it', async () => {
    const { shown } = await start(
      { [file]: poor },
      { initialize: (uri) => ({ rootUri: uri, workspaceFolders: null }) },
    );
    expect(shown(file)).not.toEqual([]);
  });

  it('may end in a slash, also when they are taken away', async () => {
    const { shown, connection, until, uri } = await start(
      { [file]: poor },
      { initialize: (folder) => ({ workspaceFolders: [{ uri: `${folder}/`, name: 'root' }] }) },
    );
    expect(shown(file)).not.toEqual([]);
    await connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: [], removed: [{ uri: uri('').replace(/\/$/, ''), name: 'root' }] },
    });
    await until(() => shown(file).length === 0);
  });

  it('may hold no project, be missing or be no place on disk', async () => {
    const one = await start(
      { 'README.md': '# nothing\n' },
      {
        initialize: (folder) => ({
          workspaceFolders: [
            { uri: folder, name: 'root' },
            { uri: `${folder}/missing`, name: 'missing' },
            { uri: 'untitled:folder', name: 'untitled' },
          ],
        }),
      },
    );
    expect(one.published).toEqual([]);
    expect(await summaryOf(one)).toMatchObject({ projects: 0, documents: 0 });
  });

  it('may lie in each other: a project found twice is shown once', async () => {
    const one = await start(
      { [`inner/${file}`]: poor },
      {
        folders: ['', 'inner'],
      },
    );
    expect(await summaryOf(one)).toMatchObject({ projects: 1, documents: 1 });
    expect(one.published.filter(({ uri }) => uri === one.uri(`inner/${file}`))).toHaveLength(1);
  });
});

describe('a project', () => {
  it('that is deleted as a whole takes its findings along', async () => {
    const { shown, remove, filesDeleted } = await start({ [`shop/one/${file}`]: poor });
    expect(shown(`shop/one/${file}`)).not.toEqual([]);
    remove('shop');
    await filesDeleted('shop');
    expect(shown(`shop/one/${file}`)).toEqual([]);
  });

  it('that is moved here as a whole is found', async () => {
    const { shown, folder, write, filesCreated } = await start({ 'README.md': '' });
    write(`node_modules/one/${file}`, poor);
    mkdirSync(path.join(folder, 'shop'));
    renameSync(path.join(folder, 'node_modules/one'), path.join(folder, 'shop/one'));
    await filesCreated('shop/one');
    expect(shown(`shop/one/${file}`)).not.toEqual([]);
  });

  it('that is one by its configuration alone is none without it', async () => {
    const one = await start({ '.pactwright/config.yaml': 'rules: {}\n', 'docs/product/sprint_board.md': poor });
    expect(await summaryOf(one)).toMatchObject({ projects: 1 });
    one.remove('.pactwright');
    await one.filesDeleted('.pactwright/config.yaml');
    expect(one.shown('docs/product/sprint_board.md')).toEqual([]);
  });

  it('keeps its last good configuration when another project appears', async () => {
    const config = 'one/.pactwright/config.yaml';
    const { shown, write, filesChanged } = await start({ [`one/${file}`]: poor, [config]: 'rules:\n  E005: off\n' });
    const codes = (): string[] => shown(`one/${file}`).map((line) => line.split(' ')[0] ?? '');
    write(config, 'rules: [\n');
    await filesChanged(config);
    const before = codes();
    write(`two/${file}`, poor);
    await filesChanged(`two/${file}`);
    expect(shown(`two/${file}`).some((line) => line.startsWith('E005'))).toBe(true);
    expect(before).not.toContain('E005');
    expect(codes()).toEqual(before);
  });

  it('may have its baseline in a project inside it', async () => {
    const { shown, write, filesChanged, connection, uri } = await start({
      [file]: poor,
      '.pactwright/config.yaml': 'baseline: inner/.pactwright/baseline.json\n',
      'inner/docs/specs/STORY-002.md': poor,
    });
    const [baseline] = await connection.sendRequest<{ content: string }[]>('pactwright/baseline', {
      root: uri('').replace(/\/$/, ''),
    });
    write('inner/.pactwright/baseline.json', baseline?.content ?? '');
    await filesChanged('inner/.pactwright/baseline.json');
    expect(shown(file)).toEqual([]);
  });
});

describe('the boards', () => {
  it('are answered once they are read, not as none before', async () => {
    const one = await start({ [file]: poor, 'docs/product/sprint_board.md': '# Sprint Board\n\n## 📋 Backlog\n' });
    await one.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: [], removed: [{ uri: one.uri('').replace(/\/$/, ''), name: 'root' }] },
    });
    await one.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: [{ uri: one.uri('').replace(/\/$/, ''), name: 'root' }], removed: [] },
    });
    expect(await one.connection.sendRequest<BoardView[]>('pactwright/boards')).toHaveLength(1);
  });
});

describe('file watchers', () => {
  it('are registered relative to the folders before everything is read, and see folders that come and go', async () => {
    const { registered, until, uri } = await start({ [`shop/one/${file}`]: poor });
    await until(() => registered.length === 2);
    const patterns = registered.at(-1)?.map(({ globPattern: { baseUri, pattern } }) => `${baseUri} ${pattern}`);
    expect(registered.flat().every(({ globPattern }) => typeof globPattern === 'object')).toBe(true);
    expect(patterns).toContain(`${uri('').replace(/\/$/, '')} *`);
    expect(patterns).toContain(`${uri('shop')} *`);
    expect(patterns).toContain(`${uri('').replace(/\/$/, '')} **/docs/**`);
  });
});
