import { plainText } from '../../base/plainText.js';
import { UsageError } from '../../base/usageError.js';
import { type PacketVersion, packetVersions } from '../../execution/runs/packetVersions.js';
import { commitOf } from '../../execution/runs/packetPlace.js';
import { termsOfRun } from '../../execution/runs/terms.js';
import { repositoryGit, type RepositoryGit } from '../../execution/snapshots/repositoryGit.js';
import { orRefused } from '../../operations/orRefused.js';
import type { RunState } from '../../runs/runState.js';
import { defineCommand, formatField, rootField } from './command.js';
import { openScene, packetField, runOption } from './driveHere.js';
import { exitCodes, type Io } from './io.js';

const versionWords: Readonly<Record<PacketVersion['kind'], string>> = {
  branch: 'branch',
  attempt: 'attempt',
  lost: 'lost attempt',
  kept: 'kept after an abort',
  merged: 'merged',
};

export const branchesCommand = defineCommand({
  name: 'run branches',
  summary: 'Lists what git has of the items of a run: branches, attempts, what an abort has kept, and merges',
  fields: { item: packetField, run: runOption, root: rootField, format: formatField('text', 'json') },
  exitCodes: { 0: 'shown' },
  run: async ({ item, format, ...which }, io) => {
    const { state, versions: all } = await openVersions(which, io);
    const { run, target } = state.plan;
    if (item !== undefined && !state.packets.has(item)) throw new UsageError(`${item} is not in the run ${run}`);
    const versions = all.filter(({ packet }) => item === undefined || packet === item);
    if (format === 'json') io.out(`${JSON.stringify({ version: 1, run, target, versions }, undefined, 2)}\n`);
    else if (versions.length === 0) io.out('Git has nothing of it yet.\n');
    else for (const version of versions) io.out(`${lineOf(version)}\n`);
    return exitCodes.fine;
  },
});

function lineOf({ packet, kind, attempt, commit, ref }: PacketVersion): string {
  const number = attempt === undefined ? '' : ` ${attempt}`;
  return `${packet}  ${versionWords[kind]}${number}  ${commit.slice(0, 10)}${ref === undefined ? '' : `  ${plainText(ref)}`}`;
}

const side = { type: 'text', positional: true, placeholder: 'ITEM|COMMIT' } as const;

export const compareCommand = defineCommand({
  name: 'run compare',
  summary: 'Lists the files in which two items of a run differ, or an item and the target',
  description:
    'With one item or commit it lists what was changed since that left the target, or what its merge has changed. `git diff` with the two commits shows the lines.',
  fields: {
    one: { ...side, required: true, description: 'an item of the run, or a commit that `run branches` lists' },
    other: { ...side, description: 'the same' },
    run: runOption,
    root: rootField,
    format: formatField('text', 'json'),
  },
  examples: [
    ['run compare STORY-042', 'the files that an item has changed'],
    ['run compare STORY-042 STORY-043', 'the files in which two items differ'],
  ],
  exitCodes: { 0: 'shown' },
  run: async ({ one, other, format, ...which }, io) => {
    const { state, versions, git, top } = await openVersions(which, io);
    const find = (name: string): Promise<string> => commitNamed(name, versions, git);
    const first = await find(one);
    const [from, to] =
      other === undefined ? await endsOf(first, state, versions, git) : ([first, await find(other)] as const);
    const files = changesIn(await git(['diff', '--name-status', '-z', '--no-renames', from, to, '--']));
    if (format === 'json') io.out(`${JSON.stringify({ version: 1, top, from, to, files }, undefined, 2)}\n`);
    else if (files.length === 0) io.out('They have the same files.\n');
    else for (const { path, status } of files) io.out(`${status}  ${plainText(path)}\n`);
    return exitCodes.fine;
  },
});

async function openVersions(
  which: Parameters<typeof openScene>[0],
  io: Io,
): Promise<{
  readonly state: RunState;
  readonly versions: readonly PacketVersion[];
  readonly git: RepositoryGit;
  /** Of the repository: absolute. */
  readonly top: string;
}> {
  const { state } = (await openScene(which, io)).opened.fold;
  const { folder, target } = state.plan;
  const desk = { machine: io.machine, signal: new AbortController().signal };
  const main = orRefused(await io.machine.git.repository(folder, desk.signal));
  const isPlanned = termsOfRun(state).plan !== undefined;
  const versions = await packetVersions(state, { main, target, isPlanned }, desk);
  return { state, versions, git: repositoryGit(desk.machine, main, desk.signal), top: main.top };
}

/** @throws UsageError where there is no such commit. */
async function commitNamed(name: string, versions: readonly PacketVersion[], git: RepositoryGit): Promise<string> {
  const known = versions.find(({ packet }) => packet === name)?.commit;
  const commit = known ?? (name.startsWith('-') ? undefined : await commitOf(git, name));
  if (commit === undefined)
    throw new UsageError(`git has no commit of ${name}: \`pactwright run branches\` lists what there is`);
  return commit;
}

/**
 * Where a commit left the target, and the commit; of what is merged, the target before the merge and with it, whatever state of the
 * packet is named.
 *
 * @throws UsageError where they have nothing in common.
 */
async function endsOf(
  commit: string,
  { plan: { target } }: RunState,
  versions: readonly PacketVersion[],
  git: RepositoryGit,
): Promise<readonly [from: string, to: string]> {
  const base = (await git(['merge-base', `refs/heads/${target}`, commit], { fine: [1] })).trim();
  if (base === '') throw new UsageError(`${commit.slice(0, 10)} and ${target} have no commit in common`);
  if (base !== commit) return [base, commit];
  const own = versions.find((one) => one.commit === commit)?.packet;
  const merge = versions.find(({ packet, kind }) => packet === own && kind === 'merged')?.commit ?? commit;
  return [(await commitOf(git, `${merge}^1`)) ?? base, merge];
}

/** What `git diff --name-status -z` says. */
function changesIn(text: string): readonly { readonly path: string; readonly status: string }[] {
  const parts = text.split('\0');
  return Array.from({ length: Math.floor(parts.length / 2) }, (_, at) => ({
    status: parts[2 * at] ?? '',
    path: parts[2 * at + 1] ?? '',
  }));
}
