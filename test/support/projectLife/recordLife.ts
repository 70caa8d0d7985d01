import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EvidenceEntry } from '../../../server/src/gates/evidence/evidenceLog.js';
import { planChange, readLog } from '../../../server/src/gates/evidence/planChange.js';
import { createEvidenceFiles } from '../../../server/src/host/evidenceFiles.js';
import { frozenHashOf } from '../../../server/src/workspace/recordedItems.js';
import { verdictOf } from '../evidence.js';
import { openGitRepository } from '../gitRepository.js';
import { temporaryFolder } from '../temporaryFolder.js';
import { itemId, paths } from './item.js';
import type { Casting } from './play.js';

/**
 * Has gates recorded what becomes of each item: its spec was agreed when it was begun, and it was let out when it was Done.
 *
 * @param folder the repository, as the life ended.
 * @returns the environment in which the record is known.
 */
export async function recordLife(
  folder: string,
  castings: readonly Casting[],
  withDrifts: boolean,
  at: number,
): Promise<Readonly<Record<string, string>>> {
  const entries: EvidenceEntry[] = [];
  for (const { number, fate, drift } of castings) {
    const item = itemId(number);
    const spec = paths.spec(item);
    const file = path.join(folder, spec);
    const recorded = withDrifts ? drift?.recorded : undefined;
    if ((fate === 'backlog' && recorded !== 'agreed') || !existsSync(file)) continue;
    const hash = recorded === 'otherwise' ? 'of another text' : frozenHashOf(readFileSync(file, 'utf8'));
    const base = recorded === 'agreed' ? firstCommit(folder) : 'c0ffee';
    entries.push({ kind: 'frozen', item, base, spec, hash });
    if (fate !== 'inProgress' && recorded !== 'agreed' && recorded !== 'nobody') entries.push(verdictOf(item));
  }
  const state = temporaryFolder();
  const files = createEvidenceFiles({ folder: path.join(folder, '.git'), state });
  // In one go: gates append one after the other, each time to all there is.
  const written = await files.change((now) => planChange(now, readLog(now), entries, at));
  if (written.kind === 'failed') throw new Error(written.message);
  return { PACTWRIGHT_STATE: state };
}

function firstCommit(folder: string): string {
  return openGitRepository(folder).git('rev-list', '--max-parents=0', 'HEAD');
}
