import { recordFolder } from '../../project/openLog.js';
import { withWriteLock } from '../../execution/operations/writeLock.js';
import type { Io } from './io.js';
import { UsageError } from '../../base/usageError.js';
import { type FixedProject, fixProject, type LintProjectOptions } from '../../project/lintProject.js';

/** Fixes a project while no other writer of the repository writes; without a lock where none can be made. */
export async function fixUnderLock(lint: LintProjectOptions, io: Pick<Io, 'machine' | 'err'>): Promise<FixedProject> {
  const { index } = lint;
  const repository = await io.machine.git.repository(index.root);
  const folder = await recordFolder(
    io.machine,
    index.root,
    repository.kind === 'answer' ? repository.value : undefined,
  ).catch((error: unknown) => {
    if (error instanceof UsageError) return undefined;
    throw error;
  });
  if (folder === undefined) return fixProject(io.machine, lint);
  let waited = false;
  const onWait = (message: string): void => {
    waited = true;
    io.err(`pactwright: waits: ${message}\n`);
  };
  const fix = async (): Promise<FixedProject> => {
    // The other one has written meanwhile.
    if (waited) await index.load();
    return fixProject(io.machine, lint);
  };
  const locked = await withWriteLock(io.machine, folder, fix, { onWait });
  if (locked.kind === 'done') return locked.value;
  return locked.held ? { fixes: 0, files: 0, failures: [locked.message] } : fixProject(io.machine, lint);
}
