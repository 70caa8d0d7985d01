import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
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
  const state = temporaryFolder();
  const files = createEvidenceFiles({ folder: path.join(folder, '.git'), state });
  const write = async (some: readonly EvidenceEntry[], when: number): Promise<void> => {
    const written = await files.change((now) => planChange(now, readLog(now), some, when));
    if (written.kind === 'failed') throw new Error(written.message);
  };
  const entries: EvidenceEntry[] = [];
  for (const { number, fate, drift } of castings) {
    const item = itemId(number);
    const spec = paths.spec(item);
    const file = path.join(folder, spec);
    const recorded = withDrifts ? drift?.recorded : undefined;
    if (recorded === 'aroundHooks')
      await write([{ kind: 'hooked', tree: 'of another commit' }], commitByHand(folder, item) - minute);
    if ((fate === 'backlog' && recorded !== 'agreed') || !existsSync(file)) continue;
    const hash = recorded === 'otherwise' ? 'of another text' : frozenHashOf(readFileSync(file, 'utf8'));
    const base = recorded === 'agreed' ? firstCommit(folder) : 'c0ffee';
    entries.push({ kind: 'frozen', item, base, spec, hash });
    if (fate !== 'inProgress' && recorded !== 'agreed' && recorded !== 'nobody') entries.push(verdictOf(item));
  }
  // In one go: gates append one after the other, each time to all there is.
  await write(entries, at);
  return { PACTWRIGHT_STATE: state };
}

function firstCommit(folder: string): string {
  return openGitRepository(folder).git('rev-list', '--max-parents=0', 'HEAD');
}

const minute = 60_000;

/** Has the log of main say that somebody committed here what names the item. @returns when. */
function commitByHand(folder: string, item: string): number {
  const { git } = openGitRepository(folder);
  const [hash = '', seconds = ''] = git('log', '-1', '--format=%H %ct', `--grep=${item}`).trim().split(' ');
  const log = path.join(folder, '.git/logs/refs/heads/main');
  mkdirSync(path.dirname(log), { recursive: true });
  appendFileSync(log, `${'0'.repeat(40)} ${hash} Ann <ann@example.com> ${seconds} +0000\tcommit: work\n`);
  return Number(seconds) * 1000;
}
