import { afterEach, describe, expect, it } from 'vitest';
import { englishWords } from '../../server/src/reports/insights/englishWords.js';
import type { InsightsPage } from '../../server/src/protocol.js';
import { gitRepository } from '../support/gitRepository.js';
import { cleanSpec } from '../support/projectTexts.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const files = {
  'docs/specs/STORY-001.md': cleanSpec(),
  'docs/product/sprint_board.md': '# Sprint Board\n\n## 🔄 In Progress\n\n### [STORY-001] Keep <the> cart\n',
};

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

async function ask(trusted: boolean): Promise<InsightsPage | null> {
  workspace = await startLspWorkspace(files, {
    initialize: { initializationOptions: { trusted } },
    prepare: (folder) => {
      gitRepository(folder).commit('The board');
    },
  });
  return workspace.connection.sendRequest<InsightsPage | null>('pactwright/insights', englishWords);
}

describe('insights over the wire', () => {
  it('are a page of the history in git, with text that stays text', async () => {
    const page = await ask(true);
    expect(page?.body).toContain('docs/product/sprint_board.md in git, from 2026-01-05');
    expect(page?.body).toContain('Keep &lt;the&gt; cart');
    expect(page?.body).not.toMatch(/<script|<the>/);
  });

  it('say in Restricted Mode that git is not run, and run none', async () => {
    const page = await ask(false);
    expect(page?.body).toContain('Pactwright does not run git in Restricted Mode');
    expect(workspace?.gitSpawns()).toBe(0);
  });
});
