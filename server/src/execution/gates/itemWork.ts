import type { EvidenceStore } from '../../gates/evidence/evidenceStore.js';
import { frozenSpecs } from '../../gates/evidence/frozen.js';
import type { OpenedItem } from '../../project/openItem.js';
import { openLog, recordFolder } from '../../project/openLog.js';
import type { Machine } from '../../workspace/machine.js';
import type { Work } from '../../workspace/work/work.js';
import { createLabSources } from './labSources.js';

interface Asker {
  readonly machine: Machine;
  readonly signal: AbortSignal;
}

/** The record of the repository that an item is in. @throws UsageError; the signal's reason once it is aborted. */
export async function recordOf({ root, repository }: OpenedItem, { machine, signal }: Asker): Promise<EvidenceStore> {
  return openLog(machine, await recordFolder(machine, root, repository), signal);
}

/** What an item changed; undefined without git, and where that does not say. */
export async function readItemWork(opened: OpenedItem, desk: Asker): Promise<Work | undefined> {
  if (!opened.repository) return undefined;
  const { machine, signal } = desk;
  const log = await recordOf(opened, desk);
  const answer = await machine.withScratchFolder((scratch) =>
    createLabSources({
      opened,
      workGit: machine.workGit(scratch),
      frozenBase: frozenSpecs(log).get(opened.item.id)?.base,
      recorded: true,
      signal,
    }).work(),
  );
  return answer.kind === 'answer' ? answer.value : undefined;
}
