import { attemptRefs } from '../../runs/attempt.js';
import type { RunState } from '../../runs/runState.js';
import { linesOf } from '../executor/networkGit.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { repositoryGit } from '../snapshots/repositoryGit.js';
import { branchOfPacket, isLinked, type RunRepository } from './packetPlace.js';

/** A state of a packet's work that git still has. */
export interface PacketVersion {
  readonly packet: string;
  /** `kept`: of an abort. `lost`: of a worker that was not heard of any more. */
  readonly kind: 'branch' | 'attempt' | 'lost' | 'kept' | 'merged';
  /** Of an attempt by a worker. */
  readonly attempt?: number;
  readonly commit: string;
  readonly ref?: string;
  /** The worktree of its own where the branch is checked out: absolute. */
  readonly worktree?: string;
}

/** What git has of the packets of a run, by one call for all refs and one for the worktrees. @throws Refused */
export async function packetVersions(
  { plan, packets }: RunState,
  repository: RunRepository,
  desk: Pick<PhaseDesk, 'machine' | 'signal'>,
): Promise<readonly PacketVersion[]> {
  const { run } = plan;
  const git = repositoryGit(desk.machine, repository.main, desk.signal);
  const format = '%(refname)%00%(objectname)%00%(objecttype)%00%(worktreepath)';
  const refs = new Map(
    linesOf(await git(['for-each-ref', `--format=${format}`, 'refs/heads', 'refs/pactwright'])).map((line) => {
      const [name = '', commit = '', type, worktree = ''] = line.split('\0');
      return [name, { commit, isCommit: type === 'commit', worktree }] as const;
    }),
  );
  const versions = [...packets.values()].flatMap(({ packet: { id }, starts, commit }) => {
    const version = (ref: string, rest: Pick<PacketVersion, 'kind' | 'attempt'>): readonly PacketVersion[] => {
      const found = refs.get(ref);
      if (!found?.isCommit) return [];
      const place = found.worktree === '' ? {} : { worktree: found.worktree };
      return [{ packet: id, ...rest, commit: found.commit, ref, ...place }];
    };
    const attempts = Array.from({ length: starts }, (_, at) => at + 1).flatMap((number) => {
      const own = attemptRefs({ run, packet: id, number });
      const branch = version(`refs/heads/${own.branch}`, { kind: 'attempt', attempt: number });
      return [
        ...(branch.length > 0 ? branch : version(own.commit, { kind: 'attempt', attempt: number })),
        ...version(own.lost, { kind: 'lost', attempt: number }),
      ];
    });
    return [
      ...version(`refs/heads/${branchOfPacket(repository, id)}`, { kind: 'branch' }),
      ...attempts,
      ...version(`refs/pactwright/runs/${run}/${id}`, { kind: 'kept' }),
      ...(commit === undefined ? [] : [{ packet: id, kind: 'merged' as const, commit }]),
    ];
  });
  return Promise.all(
    versions.map(async ({ worktree, ...version }: PacketVersion): Promise<PacketVersion> => {
      const isOwn = worktree !== undefined && (await isLinked(repository.main, worktree, desk));
      return isOwn ? { ...version, worktree } : version;
    }),
  );
}
