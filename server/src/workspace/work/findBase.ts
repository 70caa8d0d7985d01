import { itemsNamed } from '../git/commits.js';
import type { GitAnswer, LoggedCommit, WantedCommits } from '../ports.js';
import { type CommitGraph, createCommitGraph, newestOf } from './commitGraph.js';
import { isFromDefault } from './othersWork.js';
import { hashesIn } from './refMoves.js';
import type { Work } from './work.js';
import type { WorkQuestion } from './workQuestion.js';

/** Where the work of an item began. */
export interface WorkBase {
  /** Undefined if there was nothing before. */
  readonly commit: LoggedCommit | undefined;
  readonly from: Work['from'];
  /** Holds the base, HEAD and all between, and the commits that logs of refs tell of. */
  readonly graph: CommitGraph;
  /** What merges of the default branch brought that the base does not lead to: others' commits, each with all that it leads to. */
  readonly brought: ReadonlySet<string>;
}

/**
 * Finds the commit that an item's work began at: the one recorded when its spec was frozen, where HEAD leads to it; on a branch,
 * where that left the default one, moved on by every merge of it; otherwise before the first commit that names the item and changes
 * more than documents; HEAD if there is none.
 *
 * @throws the signal's reason once it is aborted.
 */
export async function findBase(asked: WorkQuestion): Promise<GitAnswer<WorkBase>> {
  const frozen = asked.frozenBase === undefined ? nothing : await fromFrozen(asked, asked.frozenBase);
  if (frozen.kind !== 'answer') return frozen;
  if (frozen.value) return { kind: 'answer', value: frozen.value };
  return asked.isShared ? fromCommits(asked) : fromBranch(asked);
}

const nothing = { kind: 'answer', value: undefined } as const;

/** @returns no base where HEAD does not lead to the frozen one. */
async function fromFrozen(asked: WorkQuestion, frozen: string): Promise<GitAnswer<WorkBase | undefined>> {
  const { head, defaultTips, isShared } = asked;
  const logged = await log(asked, { tips: isShared ? [] : defaultTips, downTo: frozen });
  if (logged.kind !== 'answer') return logged;
  const graph = logged.value;
  if (!graph.reach(head).has(frozen)) return nothing;
  const brought = broughtByMerges(asked, graph, frozen);
  const [newest, ...more] = newestOf(graph, brought);
  return newest !== undefined && more.length === 0 && graph.reach(newest).has(frozen)
    ? found(graph, newest, 'branch')
    : found(graph, frozen, 'frozen', brought);
}

/**
 * The commits on a branch that came from the default one after it left: others' work, as long as nothing that they lead to names the
 * item or was made on the branch itself, as the default branch can be moved onto that.
 */
function broughtByMerges(asked: WorkQuestion, graph: CommitGraph, base: string): ReadonlySet<string> {
  const brought = new Set<string>();
  const [onHead, before] = [graph.reach(asked.head), graph.reach(base)];
  const isOthers = (hash: string): boolean => !graph.get(hash) || before.has(hash) || brought.has(hash);
  for (const commit of graph.all.toReversed())
    if (onHead.has(commit.hash) && !isOthers(commit.hash) && commit.parents.every(isOthers))
      if (isFromDefault(asked, graph, commit)) brought.add(commit.hash);
  return brought;
}

async function fromBranch(asked: WorkQuestion): Promise<GitAnswer<WorkBase>> {
  const { head, defaultTips, repository, workGit, signal } = asked;
  // Without commits of its own a branch leaves the default one at HEAD.
  if (defaultTips.includes(head)) return downTo(asked, head);
  const logged = await log(asked, { tips: [], known: defaultTips, edges: true });
  if (logged.kind !== 'answer') return logged;
  const graph = logged.value;
  if (graph.get(head)?.isEdge !== false) return downTo(asked, head);
  const [edge, ...more] = [...graph.reach(head)].filter((hash) => graph.get(hash)?.isEdge);
  // One place where the branch left: that is it. Several: the default branch was merged into it.
  if (edge !== undefined && more.length === 0) return found(graph, edge, 'branch');
  const asks = await workGit.mergeBase(repository, head, defaultTips, signal);
  if (asks.kind !== 'answer') return asks;
  return asks.value === undefined ? withoutBase(asked, graph, 'branch') : downTo(asked, asks.value, defaultTips);
}

/** @param tips the default branch, where it was merged into this one. */
async function downTo(asked: WorkQuestion, base: string, tips: readonly string[] = []): Promise<GitAnswer<WorkBase>> {
  const logged = await log(asked, { tips, downTo: base });
  if (logged.kind !== 'answer') return logged;
  const graph = logged.value;
  return found(graph, base, 'branch', tips.length === 0 ? undefined : broughtByMerges(asked, graph, base));
}

async function fromCommits(asked: WorkQuestion): Promise<GitAnswer<WorkBase>> {
  const { head, item, isPaperwork } = asked;
  const naming = await commitsOf(asked, { tips: [head], naming: item });
  if (naming.kind !== 'answer') return naming;
  const first = naming.value.findLast((commit) => itemsNamed(commit).includes(item) && !isPaperwork(commit));
  const base = first ? first.parents[0] : head;
  const logged = await log(asked, { tips: [], ...(base === undefined ? {} : { downTo: base }) });
  if (logged.kind !== 'answer') return logged;
  const from = first ? 'commits' : 'head';
  return base === undefined ? withoutBase(asked, logged.value, from) : found(logged.value, base, from);
}

/** The commits on HEAD, and those that the logs of its branch tell of. */
async function log(asked: WorkQuestion, wanted: WantedCommits): Promise<GitAnswer<CommitGraph>> {
  const tips = [...new Set([asked.head, ...wanted.tips, ...hashesIn(asked.logs)])];
  const answer = await commitsOf(asked, { ...wanted, tips });
  return answer.kind === 'answer' ? { kind: 'answer', value: createCommitGraph(answer.value) } : answer;
}

async function commitsOf(
  { git, repository, signal }: WorkQuestion,
  wanted: WantedCommits,
): Promise<GitAnswer<readonly LoggedCommit[]>> {
  const commits: LoggedCommit[] = [];
  const answer = await git.log(repository, wanted, (commit) => commits.push(commit), signal);
  return answer.kind === 'answer' ? { kind: 'answer', value: commits } : answer;
}

const none: ReadonlySet<string> = new Set();

function found(graph: CommitGraph, base: string, from: Work['from'], brought = none): GitAnswer<WorkBase> {
  const commit = graph.get(base);
  return commit
    ? { kind: 'answer', value: { commit, from, graph, brought } }
    : { kind: 'failed', message: `the commit ${base}, where the work started, cannot be read` };
}

function withoutBase({ refs }: WorkQuestion, graph: CommitGraph, from: Work['from']): GitAnswer<WorkBase> {
  if (refs.shallow === undefined) return { kind: 'answer', value: { commit: undefined, from, graph, brought: none } };
  return {
    kind: 'failed',
    message:
      'the repository is a shallow clone, and the work started before its first commit: fetch the rest with `git fetch --unshallow`',
  };
}
