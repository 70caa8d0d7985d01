import { afterEach, describe, expect, it } from 'vitest';
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

  it('is not read in Restricted Mode', async () => {
    const own = await start(false);
    expect(await ask(own, { mode: 'file' })).toBeNull();
    expect(own.gitSpawns()).toBe(0);
  });
});
