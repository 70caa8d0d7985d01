import { expect } from 'vitest';
import {
  approvalsOf,
  deployedAgents,
  deployedNames,
  deployment,
  skillFolders,
} from '../../server/src/agents/deployment/deployment.js';
import type { SetUpDesk } from '../../server/src/operations/setUp/setUpDesk.js';
import { Refused } from '../../server/src/operations/errorCodes.js';
import type { DeliveryDesk } from '../../server/src/operations/deliveryDesk.js';
import type { ItemElsewhere, Plan } from '../../server/src/operations/operation.js';
import { allOperations } from '../../server/src/operations/registry.js';
import { type Configuration, defaultConfiguration } from '../../server/src/workspace/configuration.js';
import { applyChanges } from './applyChanges.js';
import { projectOf, type StatedProject } from './projectOf.js';

/** What an operation is carried out on. */
export interface OperationCase extends Omit<StatedProject, 'documents' | 'files'> {
  /** As on the command line: `board tick`. */
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Texts by path, relative to the project root: documents and others. */
  readonly files: Readonly<Record<string, string>>;
  /** Milliseconds since 1970; 2026-03-01 where nothing is said. */
  readonly now?: number;
  readonly configuration?: Partial<Configuration>;
  /** What is known of work that is handed on; nothing where nothing is said. */
  readonly delivery?: Partial<DeliveryDesk>;
  /** Items of other worktrees. */
  readonly elsewhere?: readonly ItemElsewhere[];
}

const setUpDesk: SetUpDesk = {
  agents: deployedAgents,
  names: deployedNames,
  pieces: (choice, ci) => deployment(choice, ci, '/home/ada'),
  approvals: approvalsOf,
  skillFolders,
  cloneStates: () => Promise.resolve({ 'merge-driver': 'none', 'git-hooks': 'none' }),
};

const nothingToDeliver: DeliveryDesk = {
  filesOf: () => Promise.resolve(undefined),
  filesOfRelease: () => Promise.resolve({ own: [], left: [] }),
  releasePlace: () => Promise.reject(new Error('there is no repository')),
  pullRequestPlace: () => Promise.reject(new Error('there is no repository')),
  issueTracker: () => Promise.reject(new Error('there is no repository')),
  pullRequest: () => Promise.reject(new Error('there is no repository')),
  gateReport: () => Promise.resolve(''),
};

export interface OperationResult {
  readonly plan: Plan;
  /** The texts that differ, by path; undefined for a file that is gone. */
  readonly changed: Readonly<Record<string, string | undefined>>;
}

/** Plans an operation and applies the plan to the texts. @throws Refused */
export async function carryOutOn(given: OperationCase): Promise<OperationResult> {
  const { files, input, now = Date.UTC(2026, 2, 1) } = given;
  const operation = allOperations.find(({ name }) => name === given.operation);
  if (!operation) throw new Error(`there is no operation ${given.operation}`);
  const plan = await operation.plan(
    {
      project: await projectOf({ ...given, documents: files, files: [] }),
      configuration: { ...defaultConfiguration, ...given.configuration },
      now,
      readFile: (path) => Promise.resolve(files[path]),
      itemsElsewhere: () => Promise.resolve(given.elsewhere ?? []),
      ask: () => Promise.reject(new Error('there is no source code')),
      setUp: () => Promise.resolve(setUpDesk),
      worktrees: () => Promise.reject(new Error('there is no repository')),
      delivery: () => Promise.resolve({ ...nothingToDeliver, ...given.delivery }),
    },
    input,
  );
  const after = applyChanges(new Map(Object.entries(files)), plan.changes);
  const paths = [...new Set([...Object.keys(files), ...after.keys()])];
  return {
    plan,
    changed: Object.fromEntries(
      paths.filter((path) => after.get(path) !== files[path]).map((path) => [path, after.get(path)]),
    ),
  };
}

/** Expects that an operation is refused. @returns why. */
export async function refusalOf(given: OperationCase): Promise<Refused> {
  try {
    await carryOutOn(given);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  return expect.fail('it was not refused');
}
