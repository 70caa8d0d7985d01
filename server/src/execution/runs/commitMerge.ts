import { Refused } from '../../operations/errorCodes.js';
import type { GitRepository } from '../../workspace/ports.js';
import type { LastingRefs } from '../../workspace/worktreePort.js';
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

/** Under whose name a run merges. */
interface Identity {
  readonly author: string;
  readonly committer: string;
}

/** By run and repository, asked once: git has files all over for it. */
const identities = new WeakMap<LastingRefs, Map<string, Promise<Identity | undefined>>>();

/** With these, git does more for a commit than to write a file, or has other settings for each worktree or branch. */
const unusual = '^(includeif|extensions|core\\.(sharedrepository|fsync.*)|i18n\\.commitencoding)(\\.|$)';

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

/** @returns undefined if git has to make each commit: there is no identity, the time is given, too, or settings are unusual. */
async function identityOf(own: GitRepository, desk: PhaseDesk): Promise<Identity | undefined> {
  const { refs } = desk.machine;
  if (!refs) return undefined;
  const known = identities.get(refs) ?? new Map<string, Promise<Identity | undefined>>();
  identities.set(refs, known);
  const asked = known.get(own.commonFolder) ?? askIdentity(own, desk);
  known.set(own.commonFolder, asked);
  return asked.catch((error: unknown) => {
    known.delete(own.commonFolder);
    throw error;
  });
}

async function askIdentity({ top }: GitRepository, desk: PhaseDesk): Promise<Identity | undefined> {
  const settings = await runQuietly('git', ['config', '--get-regexp', unusual], top, desk);
  // There is none of them.
  if (settings.code !== 1) return undefined;
  const ask = async (name: string): Promise<string | undefined> => {
    const { code, output } = await runQuietly('git', ['var', `GIT_${name}_IDENT`], top, desk);
    const isDated = desk.machine.places.env[`GIT_${name}_DATE`] !== undefined;
    return code === 0 && !isDated ? /^(.*>) \d+ [+-]\d{4}$/u.exec(output.trim())?.[1] : undefined;
  };
  const [author, committer] = [await ask('AUTHOR'), await ask('COMMITTER')];
  return author === undefined || committer === undefined ? undefined : { author, committer };
}

/** A moment and the time zone, as commits have them. */
function stampOf(now: number): string {
  const minutes = -new Date(now).getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const zone = [hours, rest].map((part) => String(part).padStart(2, '0')).join('');
  return `${Math.floor(now / 1000)} ${minutes < 0 ? '-' : '+'}${zone}`;
}
