import path from 'node:path';
import { parseJson } from '../../base/json.js';
import { read } from '../../base/schema.js';
import { orRefused } from '../../operations/orRefused.js';
import { Refused } from '../../operations/errorCodes.js';
import { attemptRefs, type PacketOrder, packetTask, type PacketTask, protocol } from '../../runs/attempt.js';
import type { Machine } from '../../workspace/machine.js';
import { runQuietly } from '../programs/runQuietly.js';
import { networkGit } from '../executor/networkGit.js';
import { branchOfPacket } from '../runs/packetPlace.js';
import { requireRemote } from '../runs/remoteAddress.js';
import type { AttemptFolder } from './attemptFolder.js';

interface Call {
  readonly machine: Machine;
  readonly signal: AbortSignal;
}

/** The branch of the packet in a clone. */
export function ownBranch({ packet }: Pick<PacketOrder, 'packet'>, { plan }: Pick<PacketTask, 'plan'>): string {
  return branchOfPacket({ isPlanned: plan !== undefined }, packet);
}

/** Where a worker keeps the target of an attempt: one for each run. */
function targetRef({ run }: Pick<PacketOrder, 'run'>): string {
  return `refs/pactwright/targets/${run}`;
}

/** Fetches what an order names. @returns its task. @throws Refused if that is not what the order says; the signal's reason. */
export async function fetchTask(order: PacketOrder, { objects }: AttemptFolder, call: Call): Promise<PacketTask> {
  const { machine, signal } = call;
  requireRemote(order.remote);
  await machine.disk.makeFolder(objects, 0o700);
  const refs = attemptRefs({ ...order, number: order.attempt });
  if (order.branch !== refs.branch)
    throw new Refused('not-allowed', `${order.branch} is not the branch of this attempt`);
  // Two fetches into one repository would be in each other’s way. The target is kept, so that the next fetch brings only what is new.
  const wanted = [`refs/heads/${refs.branch}`, refs.task, `+${refs.target}:${targetRef(order)}`];
  const locked = await machine.withLock(
    `${objects}.lock`,
    async () => {
      await networkGit(['init', '--quiet', '--bare', '.'], objects, call);
      const fetch = ['-c', 'gc.autoDetach=false', 'fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--'];
      await networkGit([...fetch, order.remote, ...wanted], objects, call);
    },
    { waitMilliseconds: 300_000, signal },
  );
  if (locked.kind !== 'done') throw new Refused('locked', locked.message);
  const git = async (...args: readonly string[]): Promise<string> =>
    orRefused(await machine.runGit(objects, args, signal)).trim();
  const task = read(packetTask, parseJson(await git('cat-file', 'blob', order.prompt)));
  if (task?.protocol !== protocol)
    throw new Refused(
      'not-allowed',
      `the coordinator speaks protocol ${task?.protocol ?? 'unknown'}, and this worker ${protocol}: install the same Pactwright on both`,
    );
  return task;
}

/** Makes a clone with the target checked out, and the packet's branch at the base. It has no remote. @throws Refused; the signal's reason. */
export async function makeClone(
  order: PacketOrder,
  task: PacketTask,
  { objects, clone }: AttemptFolder,
  call: Call,
): Promise<void> {
  const { machine, signal } = call;
  await machine.disk.makeFolder(clone);
  const git = async (...args: readonly string[]): Promise<string> =>
    orRefused(await machine.runGit(clone, args, signal)).trim();
  await networkGit(['init', '--quiet', `--initial-branch=${task.target}`, '.'], clone, call);
  await machine.disk.writeFile(
    path.join(clone, '.git', 'objects', 'info', 'alternates'),
    `${path.join(objects, 'objects')}\n`,
  );
  // A machine without a person has no name to commit under.
  if ((await runQuietly('git', ['var', 'GIT_COMMITTER_IDENT'], clone, call)).code !== 0) {
    await git('config', 'user.name', 'Pactwright');
    await git('config', 'user.email', 'pactwright@localhost');
  }
  const target = orRefused(await machine.runGit(objects, ['rev-parse', targetRef(order)], signal)).trim();
  await git('update-ref', `refs/heads/${ownBranch(order, task)}`, order.base);
  await git('update-ref', `refs/remotes/origin/${task.target}`, target);
  await git('symbolic-ref', 'refs/remotes/origin/HEAD', `refs/remotes/origin/${task.target}`);
  await networkGit(['reset', '--quiet', '--hard', target], clone, call);
}

/**
 * Pushes what an attempt made, to its own branch alone, which has to be where the coordinator left it.
 *
 * @param commit what its branch is to have.
 * @returns the blob of the report.
 * @throws Refused if the coordinator has taken the branch away, or git fails; the signal's reason.
 */
export async function pushAttempt(
  order: PacketOrder,
  { commit, report }: { readonly commit: string; readonly report: string },
  { clone }: AttemptFolder,
  call: Call,
): Promise<string> {
  const refs = attemptRefs({ ...order, number: order.attempt });
  const blob = orRefused(
    await call.machine.runGit(clone, ['hash-object', '-w', '--stdin'], call.signal, { input: report }),
  ).trim();
  const branch = `refs/heads/${refs.branch}`;
  await networkGit(
    [
      'push',
      '--quiet',
      '--atomic',
      '--no-verify',
      `--force-with-lease=${branch}:${order.base}`,
      '--',
      order.remote,
      `${commit}:${branch}`,
      `+${blob}:${refs.report}`,
    ],
    clone,
    call,
  );
  return blob;
}

/** Keeps what a worker had that lost its lease, under a ref that is no branch. @throws Refused; the signal's reason. */
export async function pushLost(
  order: PacketOrder,
  commit: string,
  { clone }: AttemptFolder,
  call: Call,
): Promise<void> {
  const { lost } = attemptRefs({ ...order, number: order.attempt });
  await networkGit(['push', '--quiet', '--no-verify', '--', order.remote, `+${commit}:${lost}`], clone, call);
}
