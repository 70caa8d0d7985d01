import { Refused } from '../../operations/errorCodes.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { lastLine } from '../executor/networkGit.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { runQuietly } from '../programs/runQuietly.js';

interface Merge {
  readonly own: GitRepository;
  /** What is merged, whose files the merge has, and what into: hashes. */
  readonly tip: string;
  readonly onto: string;
  readonly message: string;
}

/** Under whose name a process merges. */
interface Identity {
  readonly author: string;
  readonly committer: string;
}

/** Asked once for each repository: git has files all over for it. */
const identities = new WeakMap<Machine, Map<string, Identity | undefined>>();

/** Makes a merge commit, to which nothing leads yet. @throws Refused; the signal's reason. */
export async function commitMerge({ own, tip, onto, message }: Merge, desk: PhaseDesk): Promise<string> {
  const { machine } = desk;
  const identity = await identityOf(own, desk);
  const at = identity && stampOf(machine.clock());
  const written =
    identity &&
    (await machine.worktreeGit.mergeCommit(own, {
      tip,
      onto,
      message,
      author: `${identity.author} ${at}`,
      committer: `${identity.committer} ${at}`,
    }));
  if (written !== undefined) return written;
  const args = ['commit-tree', `${tip}^{tree}`, '-p', onto, '-p', tip];
  const { code, output, errors } = await runQuietly('git', args, own.top, desk, message);
  if (code !== 0) throw new Refused('failed', `the merge was not committed: ${lastLine(errors)}`);
  return output.trim();
}

/** @returns undefined if git has to say it each time: there is none, or the time is given, too. */
async function identityOf(own: GitRepository, desk: PhaseDesk): Promise<Identity | undefined> {
  const { machine } = desk;
  const known = identities.get(machine) ?? new Map<string, Identity | undefined>();
  identities.set(machine, known);
  if (known.has(own.commonFolder)) return known.get(own.commonFolder);
  const ask = async (name: string): Promise<string | undefined> => {
    const { code, output } = await runQuietly('git', ['var', `GIT_${name}_IDENT`], own.top, desk);
    const isDated = machine.places.env[`GIT_${name}_DATE`] !== undefined;
    return code === 0 && !isDated ? /^(.*>) \d+ [+-]\d{4}$/u.exec(output.trim())?.[1] : undefined;
  };
  const [author, committer] = [await ask('AUTHOR'), await ask('COMMITTER')];
  const identity = author === undefined || committer === undefined ? undefined : { author, committer };
  known.set(own.commonFolder, identity);
  return identity;
}

/** A moment and the time zone, as commits have them. */
function stampOf(now: number): string {
  const minutes = -new Date(now).getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const zone = [hours, rest].map((part) => String(part).padStart(2, '0')).join('');
  return `${Math.floor(now / 1000)} ${minutes < 0 ? '-' : '+'}${zone}`;
}
