import path from 'node:path';
import { expect, it } from 'vitest';
import { openPhaseItem } from '../../../server/src/execution/phases/itemScene.js';
import { sortUncommitted } from '../../../server/src/execution/delivery/ownFiles.js';
import { git } from '../../../server/src/host/git.js';
import { gitRepository } from '../../support/gitRepository.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { silentDesk, testMachine } from '../../support/testMachine.js';

const spec = (touches: string): string =>
  `# STORY-001: Sums\n\n## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Touches | ${touches} |\n`;

it.each<[string, string, readonly string[]]>([
  ['names no file', 'None', ['shop/Cargo.lock', 'shop/src/cart.js']],
  [
    'names one beside the project',
    '`../other/prices.js`, `src/cart.js`',
    ['other/prices.js', 'shop/Cargo.lock', 'shop/src/cart.js'],
  ],
])('files outside of the project are not the item’s work, unless its spec says so: it %s', async (_, touches, own) => {
  const repository = gitRepository();
  repository.commit('Begin', {
    'shop/docs/specs/STORY-001.md': spec(touches),
    'shop/Cargo.toml': '[package]\n',
    'shop/docs/product/sprint_board.md': '## In Progress\n\n### [STORY-001] Sums\n\n- [ ] Add up\n',
  });
  repository.write({
    'shop/Cargo.lock': 'version = 4\n',
    'shop/src/cart.js': '1;\n',
    'other/prices.js': '2;\n',
    'notes.js': '3;\n',
  });
  const machine = testMachine({ ...process.env, PACTWRIGHT_STATE: temporaryFolder() });
  const desk = silentDesk(machine);
  const opened = await openPhaseItem(path.join(repository.folder, 'shop'), 'STORY-001', desk);
  const found = await git.repository(opened.root);
  if (found.kind !== 'answer') throw new Error(found.message);
  const sorted = await sortUncommitted(opened, found.value, desk);
  expect([...sorted.own].sort()).toEqual(own);
  expect(sorted.left).toContainEqual({ path: 'notes.js', why: 'is outside the project' });
});
