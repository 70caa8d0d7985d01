import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { findItemIds } from '../../server/src/documents/itemId.js';
import { revertsIn } from '../../server/src/workspace/git/commits.js';
import type {
  BoardEvent,
  Branch,
  Commit,
  FileChange,
  GitFacts,
  GitHistory,
  GitNotice,
  Tag,
  Worktree,
} from '../../server/src/workspace/git/gitFacts.js';

/** What a fixture says of git; commits are named by short ids of the fixture's own. All times are ISO dates. */
export interface GitStatement {
  /** A day after the newest commit where nothing is said. */
  readonly now?: string;
  /** `main` where nothing is said; null: there is none. */
  readonly default?: string | null;
  /** A branch, or a commit where HEAD is detached; the default branch where nothing is said. */
  readonly head?: string;
  /** Oldest first. */
  readonly commits?: readonly CommitStatement[];
  /** Besides the default branch, whose tip is the last commit on it. */
  readonly branches?: readonly (string | BranchStatement)[];
  readonly tags?: readonly { readonly name: string; readonly commit: string }[];
  readonly worktrees?: readonly WorktreeStatement[];
  readonly uncommitted?: readonly string[];
  readonly notices?: readonly GitNotice[];
  readonly boardEvents?: readonly EventStatement[];
}

interface CommitStatement {
  readonly id: string;
  readonly at: string;
  readonly subject: string;
  readonly body?: string;
  readonly author?: string;
  /** The branch it was made on; the default branch where nothing is said. */
  readonly on?: string;
  /** Else the commit before it on its branch, or, for a branch's first, the one before it on the default branch. */
  readonly parents?: readonly string[];
  /** What it changed or created. */
  readonly files?: readonly string[];
  readonly deletes?: readonly string[];
}

interface BranchStatement {
  readonly name: string;
  readonly remote?: string;
  /** The last commit on the branch where nothing is said. */
  readonly tip?: string;
}

interface WorktreeStatement {
  readonly path: string;
  readonly branch?: string;
  readonly head?: string;
  readonly main?: boolean;
  readonly locked?: boolean;
  readonly prunable?: boolean;
}

interface EventStatement {
  readonly commit: string;
  readonly item: string;
  readonly kind: BoardEvent['kind'];
  readonly task?: string;
}

/** The text a file had after a commit. */
export interface OldText {
  readonly commit: string;
  readonly path: string;
  readonly text: string;
}

const keys = {
  statement: 'now default head commits branches tags worktrees uncommitted notices boardEvents'.split(' '),
  commit: 'id at subject body author on parents files deletes'.split(' '),
};

/** Reads the `=== git` part of a fixture. Throws where a key is misspelt: the fixture would show nothing. */
export function parseGitStatement(yaml: string): GitStatement {
  const read = (parse(yaml) ?? {}) as GitStatement; // a fixture; what matters of its shape is checked below
  expectKeys(read, keys.statement);
  for (const commit of read.commits ?? []) expectKeys(commit, keys.commit);
  return read;
}

function expectKeys(value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) if (!known.includes(key)) throw new Error(`git in a fixture: no key "${key}"`);
}

/** The hash of the commit that a statement names by a short id. */
export function hashOfCommit(id: string): string {
  return digest(`commit ${id}`);
}

function digest(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/**
 * Git facts as git would give them, from what a fixture says.
 *
 * @param oldTexts their files count as changed by their commits; blobs without a text were not fetched.
 * @param ignored the documents that git ignores.
 */
export function createGitFacts(
  statement: GitStatement,
  oldTexts: readonly OldText[] = [],
  ignored: ReadonlySet<string> = new Set(),
): GitFacts {
  const { commits, notices = [] } = statement;
  return { ignored, notices, ...(commits ? { history: createHistory(statement, commits, oldTexts) } : {}) };
}

const day = 24 * 60 * 60 * 1000;

function timeOf(date: string): number {
  const time = Date.parse(date);
  if (Number.isNaN(time)) throw new Error(`git in a fixture: "${date}" is no date`);
  return time;
}

function createHistory(
  statement: GitStatement,
  stated: readonly CommitStatement[],
  oldTexts: readonly OldText[],
): GitHistory {
  const defaultBranch = statement.default === undefined ? 'main' : statement.default;
  const { byId, lastOn } = createCommits(stated, oldTexts, defaultBranch);
  const commits = [...byId.values()].reverse().sort((a, b) => b.at - a.at);
  const ancestors = createAncestors(commits);
  const branches = createBranches(statement, defaultBranch, byId, lastOn);
  const head = headOf(statement.head ?? defaultBranch, branches, byId);
  const leadsTo = (descendant: string | undefined, ancestor: string): boolean =>
    descendant !== undefined && ancestors(descendant).has(ancestor);
  const isOnHead = (hash: string): boolean => leadsTo(head.commit, hash);
  const { changes, inCommit, texts } = createChanges(stated, oldTexts, byId, isOnHead);
  const place = new Map(commits.map(({ hash }, index) => [hash, index] as const));
  return {
    now: statement.now === undefined ? (commits[0]?.at ?? 0) + day : timeOf(statement.now),
    head,
    ...(defaultBranch === null ? {} : { defaultBranch }),
    commits,
    branches,
    tags: (statement.tags ?? []).map(({ name, commit }): Tag => ({ name, commit: commitOf(byId, commit).hash })),
    worktrees: (statement.worktrees ?? []).map(
      ({ path, branch, head: at, main = false, locked, prunable }): Worktree => ({
        path,
        main,
        ...(branch === undefined ? {} : { branch }),
        ...(at === undefined ? {} : { head: commitOf(byId, at).hash }),
        items: itemsIn(`${branch ?? ''}\n${path.slice(path.lastIndexOf('/') + 1)}`),
        locked: locked ?? false,
        prunable: prunable ?? false,
      }),
    ),
    isOnDefault: (hash) => branches.some(({ name, tip }) => name === defaultBranch && leadsTo(tip, hash)),
    isOnHead,
    leadsTo,
    changesIn: ({ hash }) => inCommit.get(hash) ?? [],
    changesOf: (path) => changes.get(path) ?? [],
    uncommitted: new Set(statement.uncommitted),
    boardEvents: (statement.boardEvents ?? [])
      .map(({ commit, ...event }): BoardEvent => ({ commit: commitOf(byId, commit), ...event }))
      .sort((a, b) => (place.get(a.commit.hash) ?? 0) - (place.get(b.commit.hash) ?? 0)),
    textOf: (blob) => texts.get(blob),
  };
}

/** The files that a commit wrote. */
function writtenBy({ id, files = [] }: CommitStatement, oldTexts: readonly OldText[]): readonly string[] {
  return [...new Set([...files, ...oldTexts.filter(({ commit }) => commit === id).map(({ path }) => path)])];
}

interface StatedCommits {
  readonly byId: ReadonlyMap<string, Commit>;
  readonly lastOn: ReadonlyMap<string | null, Commit>;
}

function createCommits(
  stated: readonly CommitStatement[],
  oldTexts: readonly OldText[],
  defaultBranch: string | null,
): StatedCommits {
  const byId = new Map<string, Commit>();
  const lastOn = new Map<string | null, Commit>();
  for (const one of stated) {
    const { id, at, subject, body = '', author = 'Ann', on = defaultBranch } = one;
    const before = lastOn.get(on) ?? lastOn.get(defaultBranch);
    const parents = one.parents?.map((parent) => commitOf(byId, parent).hash) ?? (before ? [before.hash] : []);
    const reverts = revertsIn(body.replace(/\{(\w+)\}/gu, (_, named: string) => hashOfCommit(named)));
    const commit: Commit = {
      hash: hashOfCommit(id),
      parents,
      at: timeOf(at),
      author,
      subject,
      items: itemsIn(`${subject}\n${body}`),
      ...(reverts.length === 0 ? {} : { reverts }),
      paths: parents.length > 1 ? [] : [...writtenBy(one, oldTexts), ...(one.deletes ?? [])],
    };
    byId.set(id, commit);
    lastOn.set(on, commit);
  }
  for (const { commit } of oldTexts) commitOf(byId, commit);
  return { byId, lastOn };
}

function createBranches(
  statement: GitStatement,
  defaultBranch: string | null,
  byId: StatedCommits['byId'],
  lastOn: StatedCommits['lastOn'],
): readonly Branch[] {
  return [...(defaultBranch === null ? [] : [defaultBranch]), ...(statement.branches ?? [])].flatMap(
    (branch): Branch[] => {
      const { name, remote, tip }: BranchStatement = typeof branch === 'string' ? { name: branch } : branch;
      const commit = tip === undefined ? lastOn.get(name) : commitOf(byId, tip);
      if (!commit && name === defaultBranch) return [];
      if (!commit) throw new Error(`git in a fixture: the branch ${name} has no commit and no tip`);
      return [
        { name, ...(remote === undefined ? {} : { remote }), tip: commit.hash, items: itemsIn(name), at: commit.at },
      ];
    },
  );
}

function headOf(name: string | null, branches: readonly Branch[], byId: StatedCommits['byId']): GitHistory['head'] {
  if (name === null) return {};
  const tip = branches.find((branch) => branch.name === name)?.tip;
  if (tip !== undefined) return { commit: tip, branch: name };
  return byId.has(name) ? { commit: hashOfCommit(name) } : {};
}

/** What each commit changed, and what became of each file on the way to HEAD. */
function createChanges(
  stated: readonly CommitStatement[],
  oldTexts: readonly OldText[],
  byId: StatedCommits['byId'],
  isOnHead: (hash: string) => boolean,
) {
  const texts = new Map<string, string>();
  const changes = new Map<string, FileChange[]>();
  const inCommit = new Map<string, FileChange[]>();
  /** The blobs of all files after a commit, by path; of a merge those of its first parent. */
  const trees = new Map<string, ReadonlyMap<string, string | undefined>>();
  for (const one of stated) {
    const commit = commitOf(byId, one.id);
    const tree = new Map(trees.get(commit.parents[0] ?? ''));
    trees.set(commit.hash, tree);
    if (commit.parents.length > 1) continue;
    const record = (path: string, after: string | undefined): void => {
      const before = tree.get(path);
      tree.set(path, after);
      const change = { commit, ...(before ? { before } : {}), ...(after ? { after } : {}) };
      inCommit.set(commit.hash, [...(inCommit.get(commit.hash) ?? []), change]);
      if (isOnHead(commit.hash)) changes.set(path, [change, ...(changes.get(path) ?? [])]);
    };
    for (const path of writtenBy(one, oldTexts)) {
      const text = oldTexts.find((old) => old.commit === one.id && old.path === path)?.text;
      const blob = digest(text === undefined ? `blob of ${one.id} ${path}` : `blob ${text}`);
      if (text !== undefined) texts.set(blob, text);
      record(path, blob);
    }
    for (const path of one.deletes ?? []) record(path, undefined);
  }
  return { texts, changes, inCommit };
}

function commitOf(commits: ReadonlyMap<string, Commit>, id: string): Commit {
  const found = commits.get(id);
  if (!found) throw new Error(`git in a fixture: no commit "${id}", or only below`);
  return found;
}

function itemsIn(text: string): string[] {
  return [...new Set(findItemIds(text).map(({ value }) => value))];
}

/** For each commit the commits it leads to, itself included. */
function createAncestors(commits: readonly Commit[]): (hash: string) => ReadonlySet<string> {
  const parents = new Map(commits.map((commit) => [commit.hash, commit.parents] as const));
  const known = new Map<string, ReadonlySet<string>>();
  return (hash) => {
    const found = known.get(hash);
    if (found) return found;
    const all = new Set<string>();
    const todo = [hash];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (all.has(next)) continue;
      all.add(next);
      todo.push(...(parents.get(next) ?? []));
    }
    known.set(hash, all);
    return all;
  };
}
