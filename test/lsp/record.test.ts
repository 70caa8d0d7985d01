import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { frozenHashOf } from '../../server/src/workspace/recordedItems.js';
import { evidencePlace } from '../support/evidence.js';
import { gitRepository } from '../support/gitRepository.js';
import { cleanSpec } from '../support/projectTexts.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const spec = 'docs/specs/STORY-001.md';
const log = '.git/pactwright/evidence/log.jsonl';

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

describe('the record in the language server', () => {
  it('is followed: a spec that is not what was agreed is shown, until it is', async () => {
    const state = temporaryFolder();
    workspace = await startLspWorkspace(
      { [spec]: cleanSpec() },
      {
        initialize: { initializationOptions: { trusted: true } },
        state,
        prepare: (folder) => void gitRepository(folder).commit('Plan STORY-001'),
      },
    );
    const one = workspace;
    const isShown = (): boolean => one.shown(spec).some((shown) => shown.startsWith('PW640'));
    await one.until(() => one.registered.at(-1)?.some(({ globPattern }) => log.endsWith(globPattern.pattern)) === true);
    await one.settled();
    expect(isShown()).toBe(false);

    const before = one.gitSpawns();
    const record = await evidencePlace(path.join(one.folder, '.git'), state).open({ at: Date.now() });
    const entry = { kind: 'frozen', item: 'STORY-001', base: 'c0ffee', spec } as const;
    await record.append({ ...entry, hash: 'of another text' });
    await one.filesChanged(log);
    await one.until(isShown);
    await record.append({ ...entry, hash: frozenHashOf(cleanSpec()) });
    await one.filesChanged(log);
    await one.until(() => !isShown());
    expect(one.gitSpawns() - before).toBeLessThanOrEqual(2);
  });
});
