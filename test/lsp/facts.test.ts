import { renameSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fileSystem } from '../../server/src/host/fileSystem.js';
import { gitRepository } from '../support/gitRepository.js';
import { cleanSpec } from '../support/projectTexts.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const spec = 'docs/specs/STORY-001.md';
const test = "it('STORY-001/AC1', () => {});\n";

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

async function start(...args: Parameters<typeof startLspWorkspace>): Promise<LspWorkspace> {
  workspace = await startLspWorkspace(...args);
  return workspace;
}

type Lenses = readonly { readonly command: { readonly title: string } }[];

/** Whether a lens of the spec says that something is tested. */
async function isTested(one: LspWorkspace, file = spec): Promise<boolean> {
  const lenses = await one.connection.sendRequest<Lenses>('textDocument/codeLens', {
    textDocument: { uri: one.uri(file) },
  });
  return lenses.some(({ command }) => command.title.includes('1 test'));
}

/** Asks after every message until it is so. */
async function eventually(one: LspWorkspace, what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await one.connection.sendRequest('pactwright/ping');
}

describe('source code', () => {
  it('is followed into a folder that is moved here', async () => {
    const one = await start({ [spec]: cleanSpec(), 'node_modules/away/cart.test.ts': test });
    expect(await isTested(one)).toBe(false);
    renameSync(path.join(one.folder, 'node_modules/away'), path.join(one.folder, 'tests'));
    await one.filesCreated('tests');
    await eventually(one, () => isTested(one));
  });

  it('is followed when a project appears at the same time', async () => {
    const one = await start({ [`app/${spec}`]: cleanSpec() });
    one.write('other/docs/specs/STORY-002.md', 'no structure\n');
    one.write('app/tests/cart.test.ts', test);
    await one.filesCreated('other', 'app/tests/cart.test.ts');
    await eventually(one, () => isTested(one, `app/${spec}`));
    expect(one.shown('other/docs/specs/STORY-002.md')).not.toEqual([]);
  });

  it('is looked for elsewhere once a configuration that was edited here is saved', async () => {
    const config = '.pactwright/config.yaml';
    const one = await start({
      [spec]: cleanSpec(),
      'tests/cart.test.ts': test,
      [config]: 'version: 1\nignore: [tests]\n',
    });
    expect(await isTested(one)).toBe(false);
    const text = 'version: 1\n';
    await one.open(config, text);
    // Takes over what is open.
    await isTested(one);
    one.write(config, text);
    await one.filesChanged(config);
    await eventually(one, () => isTested(one));
  });

  it('is read once, not file by file, when very many files change at once', async () => {
    const names = Array.from({ length: 500 }, (_, at) => `tests/t${at}.test.ts`);
    let listed = 0;
    const one = await start(
      { [spec]: cleanSpec(), ...Object.fromEntries(names.map((name) => [name, ''])) },
      { ports: { ...fileSystem, list: (folder) => (listed++, fileSystem.list(folder)) } },
    );
    one.write('tests/t499.test.ts', test);
    const before = listed;
    await one.filesChanged(...names);
    await eventually(one, () => isTested(one));
    expect(listed - before).toBeLessThan(100);
  });
});

describe('git', () => {
  const trusted = { initialize: { initializationOptions: { trusted: true } } };
  const hasHistory = async (one: LspWorkspace, hash: string): Promise<boolean> => {
    const root = one.uri('').replace(/\/$/, '');
    return (await one.connection.sendRequest('pactwright/commit', { root, hash })) !== null;
  };

  it('is asked once a repository is made here, and again when it is replaced', async () => {
    const one = await start({ [spec]: cleanSpec() }, trusted);
    const first = gitRepository(one.folder).commit('feat: begin (STORY-001)');
    await one.filesCreated('.git');
    await eventually(one, () => hasHistory(one, first));
    one.remove('.git');
    await one.filesDeleted('.git');
    await eventually(one, async () => !(await hasHistory(one, first)));
    const second = gitRepository(one.folder).commit('feat: begin anew (STORY-001)');
    await one.filesCreated('.git/HEAD');
    await eventually(one, () => hasHistory(one, second));
  });

  it('is asked once about however many files that say what is ignored', async () => {
    const one = await start({ [spec]: cleanSpec() }, { ...trusted, prepare: (folder) => void gitRepository(folder) });
    const names = Array.from({ length: 20 }, (_, at) => `packages/p${at}/.gitignore`);
    for (const name of names) one.write(name, 'docs\n');
    one.write('.gitignore', 'docs/specs\n');
    const before = one.gitSpawns();
    await one.filesChanged(...names, 'node_modules/x/.gitignore', '.gitignore');
    await eventually(one, () => Promise.resolve(one.shown(spec).some((code) => code.startsWith('PW601'))));
    expect(one.gitSpawns() - before).toBeLessThanOrEqual(2);
  });
});

describe('what is installed or built', () => {
  it('is not looked at for projects', async () => {
    const asked: string[] = [];
    const one = await start(
      { [spec]: cleanSpec() },
      { ports: { ...fileSystem, kindOf: (file) => (asked.push(file), fileSystem.kindOf(file)) } },
    );
    await one.filesCreated('node_modules/one', 'dist/assets', '.git/objects/ab', '.cache/x');
    expect(asked).toEqual([]);
  });
});
