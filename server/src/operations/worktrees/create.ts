import path from 'node:path';
import type { Project } from '../../workspace/project.js';
import type { Configuration } from '../../workspace/configuration.js';
import type { GitWorktree } from '../../workspace/ports.js';
import { itemsInName } from '../../workspace/git/commits.js';
import { relativePath } from '../../base/relativePath.js';
import type { WorktreeDesk } from '../../workspace/worktreePort.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import type { StepDraft } from '../step.js';
import { itemField } from '../support/fields.js';
import { branchOfItem, requireItem } from '../support/itemBranch.js';
import {
  forgetSteps,
  isBeingMade,
  itemsOf,
  lostIfForgotten,
  mainFolder,
  mergeTarget,
  removeRemains,
  worktreesFolder,
} from '../support/worktrees.js';
import type { WorktreeCreation } from './answers.js';

export const createWorktree = defineOperation({
  name: 'worktree create',
  group: 'worktrees',
  summary: 'Creates a worktree for an item, or finds the existing one',
  details: `A worktree is a second working folder of the repository with its own branch, so you can work on an item without touching the main checkout. The branch is that of the item (\`feature/STORY-042\`, \`fix/BUG-007\`): an existing one, local or remote, or a new one from the branch that work is merged into or from \`--base\`.

The folder is \`STORY-042\` next to the main checkout, in a folder named after it: \`shop.worktrees/STORY-042\` for \`shop\`. Inside the checkout, searches, test runners, editors and agents would find all files twice. There is no setting for it, because a repository should not decide where files are written on a user's disk; use \`--folder\` for a different place.

If the item already has a worktree, returns its path. If creation fails, the branch, folder and registration are removed; if the process is killed, the next writing operation removes them. A new worktree gets copies of ignored env files and links to the installed packages; with \`worktrees:\` in \`.pactwright/config.yaml\` you name files to copy, setup commands and ports. A setup command runs only once you have allowed it.

Submodules are not checked out. Hooks and filters of the repository's configuration run, as with \`git worktree add\`.`,
  example: { item: 'STORY-042' },
  fields: {
    item: itemField,
    base: { type: 'text', description: 'the branch, tag or commit to start a new branch from' },
    folder: {
      type: 'text',
      description:
        'the folder to create, absolute or relative to the main checkout; inside the checkout, git must ignore it',
      completes: 'folder',
      check: (text) => (/\p{Cc}/u.test(text) || text.trim() === '' ? 'is not a folder path' : undefined),
    },
  },
  reads: ['spec', 'board'],
  needs: 'documents',
  writes: true,
  plan: async ({ project, configuration, worktrees }, { item, base, folder }) => {
    requireItem(project, item);
    const desk = await worktrees();
    const branch = findBranch(desk, item);
    const there = desk.listed.find((one) => one.branch === branch.name) ?? worktreeOf(desk, item);
    const data = (place: string, name: string | undefined, made: boolean): WorktreeCreation => ({
      item,
      path: place,
      root: path.resolve(place, desk.repository.prefix),
      ...(name === undefined ? {} : { branch: name }),
      made,
    });
    if (there && (await isUsable(desk, there, item)))
      return {
        answer: {
          message: `${item} already has the worktree ${there.path}${there.branch === undefined ? '' : ` of ${there.branch}`}`,
          data: { ...data(there.path, there.branch, false) },
        },
      };
    const place = await findPlace(desk, item, folder);
    const begin = branch.commit === undefined ? await findBase(desk, configuration, base) : undefined;
    const commit = begin?.commit ?? branch.commit ?? '';
    const absent = await absentSpecs(desk, project, item, commit);
    if (!there && desk.listed.some((one) => one.path === place)) throw taken(place);
    const steps: StepDraft[] = there ? await forgetSteps(desk, there) : [];
    // Git makes nothing if there is as much as a file.
    if (place !== there?.path && (await desk.occupancyOf(place)) === 'remains') steps.push(removeRemains(place));
    steps.push({
      kind: 'git',
      args: ['worktree', 'add', ...branchArguments(branch, place, commit)],
      summary: `create the worktree ${place}`,
      makes: { path: place, branch: branch.name, ...(branch.isLocal ? {} : { madeAt: commit }) },
    });
    steps.push({ kind: 'setUp', path: place, summary: `set up the worktree ${place}` });
    const from = begin === undefined ? '' : `, a new branch from ${begin.name} (${begin.commit.slice(0, 7)})`;
    const missing = absent.length === 0 ? '' : `; without ${absent.join(', ')}, not committed there`;
    return {
      steps,
      answer: {
        message: `created the worktree ${place} of ${branch.name}${from}${missing}`,
        data: {
          ...data(place, branch.name, true),
          madeBranch: !branch.isLocal,
          commit,
          ...(begin === undefined ? {} : { base: begin.name }),
          absent,
        },
      },
    };
  },
});

interface ItemBranch {
  readonly name: string;
  readonly isLocal: boolean;
  /** Undefined if there is no such branch anywhere. */
  readonly commit?: string;
  /** The remote branch that it is to follow. */
  readonly remote?: string;
}

/** The branch of an item: its own name first, else the only one that names it. @throws Refused (`ambiguous`) */
function findBranch({ refs }: WorktreeDesk, item: string): ItemBranch {
  const name = branchOfItem(item);
  const of = (prefix: RegExp): { readonly name: string; readonly ref: string; readonly commit: string }[] => {
    const found = refs.refs.flatMap(({ name: ref, commit, target }) => {
      const short = prefix.test(ref) ? ref.replace(prefix, '') : '';
      // Git takes no such name for a branch, except for an option.
      if (short.startsWith('-')) return [];
      return commit !== undefined && target === undefined && itemsInName(short).includes(item)
        ? [{ name: short, ref, commit }]
        : [];
    });
    const exact = found.filter((one) => one.name === name);
    return exact.length > 0 ? exact : found;
  };
  const local = of(/^refs\/heads\//);
  const remote = local.length > 0 ? [] : of(/^refs\/remotes\/[^/]+\//);
  const [first, second] = [...local, ...remote];
  if (!first) return { name, isLocal: false };
  if (second)
    throw new Refused(
      'ambiguous',
      `several branches name ${item}: rename or delete the wrong ones`,
      [...local, ...remote].map(({ ref }) => ref.replace(/^refs\/(?:heads|remotes)\//, '')),
    );
  return local.length > 0
    ? { name: first.name, isLocal: true, commit: first.commit }
    : { name: first.name, isLocal: false, commit: first.commit, remote: first.ref.slice('refs/remotes/'.length) };
}

/** A worktree whose folder is named after the item, whatever is checked out there now. */
function worktreeOf({ listed }: WorktreeDesk, item: string): GitWorktree | undefined {
  const own = listed.filter((one) => !one.main && one.branch === undefined && itemsOf(one).includes(item));
  return own.length === 1 ? own[0] : undefined;
}

/** @returns false if its folder is gone. @throws Refused if it is there, and not to be used. */
async function isUsable(desk: WorktreeDesk, one: GitWorktree, item: string): Promise<boolean> {
  if (one.main)
    throw new Refused(
      'not-allowed',
      `${one.branch ?? item} is checked out in the main checkout ${one.path}: switch to another branch there first`,
    );
  if (isBeingMade(one))
    throw new Refused(
      'not-allowed',
      `the worktree ${one.path} is being created, or was left by a killed git process: in that case run \`git worktree unlock\` and check it`,
    );
  if (!one.prunable) {
    if ((await desk.kept(one)).hasIndex) return true;
    throw new Refused(
      'locked',
      `git is still creating the worktree ${one.path}, or was killed: try again in a few seconds, or run \`git reset\` in it`,
    );
  }
  if (one.locked)
    throw new Refused(
      'not-allowed',
      `the worktree ${one.path} is missing and locked, as on a removable disk: reconnect it, or run \`git worktree unlock\``,
    );
  if ((await desk.occupancyOf(one.path)) === 'occupied')
    throw new Refused(
      'not-allowed',
      `the worktree ${one.path} has lost its .git file: \`pactwright worktree prune --apply\` restores it`,
    );
  const lost = await lostIfForgotten(desk, one);
  if (lost !== undefined) throw new Refused('not-allowed', `the worktree ${one.path} ${lost}`);
  return false;
}

function branchArguments({ name, isLocal, remote }: ItemBranch, place: string, commit: string): readonly string[] {
  if (isLocal) return [place, name];
  return remote === undefined
    ? ['--no-track', '-b', name, place, commit]
    : ['--track', '-b', name, place, `refs/remotes/${remote}`];
}

/** @throws Refused if nothing can or may be made there. */
async function findPlace(desk: WorktreeDesk, item: string, folder: string | undefined): Promise<string> {
  const around = folder === undefined ? await desk.around() : undefined;
  if (around !== undefined)
    throw new Refused(
      'not-allowed',
      `this is a submodule of ${around}, so a folder next to it would be inside that repository: specify another one with --folder`,
    );
  const place = await desk.realOf(
    folder === undefined ? path.join(worktreesFolder(desk), item) : path.resolve(mainFolder(desk), folder),
  );
  if ((await desk.occupancyOf(place)) === 'occupied') throw taken(place);
  const { commonFolder } = desk.repository;
  if (relativePath(await desk.realOf(commonFolder), place) !== undefined)
    throw new Refused('not-allowed', `${place} is inside the .git folder: choose another one`);
  for (const one of desk.listed) {
    const top = await desk.realOf(one.path);
    if (one.bare || one.prunable || relativePath(top, place) === undefined || place === top) continue;
    if (await desk.isIgnored(top, place)) continue;
    throw new Refused(
      'not-allowed',
      `${place} is in the worktree ${top}, among its files: ignore it in git there, or choose another folder`,
    );
  }
  return place;
}

function taken(place: string): Refused {
  return new Refused(
    'exists',
    `${place} already exists and is not a worktree of the item: specify another folder with --folder, or move the existing one`,
  );
}

interface Base {
  readonly name: string;
  readonly commit: string;
}

/** @throws Refused (`not-found`) */
async function findBase(desk: WorktreeDesk, configuration: Configuration, name: string | undefined): Promise<Base> {
  if (name !== undefined) {
    const { refs } = desk.refs;
    for (const prefix of ['refs/heads/', 'refs/remotes/', 'refs/tags/']) {
      const commit = refs.find((one) => one.name === prefix + name)?.commit;
      if (commit !== undefined) return { name, commit };
    }
    const commit = /^[0-9a-f]{7,64}$/.test(name) ? await desk.commitOf(name) : undefined;
    if (commit !== undefined) return { name, commit };
    throw new Refused('not-found', `there is no branch, tag or commit ${name}`);
  }
  const target = mergeTarget(desk, configuration);
  const [commit] = target.tips;
  if (target.name !== undefined && commit !== undefined) return { name: target.name, commit };
  throw new Refused(
    'not-found',
    desk.refs.head.commit === undefined
      ? 'the repository has no commits: commit something first'
      : 'the branch that work is merged into is unknown: specify a start with --base, or set `defaultBranch` in .pactwright/config.yaml',
  );
}

/** The specs of the item that are here and not in the commit: who works there would not find them. */
async function absentSpecs(
  desk: WorktreeDesk,
  project: Project,
  item: string,
  commit: string,
): Promise<readonly string[]> {
  const specs = project.ofKind('spec').filter((spec) => spec.item === item);
  const absent: string[] = [];
  for (const { path: file } of specs)
    if (!(await desk.holds(commit, `${desk.repository.prefix}${file}`))) absent.push(file);
  return absent;
}
