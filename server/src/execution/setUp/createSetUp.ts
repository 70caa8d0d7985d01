import { approvalsOf, deployedAgents, deployedNames, deployment } from '../../agents/deployment/deployment.js';
import { UsageError } from '../../base/usageError.js';
import type { SetUpDesk } from '../../operations/setUp/setUpDesk.js';
import type { Machine } from '../../workspace/machine.js';
import { findClones, install, stateOf, uninstall } from '../mergeDriver/installation.js';

/** What operations know of agent programs and of the merge driver of a project. @param root absolute. */
export function createSetUp(machine: Machine, root: string, signal: AbortSignal): SetUpDesk {
  return {
    agents: deployedAgents,
    names: deployedNames,
    pieces: deployment,
    approvals: approvalsOf,
    mergeDriver: async () => {
      const repository = await machine.git.repository(root, signal);
      if (repository.kind !== 'answer') return 'none';
      try {
        const states = await Promise.all(
          (await findClones(machine, root, signal)).map((clone) => stateOf(machine, clone, signal)),
        );
        return states.find((state) => state !== 'installed') ?? 'installed';
      } catch (error) {
        // There is no project yet.
        if (error instanceof UsageError) return 'absent';
        throw error;
      }
    },
  };
}

/** Installs or removes the merge driver of the clones around a project. @throws UsageError */
export async function changeMergeDriver(
  machine: Machine,
  root: string,
  isWanted: boolean,
  signal: AbortSignal,
): Promise<void> {
  for (const clone of await findClones(machine, root, signal))
    await (isWanted ? install : uninstall)(machine, clone, signal);
}
