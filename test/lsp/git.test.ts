import { afterEach, describe, expect, it } from 'vitest';
import { type GitRepository, gitRepository } from '../support/gitRepository.js';
import { cleanSpec } from '../support/projectTexts.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const spec = 'docs/specs/STORY-001.md';
const boardFile = 'docs/product/sprint_board.md';
const board = (section: 'backlog' | 'done'): string => {
  const entry = '\n### [STORY-001] Keep the cart\n\n> Spec: docs/specs/STORY-001.md\n\n- [x] Model\n';
  const at = (here: boolean): string => (here ? entry : '');
  return `# Sprint Board\n\n## 📋 Backlog\n${at(section === 'backlog')}\n## 🔄 In Progress\n\n## ✅ Done\n${at(section === 'done')}`;
};

let workspace: LspWorkspace | undefined;
let repository: GitRepository;
afterEach(() => workspace?.stop());

async function start(trusted: boolean): Promise<LspWorkspace> {
  workspace = await startLspWorkspace(
    { [spec]: cleanSpec().replace('| In Progress |', '| Done |'), [boardFile]: board('done') },
    {
      initialize: { initializationOptions: { trusted } },
      prepare: (folder) => {
        repository = gitRepository(folder);
        repository.commit('feat: keep it (STORY-001)');
        repository.branch('feature/STORY-001');
        repository.commit('feat: more of it', { 'src/cart.ts': 'export {};\n' });
        repository.checkout('main');
      },
    },
  );
  return workspace;
}

const gitFiles = ['.git/HEAD', '.git/index', '.git/refs/heads/main', '.git/refs/heads/feature/STORY-001'];
const unmerged = (one: LspWorkspace): boolean => one.shown(boardFile).some((shown) => shown.startsWith('PW633'));

describe('git in the language server', () => {
  it('shows what documents and history disagree about, and follows the history', async () => {
    const one = await start(true);
    await one.until(() => unmerged(one));
    const before = one.gitSpawns();
    repository.merge('feature/STORY-001');
    await one.filesChanged(...gitFiles, 'src/cart.ts');
    await one.until(() => !unmerged(one));
    expect(one.gitSpawns() - before).toBeLessThanOrEqual(3);
  });

  it('asks nothing while somebody types', async () => {
    const one = await start(true);
    await one.until(() => unmerged(one));
    const before = one.gitSpawns();
    await one.open(boardFile, board('backlog'));
    await one.until(() => !unmerged(one));
    expect(one.gitSpawns()).toBe(before);
  });

  it('watches where git keeps its refs', async () => {
    const one = await start(true);
    await one.until(() =>
      one.registered.some((some) => some.some(({ globPattern }) => globPattern.pattern === 'refs/**')),
    );
    const [last] = one.registered.slice(-1);
    expect(
      last
        ?.filter(({ globPattern }) => globPattern.baseUri === one.uri('.git'))
        .map(({ globPattern }) => globPattern.pattern),
    ).toContain('HEAD');
  });

  it('makes the editor ask again for what stands beside the text', async () => {
    const one = await startLspWorkspace(
      { [spec]: cleanSpec() },
      { initialize: { capabilities: { workspace: { codeLens: { refreshSupport: true } } } } },
    );
    workspace = one;
    await one.settled();
    const asked = new Promise<void>((resolve) => {
      one.connection.onRequest('workspace/codeLens/refresh', () => {
        resolve();
        return null;
      });
    });
    one.write('tests/cart.test.ts', "it('STORY-001/AC1', () => {});\n");
    await one.filesCreated('tests/cart.test.ts');
    await asked;
    expect(
      await one.connection.sendRequest('textDocument/codeLens', { textDocument: { uri: one.uri(spec) } }),
    ).toContainEqual(
      expect.objectContaining({
        command: expect.objectContaining({ title: expect.stringContaining('1 test') as string }) as object,
      }),
    );
  });

  it('is not run before the workspace is trusted', async () => {
    const one = await start(false);
    await one.settled();
    await one.filesChanged(...gitFiles);
    await one.settled();
    expect(one.gitSpawns()).toBe(0);
    expect(unmerged(one)).toBe(false);
    await one.connection.sendNotification('pactwright/trustGranted');
    await one.until(() => unmerged(one));
  });
});
