import { mergeLines } from '../../documents/merge/mergeLines.js';
import { itemsNamed } from '../git/commits.js';
import type { FileInTree, GitAnswer, LoggedCommit, TreeChange } from '../ports.js';
import { newestOf } from './commitGraph.js';
import { emptyTreeLike } from './emptyTree.js';
import type { WorkBase } from './findBase.js';
import { isFromDefault, type OthersWork } from './othersWork.js';
import type { WorkQuestion } from './workQuestion.js';

export interface OthersTreeOptions {
  readonly asked: WorkQuestion;
  readonly base: WorkBase;
  /** The commits of the work, children before parents. */
  readonly onHead: readonly LoggedCommit[];
  readonly others: OthersWork;
  /** From the base to the folder. */
  readonly changes: readonly TreeChange[];
  /** From HEAD to the folder. */
  readonly uncommitted: readonly TreeChange[];
  /** All files of the folder, as changes from nothing. */
  readonly entries: readonly TreeChange[];
}

/** What somebody else did to a file; undefined for a blob if there is none. */
interface Step {
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Whether what it leads to counts where it cannot be put together with what was done before. */
  readonly wins: boolean;
}

/** A file as others left it. */
interface Left extends Pick<FileInTree, 'blob' | 'text'> {
  /** Whether a step could not be put together with those before. */
  readonly unsure: boolean;
}

/**
 * The base with what others did since: what merges of the default branch brought, and other items' commits. Compared with that, the
 * folder shows the item's work alone, and with it what a merge itself changed: a test of somebody else that it dropped, say.
 *
 * @returns undefined if others did nothing.
 * @throws the signal's reason once it is aborted.
 */
export async function treeOfOthers(options: OthersTreeOptions): Promise<GitAnswer<string | undefined>> {
  const { asked, base, others, changes, entries } = options;
  const { workGit, repository, signal } = asked;
  const brought = await broughtSteps(options);
  if (brought.kind !== 'answer') return brought;
  const steps = new Map<string, Step[]>();
  const add = (path: string, step: Step): void => {
    const known = steps.get(path);
    if (known) known.push(step);
    else steps.set(path, [step]);
  };
  for (const { path, blobBefore: before, blobAfter: after } of brought.value) add(path, { before, after, wins: true });
  for (const commit of others.commits.toReversed())
    for (const { path, before, after } of commit.changes) add(path, { before, after, wins: false });
  if (steps.size === 0) return { kind: 'answer', value: undefined };

  const changed = new Map(changes.map((change) => [change.path, change]));
  const here = new Map(entries.map((entry) => [entry.path, entry]));
  const blobAtBase = (path: string): string | undefined => {
    const change = changed.get(path);
    return change ? change.blobBefore : here.get(path)?.blobAfter;
  };
  const headOf = headBlobs(options, here);
  const tangled = [...steps].filter(([path, some]) => foldBlobs(blobAtBase(path), some) === undefined);
  const texts = await workGit.texts(
    repository,
    tangled.flatMap(([path, some]) =>
      [blobAtBase(path), headOf(path), ...some.flatMap(({ before, after }) => [before, after])].filter(
        (blob) => blob !== undefined,
      ),
    ),
    signal,
  );
  if (texts.kind !== 'answer') return texts;

  const files = [...steps].flatMap(([path, some]): readonly FileInTree[] => {
    const [was, head] = [blobAtBase(path), headOf(path)];
    const left = foldBlobs(was, some) ?? foldTexts(was, some, texts.value);
    const isHead = left.text === undefined ? left.blob === head : left.text === texts.value.get(head ?? '');
    const isTheirs = isHead || (isOthersAlone(options, path) && (left.unsure || !isHarmedByMerge(options, path)));
    const { blob, text } = isTheirs ? { blob: head, text: undefined } : left;
    if (text === undefined && blob === was) return [];
    const mode = here.get(path)?.modeAfter ?? changed.get(path)?.modeBefore ?? '100644';
    return [{ path, mode, ...(blob === undefined ? {} : { blob }), ...(text === undefined ? {} : { text }) }];
  });
  if (files.length === 0) return { kind: 'answer', value: undefined };
  return workGit.writeTree(repository, base.commit?.tree ?? emptyTreeLike(asked.head), files, signal);
}

/** What each merge of the default branch brought in all, from where it was left. */
async function broughtSteps({ asked, base }: OthersTreeOptions): Promise<GitAnswer<readonly TreeChange[]>> {
  const { git, workGit, repository, signal } = asked;
  const found: TreeChange[] = [];
  const merged = base.commit ? [base.commit.hash] : [];
  for (const top of newestOf(base.graph, base.brought)) {
    const fork = await workGit.mergeBase(repository, top, merged, signal);
    if (fork.kind !== 'answer') return fork;
    merged.push(top);
    const trees = new Map<string, string>();
    const tips = [top, ...(fork.value === undefined ? [] : [fork.value])];
    const logged = await git.log(repository, { tips, alone: true }, ({ hash, tree }) => trees.set(hash, tree), signal);
    if (logged.kind !== 'answer') return logged;
    const pair = { before: trees.get(fork.value ?? ''), after: trees.get(top) };
    const differences = await workGit.differences(repository, [pair], signal);
    if (differences.kind !== 'answer') return differences;
    found.push(...(differences.value[0] ?? []));
  }
  return { kind: 'answer', value: found };
}

function headBlobs(
  { uncommitted }: OthersTreeOptions,
  here: ReadonlyMap<string, TreeChange>,
): (path: string) => string | undefined {
  const open = new Map(uncommitted.map((change) => [change.path, change]));
  return (path) => (open.has(path) ? open.get(path)?.blobBefore : here.get(path)?.blobAfter);
}

/** Where each step begins with what the one before left; undefined if one does not. */
function foldBlobs(first: string | undefined, steps: readonly Step[]): Left | undefined {
  let blob = first;
  for (const { before, after } of steps) {
    if (after === blob) continue;
    if (before !== blob) return undefined;
    blob = after;
  }
  return { unsure: false, ...(blob === undefined ? {} : { blob }) };
}

/** Puts steps together that have other work between them, line by line. */
function foldTexts(first: string | undefined, steps: readonly Step[], texts: ReadonlyMap<string, string>): Left {
  let left: Left = { unsure: false, ...(first === undefined ? {} : { blob: first }) };
  const textOf = (blob: string | undefined): string | undefined => (blob === undefined ? '' : texts.get(blob));
  for (const { before, after, wins } of steps) {
    const then: Left = { unsure: left.unsure, ...(after === undefined ? {} : { blob: after }) };
    if (left.text === undefined && left.blob === before) {
      left = then;
      continue;
    }
    const [old, now, wanted] = [textOf(before), left.text ?? textOf(left.blob), textOf(after)];
    const merged =
      old === undefined || now === undefined || wanted === undefined || after === undefined
        ? undefined
        : mergeLines(old, now, wanted, () => ({ text: '', conflicts: 1 }));
    if (merged?.conflicts === 0) left = { unsure: left.unsure, text: merged.text };
    else left = { ...(wins ? then : left), unsure: left.unsure || !wins };
  }
  return left;
}

/** Whether a file was changed only by other items' commits. */
function isOthersAlone({ others }: OthersTreeOptions, path: string): boolean {
  return !others.own.has(path) && !others.claimed.has(path) && others.commits.some((one) => touches(one, path));
}

/** Whether no merges but the item's own had their hands on a file of others: what is missing of it, they took away. */
function isHarmedByMerge({ asked, base: { graph }, onHead, others }: OthersTreeOptions, path: string): boolean {
  const touching = others.commits.filter((one) => touches(one, path));
  const merges = onHead.filter(
    ({ hash, parents }) => parents.length > 1 && touching.some((one) => graph.reach(hash).has(one.hash)),
  );
  const isOwn = (merge: LoggedCommit): boolean =>
    itemsNamed(merge).includes(asked.item) || (!asked.isShared && !isFromDefault(asked, graph, merge));
  return merges.length > 0 && merges.every(isOwn);
}

function touches({ changes }: LoggedCommit, wanted: string): boolean {
  return changes.some(({ path }) => path === wanted);
}
