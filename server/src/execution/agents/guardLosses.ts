import path from 'node:path';
import type { Loss } from '../../agents/sessionRecord.js';
import { describeError } from '../../base/errors.js';
import type { GitRepository } from '../../workspace/ports.js';
import { findLosses } from '../snapshots/findLosses.js';
import { mainCheckout } from '../snapshots/mainCheckout.js';
import { mainOf, type Snapshot } from '../snapshots/snapshot.js';
import { takeSnapshot } from '../snapshots/takeSnapshot.js';
import type { AgentRun, Ended } from './agentRun.js';

/**
 * Takes a snapshot of what is not committed before an agent works, and finds what is lost afterwards: where it works and in the main
 * checkout, which it can reach from a worktree.
 */
export async function guardLosses(
  run: AgentRun,
  session: string,
  repository: GitRepository | undefined,
  work: () => Promise<Ended>,
): Promise<Ended> {
  if (!repository) return work();
  const { machine, signal } = run;
  const main = await mainCheckout(machine, repository, signal).catch(() => undefined);
  const own = await snapshotOf(run, session, repository);
  const beside = main && (await snapshotOf(run, mainOf(session), main));
  const ended = await work();
  const gone = await whatIsGone(machine, session, repository);
  if (gone) return { ...ended, ...gone };
  const losses = own ? await lossesOf(run, repository, own) : [];
  // A person may have worked there in the meantime, and worktrees share refs.
  const besides = main && beside ? (await lossesOf(run, main, beside)).filter(({ kind }) => lostFiles.has(kind)) : [];
  return {
    ...ended,
    losses: [...losses, ...besides.map(({ kind, name }) => ({ kind, name: path.join(main?.top ?? '', name) }))],
  };
}

/** Without a repository nothing can be compared or committed, so the agent is not sent back either. */
async function whatIsGone(
  { disk }: Pick<AgentRun['machine'], 'disk'>,
  session: string,
  { top, commonFolder }: GitRepository,
): Promise<Pick<Ended, 'end' | 'losses'> | undefined> {
  if (!(await disk.exists(commonFolder)))
    return {
      end: {
        kind: 'cancelled',
        message: `it deleted the repository ${commonFolder}, which is in no snapshot: restore it from a backup, or clone it again`,
      },
      losses: [{ kind: 'beyond', name: commonFolder }],
    };
  if (await disk.exists(path.join(top, '.git'))) return undefined;
  return {
    end: { kind: 'cancelled', message: `it removed its worktree: \`pactwright agent undo ${session}\` restores it` },
    losses: [{ kind: 'removed', name: `${path.basename(top)}/` }],
  };
}

const lostFiles: ReadonlySet<Loss['kind']> = new Set(['removed', 'putBack', 'broughtBack', 'beyond']);

async function snapshotOf(
  { machine, warn, signal }: AgentRun,
  name: string,
  repository: GitRepository,
): Promise<Snapshot | undefined> {
  try {
    return await takeSnapshot(machine, repository, name, signal);
  } catch (error) {
    warn(`no snapshot was taken, so what the agent destroys cannot be restored: ${describeError(error)}`);
    return undefined;
  }
}

async function lossesOf(
  { machine, warn }: AgentRun,
  repository: GitRepository,
  snapshot: Snapshot,
): Promise<readonly Loss[]> {
  try {
    // Also after an interrupt.
    return await findLosses(machine, repository, snapshot, new AbortController().signal);
  } catch (error) {
    warn(`what the agent may have destroyed is not known: ${describeError(error)}`);
    return [];
  }
}
