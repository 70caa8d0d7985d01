import path from 'node:path';
import { count } from '../../base/count.js';
import { createLimiter } from '../../base/limiter.js';
import type { GitWorktree } from '../../workspace/ports.js';
import type { WorktreeDesk } from '../../workspace/worktreePort.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import type { WorktreeList, WorktreeRow } from './answers.js';
import { countUnpushed, findStrays, isBeingMade, itemsOf, mergeTarget } from '../support/worktrees.js';

export const listWorktrees = defineOperation({
  name: 'worktree list',
  group: 'worktrees',
  summary: 'Lists the worktrees of the repository and the work that only they contain',
  details: `With \`--format json\` each worktree in \`data.worktrees\` has \`path\`, \`root\` (the project in it), \`main\` (the main checkout), \`current\` (where the command ran), \`branch\` (missing if HEAD is detached), \`head\`, \`items\` (named by branch or folder), \`locked\` (with \`lockReason\`), \`prunable\` (its folder is gone), \`beingMade\`, \`bytes\` (\`moreBytes\`: at least this many) and \`madeAt\` (ISO), except for the main one; and, if it can be read: \`changed\`, \`untracked\` and \`ignored\` (lists of paths), \`goingOn\` (a rebase, merge …), \`unmerged\` (commits not in the branch that work is merged into), \`merged\`, \`unpushed\` (commits on no remote branch; missing if there is none). \`problem\` says why it cannot be read. \`data.strays\` lists folders among the worktrees that git does not know.`,
  example: { quick: true },
  fields: { quick: { type: 'flag', description: 'do not compute sizes, which reads all folders' } },
  reads: [],
  needs: 'documents',
  writes: false,
  plan: async ({ configuration, worktrees, now }, { quick }) => {
    const desk = await worktrees();
    const target = mergeTarget(desk, configuration);
    // Each asks git several times.
    const limit = createLimiter(4);
    const rows = await Promise.all(
      desk.listed.map((one) =>
        limit(async (): Promise<WorktreeRow> => ({
          ...stated(desk, one),
          ...(one.main || one.prunable ? {} : await measured(desk, one, quick)),
          ...(await looked(desk, one, target.tips)),
        })),
      ),
    );
    const strays = await findStrays(desk);
    const lines = [
      ...rows.map((row) => shown(row, target.name, now)),
      ...strays.map(
        ({ path, holdsFiles }) =>
          `${path}\n    unknown to git${holdsFiles ? ', contains files' : ': `worktree prune` removes it'}`,
      ),
    ];
    return {
      answer: {
        message: lines.join('\n'),
        data: {
          worktrees: rows,
          strays,
          ...(target.name === undefined ? {} : { defaultBranch: target.name }),
        } satisfies WorktreeList,
      },
    };
  },
});

function stated({ repository, current }: WorktreeDesk, one: GitWorktree): WorktreeRow {
  return {
    path: one.path,
    root: path.resolve(one.path, repository.prefix),
    main: one.main,
    current: one.path === current,
    ...(one.bare ? { bare: true } : {}),
    ...(one.branch === undefined ? {} : { branch: one.branch }),
    ...(one.head === undefined ? {} : { head: one.head }),
    items: itemsOf(one),
    locked: one.locked,
    ...(one.lockReason === undefined ? {} : { lockReason: one.lockReason }),
    prunable: one.prunable,
    ...(isBeingMade(one) ? { beingMade: true } : {}),
  };
}

async function measured(
  desk: WorktreeDesk,
  { path: place }: GitWorktree,
  quick: boolean,
): Promise<Partial<WorktreeRow>> {
  const madeAt = await desk.madeAt(place);
  const size = quick ? undefined : await desk.size(place);
  return {
    ...(size === undefined ? {} : { bytes: size.bytes }),
    ...(size?.isMore ? { moreBytes: true } : {}),
    ...(madeAt === undefined ? {} : { madeAt: new Date(madeAt).toISOString() }),
  };
}

async function looked(desk: WorktreeDesk, one: GitWorktree, target: readonly string[]): Promise<Partial<WorktreeRow>> {
  if (one.bare) return {};
  try {
    const unmerged =
      one.head === undefined || target.length === 0 ? undefined : await desk.countBeyond(one.head, target);
    const unpushed = one.head === undefined ? undefined : await countUnpushed(desk, one.head);
    return {
      ...(unmerged === undefined ? {} : { unmerged, merged: unmerged === 0 }),
      ...(unpushed === undefined ? {} : { unpushed }),
      ...(one.prunable ? {} : await desk.contents(one.path)),
    };
  } catch (error) {
    // One that cannot be looked at must not hide the others.
    if (error instanceof Refused) return { problem: error.message };
    throw error;
  }
}

function shown(row: WorktreeRow, target: string | undefined, now: number): string {
  const { path, branch, head, items, changed = [], untracked = [], ignored = [], unmerged = 0, unpushed = 0 } = row;
  const where = row.bare
    ? 'bare'
    : (branch ?? (head === undefined ? 'no commit yet' : `no branch, at ${head.slice(0, 7)}`));
  const facts = [
    row.main ? 'main checkout' : '',
    where,
    ...items.filter((item) => !where.includes(item)),
    row.madeAt === undefined ? '' : ageWords(now - Date.parse(row.madeAt)),
    row.bytes === undefined ? '' : sizeWords(row.bytes, row.moreBytes === true),
  ];
  const standing = [
    row.prunable ? 'its folder is gone' : '',
    row.beingMade
      ? 'being created'
      : row.locked
        ? `locked${row.lockReason === undefined ? '' : ` (${row.lockReason})`}`
        : '',
    row.goingOn === undefined ? '' : `in the middle of a ${row.goingOn}`,
    changed.length === 0 ? '' : `${changed.length} changed`,
    untracked.length === 0 ? '' : `${untracked.length} untracked`,
    ignored.length === 0 ? '' : `${ignored.length} ignored`,
    branch === target
      ? ''
      : row.merged
        ? `everything is in ${target ?? ''}`
        : unmerged > 0
          ? `${count(unmerged, 'commit')} not merged`
          : '',
    unpushed === 0 ? '' : `${unpushed} not pushed`,
    row.problem ?? '',
  ].filter((part) => part !== '');
  return [
    path,
    `    ${facts.filter((part) => part !== '').join(' · ')}`,
    ...(standing.length === 0 ? [] : [`    ${standing.join(' · ')}`]),
  ].join('\n');
}

const hour = 3_600_000;

function ageWords(age: number): string {
  if (age < hour) return 'created within the last hour';
  if (age < 48 * hour) return `created ${count(Math.floor(age / hour), 'hour')} ago`;
  return `created ${count(Math.floor(age / (24 * hour)), 'day')} ago`;
}

function sizeWords(bytes: number, isMore: boolean): string {
  const [unit, size] =
    bytes < 1_000_000 ? ['kB', bytes / 1_000] : bytes < 1e9 ? ['MB', bytes / 1e6] : ['GB', bytes / 1e9];
  return `${isMore ? 'more than ' : ''}${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
