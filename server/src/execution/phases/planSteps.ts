import type { Machine } from '../../workspace/machine.js';
import { documentKindOf, itemOf } from '../../documents/documentKind.js';
import { itemTitle } from '../../trace/itemTitle.js';
import { relativeTo } from '../../workspace/git/commits.js';
import type { OpenedItem } from '../../project/openItem.js';
import { type PlannedStep, withKeys } from '../../operations/step.js';
import { planMessage } from '../../operations/support/commitMessage.js';
import { uncommitted } from '../executor/commitFiles.js';

/**
 * How a plan is kept: its documents are committed, so that work can be compared with what was before it, and a worktree has them.
 * Nothing if there is nothing to commit.
 */
export async function planSteps(
  machine: Machine,
  opened: OpenedItem,
  signal: AbortSignal,
): Promise<readonly PlannedStep[]> {
  const { repository } = opened;
  return repository ? planStepsOf(await uncommitted(machine, repository, signal), opened) : [];
}

/** @param changed the files that are not committed, relative to the top of the repository. */
export function planStepsOf(
  changed: readonly string[],
  { item, repository, index }: OpenedItem,
): readonly PlannedStep[] {
  if (!repository) return [];
  const { paths: places } = index.configuration().value;
  const relative = relativeTo(repository.prefix);
  const paths = changed.filter((path) => {
    const kind = documentKindOf(relative(path), places);
    return kind !== undefined && (itemOf(kind, relative(path)) ?? item.id) === item.id;
  });
  if (paths.length === 0) return [];
  return withKeys([
    { kind: 'commit', summary: 'commit the plan', message: planMessage(item.id, itemTitle(item)), paths },
  ]);
}
