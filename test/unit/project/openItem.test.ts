import { describe, expect, it } from 'vitest';
import { openItem } from '../../../server/src/project/openItem.js';
import { gitRepository } from '../../support/gitRepository.js';
import { testMachine } from '../../support/testMachine.js';

describe('an item that is opened', () => {
  it('knows what is not committed after a commit that nobody told it of', async () => {
    const repository = gitRepository();
    repository.commit('Begin', { 'docs/specs/STORY-001.md': '# STORY-001: Add up\n' });
    const opened = await openItem(testMachine(), repository.folder, 'STORY-001', () => undefined);
    repository.commit('feat: add up (STORY-001)', { 'src/cart.js': '' });
    repository.write({ 'src/other.js': '' });
    const now = await opened.refresh();
    expect([...(now.project.git?.history?.uncommitted ?? [])]).toEqual(['src/other.js']);
  });
});
