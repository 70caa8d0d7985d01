import type { Machine } from '../../workspace/machine.js';
import { metadataRow } from '../../documents/spec/specStatus.js';
import { archive } from '../../operations/board/archive.js';
import { snapshot } from '../../operations/board/snapshot.js';
import { backfillRelease } from '../../operations/documents/backfillRelease.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { GitRepository } from '../../workspace/ports.js';
import { UsageError } from '../../base/usageError.js';
import { readTextFile } from '../../project/readTextFile.js';
import type { FileStamps } from '../../agents/sessionRecord.js';
import { isLockFileOf } from '../../gates/support/lockFiles.js';
import { stampFiles } from '../agents/stampFiles.js';
import type { LeftFile } from '../../agents/phases/phaseEvent.js';
import { saysVersion } from './requireVersion.js';
import { findGh } from './findGh.js';
import type { PhaseDesk } from './phaseDesk.js';
import { changelogSection } from './changelogSection.js';
import { uncommitted } from './commitFiles.js';
import type { PlannedStep } from './plannedStep.js';
import { runQuietly } from './runQuietly.js';
import path from 'node:path';

/** Whether an item is finished and goes out with a version: its Release names that one, or none yet. */
export function isReleasedWith({ spec, stage }: ItemTrace, version: string): boolean {
  if (!spec || (stage !== 'done' && stage !== 'archived')) return false;
  const release = metadataRow(spec.model.metadata, 'Release')?.value.value ?? '';
  return release.toUpperCase() === 'TBD' || release === version;
}

/** Where a release goes to. */
export interface ReleasePlace {
  readonly repository: GitRepository;
  readonly branch: string;
  readonly tag: string;
  /** Undefined where there is nothing to push to: then it stays here. */
  readonly remote: { readonly name: string; readonly gh: string } | undefined;
}

/** @throws UsageError where no release can be made from here, with the way out. */
export async function findReleasePlace(root: string, version: string, desk: PhaseDesk): Promise<ReleasePlace> {
  const found = await desk.machine.git.repository(root, desk.signal);
  if (found.kind !== 'answer') throw new UsageError(`there is no repository to tag a release in: ${found.message}`);
  const repository = found.value;
  const refs = await desk.machine.git.refs(repository, desk.signal);
  const branch = refs.kind === 'answer' ? refs.value.head.branch : undefined;
  if (refs.kind !== 'answer' || branch === undefined) throw new UsageError('no branch is checked out to release from');
  const tag = version.startsWith('v') ? version : `v${version}`;
  if (refs.value.refs.some(({ name }) => name === `refs/tags/${tag}`))
    throw new UsageError(`the tag ${tag} is there already: name the next version`);
  const remotes = await runQuietly('git', ['remote'], repository.top, desk);
  const names = remotes.output.split('\n').filter((name) => name !== '');
  const name = names.find((one) => one === 'origin') ?? names[0];
  return {
    repository,
    branch,
    tag,
    remote: name === undefined ? undefined : { name, gh: await findGh(repository, desk) },
  };
}

const graphs = 'docs/architecture/graphs';

/** What a release changes by hand, whenever that was. */
function isReleaseFile(file: string, changed: readonly string[]): boolean {
  return (
    /(?:^|\/)CHANGELOG(?:\.\w+)?$/iu.test(file) || saysVersion(file) || isLockFileOf(file, changed.filter(saysVersion))
  );
}

/** What of the uncommitted is the release's: what was changed since it began, and what one changes for it. */
async function sortByRelease(
  machine: Machine,
  repository: GitRepository,
  before: FileStamps | undefined,
  signal: AbortSignal,
): Promise<{ readonly paths: readonly string[]; readonly left: readonly LeftFile[] }> {
  const changed = await uncommitted(machine, repository, signal);
  const now = await stampFiles(machine, repository.top, changed);
  const isOwn = (file: string): boolean =>
    isReleaseFile(file, changed) || (before !== undefined && before[file] !== now[file]);
  return {
    paths: changed.filter(isOwn),
    left: changed
      .filter((file) => !isOwn(file))
      .map((file) => ({
        path: file,
        why: `${before ? 'was' : 'may have been'} changed before the release began, and is not in it`,
      })),
  };
}

/**
 * How a version is released: Release fields, archive, commit, tag, and where there is a remote the release on GitHub.
 *
 * @param before what was not committed when it began; undefined where that is not known.
 */
export async function releaseSteps(
  machine: Machine,
  root: string,
  version: string,
  { repository, branch, tag, remote }: ReleasePlace,
  before: FileStamps | undefined,
  signal: AbortSignal,
): Promise<readonly PlannedStep[]> {
  const hasGraphs = (await machine.files.kindOf(path.join(root, ...graphs.split('/')))) === 'folder';
  const notes = changelogSection((await readTextFile(path.join(root, 'CHANGELOG.md'), machine.files)) ?? '', version);
  return [
    {
      kind: 'operation',
      summary: `set the Release of what is finished to ${version}`,
      operation: backfillRelease,
      input: { version },
      command: ['backfill-release', version],
    },
    ...(hasGraphs
      ? [
          {
            kind: 'operation',
            summary: 'keep the graphs of this version',
            operation: snapshot,
            input: { version },
            command: ['board', 'snapshot', version],
          } as const,
        ]
      : []),
    {
      kind: 'operation',
      summary: 'move what is Done into the archive',
      operation: archive,
      input: { allDone: true },
      command: ['board', 'archive', '--all-done'],
    },
    {
      kind: 'commit',
      summary: 'commit the release, with what the steps before this write',
      message: `chore(release): ${version}`,
      ...(await sortByRelease(machine, repository, before, signal)),
    },
    {
      kind: 'program',
      summary: `tag it ${tag}`,
      program: 'git',
      args: ['tag', '--annotate', `--message=${version}`, tag],
    },
    ...(remote
      ? [
          {
            kind: 'program',
            summary: `push ${branch} and ${tag} to ${remote.name}`,
            program: 'git',
            args: ['push', '--atomic', remote.name, `refs/heads/${branch}`, `refs/tags/${tag}`],
          } as const,
          {
            kind: 'program',
            summary: `make the release on GitHub, with ${notes === undefined ? 'notes that it generates' : 'what CHANGELOG.md says of it'}`,
            program: remote.gh,
            args: [
              ...['release', 'create', tag, `--title=${version}`, '--verify-tag'],
              notes === undefined ? '--generate-notes' : '--notes-file=-',
            ],
            ...(notes === undefined ? {} : { input: `${notes}\n` }),
          } as const,
        ]
      : []),
  ];
}
