import {
  approvalsOf,
  deployedAgents,
  deployedNames,
  deployment,
  skillFolders,
} from '../../agents/deployment/deployment.js';
import { UsageError } from '../../base/usageError.js';
import type { SetUpDesk } from '../../operations/setUp/setUpDesk.js';
import type { Machine } from '../../workspace/machine.js';
import type { ClonePart } from '../../operations/step.js';
import { findHooks, installHooks, stateOf as hooksState, uninstallHooks } from '../gitHooks/installation.js';
import { whereLinksLead } from './whereLinksLead.js';
import { findClones, install, type InstallationState, stateOf, uninstall } from '../mergeDriver/installation.js';

/** What operations know of agent programs and of the clone of a project. @param root absolute. */
export function createSetUp(machine: Machine, root: string, signal: AbortSignal): SetUpDesk {
  return {
    agents: deployedAgents,
    names: deployedNames,
    pieces: async (choice, ci) => whereLinksLead(await deployment(choice, ci, root), machine, root),
    skillFolders,
    approvals: approvalsOf,
    cloneStates: async () => {
      const repository = await machine.git.repository(root, signal);
      if (repository.kind !== 'answer') return { 'merge-driver': 'none', 'git-hooks': 'none' };
      return {
        'merge-driver': await driverState(machine, root, signal),
        'git-hooks': await findHooks(machine, root, signal).then(
          (hooks) => hooksState(machine, hooks),
          (error: unknown) => whereNone(error, 'none'),
        ),
      };
    },
  };
}

async function driverState(machine: Machine, root: string, signal: AbortSignal): Promise<InstallationState> {
  try {
    const clones = await findClones(machine, root, signal);
    const states = await Promise.all(clones.map((clone) => stateOf(machine, clone, signal)));
    return states.find((state) => state !== 'installed') ?? 'installed';
  } catch (error) {
    return whereNone(error, 'absent');
  }
}

/** There is no project yet, or git looks for hooks where no project may put any. */
function whereNone<T>(error: unknown, state: T): T {
  if (error instanceof UsageError) return state;
  throw error;
}

type ChangeClone = (machine: Machine, root: string, isWanted: boolean, signal: AbortSignal) => Promise<void>;

/** Installs what git keeps for each clone, or removes it. @throws UsageError */
export const changeClone: Readonly<Record<ClonePart, ChangeClone>> = {
  'merge-driver': async (machine, root, isWanted, signal) => {
    for (const clone of await findClones(machine, root, signal))
      await (isWanted ? install : uninstall)(machine, clone, signal);
  },
  'git-hooks': async (machine, root, isWanted, signal) =>
    (isWanted ? installHooks : uninstallHooks)(machine, await findHooks(machine, root, signal)),
};
