import { CancellationTokenSource } from 'vscode-languageserver/node';
import { afterEach, describe, expect, it } from 'vitest';
import { fileSystem } from '../../server/src/host/fileSystem.js';
import { codeGraphRequest, type Requests } from '../../server/src/protocol.js';
import { gitRepository } from '../support/gitRepository.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const files = { 'src/cart.ts': "import './tax.js';\n", 'src/tax.ts': 'export const rate = 1.2;\n' };

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

const start = async (trusted: boolean): Promise<LspWorkspace> =>
  (workspace = await startLspWorkspace(files, {
    initialize: { initializationOptions: { trusted } },
    prepare: (folder) => {
      gitRepository(folder).commit('The cart');
    },
  }));

type Answer = Requests[typeof codeGraphRequest]['answer'] | null;

const ask = ({ connection, folder }: LspWorkspace, input: Readonly<Record<string, unknown>>): Promise<Answer> =>
  connection.sendRequest<Answer>(codeGraphRequest, { folder, input });

describe('the code graph over the wire', () => {
  it('is of the code as it is now, and says why there is none', async () => {
    const own = await start(true);
    const imports = (from: string, to: string): object => ({ from, to, kind: 'imports' });
    expect(await ask(own, { mode: 'file' })).toMatchObject({
      data: { root: own.folder, edges: [imports('src/cart.ts', 'src/tax.ts')] },
    });
    own.write('src/tax.ts', "import './cart.js';\n");
    expect(await ask(own, { mode: 'file' })).toMatchObject({
      data: { edges: [imports('src/cart.ts', 'src/tax.ts'), imports('src/tax.ts', 'src/cart.ts')] },
    });
    expect(await ask(own, { mode: 'focus', focus: 'gone.ts' })).toEqual({
      problem: 'no source file is at "gone.ts"',
    });
  });

  it('is given up once it is canceled', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`src/f${at}.ts`, `export const a = ${at};\n`]),
    );
    const read: string[] = [];
    const asked = new CancellationTokenSource();
    let isAsked = false;
    let canceled: Promise<unknown> | undefined;
    const own = (workspace = await startLspWorkspace(many, {
      initialize: { initializationOptions: { trusted: true } },
      prepare: (folder) => {
        gitRepository(folder).commit('Many files');
      },
      ports: {
        ...fileSystem,
        read: async (file, options) => {
          if (isAsked) {
            read.push(file);
            asked.cancel();
            // What is answered after the cancellation tells that it has arrived.
            await (canceled ??= workspace?.connection.sendRequest('workspace/symbol', { query: '' }));
          }
          return fileSystem.read(file, options);
        },
      },
    }));
    await own.settled();
    isAsked = true;
    const answer = own.connection.sendRequest(
      codeGraphRequest,
      { folder: own.folder, input: { mode: 'file' } },
      asked.token,
    );
    expect(await answer).toBeNull();
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThan(60);
    isAsked = false;
    expect(await ask(own, { mode: 'file' })).toMatchObject({ data: { root: own.folder } });
  });

  it('is not read in Restricted Mode', async () => {
    const own = await start(false);
    expect(await ask(own, { mode: 'file' })).toBeNull();
    expect(own.gitSpawns()).toBe(0);
  });
});
