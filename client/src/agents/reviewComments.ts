import path from 'node:path';
import * as vscode from 'vscode';
import { type ReviewCommentView, reviewCommentsRequest, reviewPlaceRequest } from '../../../server/src/protocol.js';
import type { Boards } from '../editor/boards.js';
import { runCommandLine } from '../editor/commandLine.js';
import { itemOfRow, type ItemOfRow } from '../editor/itemOfRow.js';
import { chooseItem } from '../editor/itemPicks.js';
import { plainMessage } from '../editor/plainMessage.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';
import type { ServerLink } from '../editor/serverLink.js';
import type { TraceItems } from '../editor/traceItems.js';
import { type AgentRecords, followRecords } from './agentRecords.js';
import type { AgentSessions } from './agentSessions.js';
import { folderOf } from './agentTerminals.js';
import { reviewChanges } from './reviewChanges.js';
import type { reviewCommandTable } from './reviewCommandTable.js';

export interface ReviewDoors {
  readonly link: Pick<ServerLink, 'request' | 'onNotification' | 'onReady'>;
  readonly items: Pick<TraceItems, 'get'>;
  readonly boards: Pick<Boards, 'latest'>;
  readonly sessions: Pick<AgentSessions, 'latest'>;
  /** The command line's own program: absolute. */
  readonly program: string;
}

type Records = AgentRecords<ReviewCommentView>;

/** A thread of comments on a line, as the editor shows it. */
interface ShownThread {
  readonly thread: vscode.CommentThread;
  comments: readonly ReviewCommentView[];
}

/**
 * A person's comments on lines of an item's work: in the changes under review, and in files of the item's worktree. The agent gets them
 * in its next round.
 */
export function createReview(context: vscode.ExtensionContext, doors: ReviewDoors): void {
  const { link } = doors;
  const records = followRecords(context, link, () => link.request(reviewCommentsRequest, undefined));
  const reviewed = new Map<string, ItemOfRow>();
  const controller = vscode.comments.createCommentController('pactwright.review', vscode.l10n.t('Review'));
  controller.options = { placeHolder: vscode.l10n.t('What should the agent do here?') };
  controller.commentingRangeProvider = {
    provideCommentingRanges: ({ uri, lineCount }) =>
      itemOfFile(uri, { reviewed, records, ...doors }) ? [new vscode.Range(0, 0, Math.max(0, lineCount - 1), 0)] : [],
  };
  const shown = showThreads(controller, records);
  const call = (item: ItemOfRow, args: readonly string[], input?: string): Promise<boolean> =>
    callComment(item, args, input, records, doors.program);
  const onThread =
    (run: (thread: ShownThread) => unknown) =>
    async (given: unknown): Promise<void> => {
      const one = shown.of(given);
      if (one) await run(one);
    };
  const resolve = (...options: readonly string[]) =>
    onThread(async ({ comments }) => {
      for (const comment of comments) await call(comment, ['resolve', comment.item, comment.id, ...options]);
    });
  registerCommands(context, {
    'pactwright.review.open': async (given) => {
      if (!isTrustedOrSay(vscode.l10n.t('Changes cannot be shown in Restricted Mode.'))) return;
      const item = itemOfRow(doors.boards.latest(), given) ?? (await askItem(doors));
      if (item) await openReview(item, reviewed, link);
    },
    'pactwright.review.comment': async (given) => {
      if (!isReply(given)) return;
      const { thread, text } = given;
      const line = (thread.range?.start.line ?? 0) + 1;
      const item = itemOfFile(thread.uri, { reviewed, records, ...doors });
      if (!item) return;
      await shown.holding({ thread, item: item.item, text: text.trim() }, () =>
        call(item, ['add', item.item, `${thread.uri.fsPath}:${line}`], text),
      );
    },
    'pactwright.review.send': onThread(async ({ comments: [first] }) => {
      if (first) await vscode.commands.executeCommand('pactwright.phase.act', { root: first.root, item: first.item });
    }),
    'pactwright.review.resolve': resolve(),
    'pactwright.review.reopen': resolve('--open'),
    'pactwright.review.delete': onThread(async ({ comments }) => {
      for (const comment of comments) await call(comment, ['remove', comment.item, comment.id]);
    }),
  } satisfies CommandFunctions<typeof reviewCommandTable>);
  context.subscriptions.push(controller, shown);
}

async function askItem({ items }: ReviewDoors): Promise<ItemOfRow | undefined> {
  const chosen = await chooseItem(items);
  return chosen && { root: chosen.root, item: chosen.item.id };
}

async function openReview(
  { root, item }: ItemOfRow,
  reviewed: Map<string, ItemOfRow>,
  link: ReviewDoors['link'],
): Promise<void> {
  const place = await link.request(reviewPlaceRequest, { root, item });
  if (!place) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('Git does not say where the work on {0} began, so its changes cannot be shown.', item),
    );
    return;
  }
  reviewed.set(place.folder, { root, item });
  await reviewChanges(place.folder, place.base, item);
}

interface Known extends Pick<ReviewDoors, 'sessions'> {
  /** By the folder under review. */
  readonly reviewed: ReadonlyMap<string, ItemOfRow>;
  readonly records: Pick<Records, 'latest'>;
}

/** The item whose work a file is: by its worktree, a review or an earlier comment. */
function itemOfFile(uri: vscode.Uri, { reviewed, records, sessions }: Known): ItemOfRow | undefined {
  if (uri.scheme !== 'file' || !vscode.workspace.isTrusted) return undefined;
  const around = (folder: string): boolean => isInside(folder, uri.fsPath);
  const own = sessions
    .latest()
    .find(({ folder, root, item }) => item !== undefined && around(folder) && !isInside(folderOf(root), folder));
  if (own?.item !== undefined) return { root: own.root, item: own.item };
  const under = [...reviewed].findLast(([folder]) => around(folder));
  if (under) return under[1];
  const before = records.latest().findLast((comment) => path.join(comment.top, comment.path) === uri.fsPath);
  return before && { root: before.root, item: before.item };
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}

/** A comment that a person typed and that is not recorded yet, in the thread where they typed it. */
interface Typed extends Pick<ReviewCommentView, 'item' | 'text'> {
  readonly thread: vscode.CommentThread;
}

interface Threads extends vscode.Disposable {
  /** What a command was called for. */
  readonly of: (given: unknown) => ShownThread | undefined;
  /** Records a comment, which stays in its thread: VS Code shows no second one on the same line after it. */
  readonly holding: (typed: Typed, record: () => Promise<boolean>) => Promise<void>;
}

/** Keeps the editor's threads in step with the recorded comments: one thread for each line. */
function showThreads(controller: vscode.CommentController, records: Records): Threads {
  const threads = new Map<string, ShownThread>();
  const held = new Set<Typed>();
  const threadOf = (comments: readonly ReviewCommentView[]): vscode.CommentThread => {
    const typed = [...held].find(({ item, text }) => comments.some((one) => one.item === item && one.text === text));
    if (!typed) return newThread(controller, comments);
    held.delete(typed);
    return typed.thread;
  };
  const show = (): void => {
    const groups = new Map<string, ReviewCommentView[]>();
    for (const comment of records.latest()) {
      const key = [comment.item, path.join(comment.top, comment.path), comment.line].join('\u0000');
      groups.set(key, [...(groups.get(key) ?? []), comment]);
    }
    for (const [key, { thread }] of threads) {
      if (groups.has(key)) continue;
      thread.dispose();
      threads.delete(key);
    }
    for (const [key, comments] of groups) {
      const one = threads.get(key) ?? { thread: threadOf(comments), comments };
      one.comments = comments;
      threads.set(key, one);
      update(one);
    }
  };
  const subscription = vscode.Disposable.from(
    records.onChange(show),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.isDirty) return;
      for (const one of threads.values()) if (one.thread.uri.toString() === document.uri.toString()) putBack(one);
    }),
  );
  return Object.assign(subscription, {
    of: (given: unknown) => [...threads.values()].find(({ thread }) => thread === given),
    holding: async (typed: Typed, record: () => Promise<boolean>) => {
      held.add(typed);
      if (!(await record())) held.delete(typed);
    },
  });
}

/**
 * VS Code moves a thread with the lines around it. A file that an agent changed is read again after its comments were placed for the new
 * lines, so its threads would move twice. VS Code keeps a range that seems the same, so another one is set first.
 */
function putBack({ thread, comments }: ShownThread): void {
  const range = rangeOf(comments);
  thread.range = new vscode.Range(range.start.translate(1), range.end.translate(1));
  thread.range = range;
}

function rangeOf([first]: readonly ReviewCommentView[]): vscode.Range {
  const line = (first?.line ?? 1) - 1;
  return new vscode.Range(line, 0, line, 0);
}

function newThread(controller: vscode.CommentController, comments: readonly ReviewCommentView[]): vscode.CommentThread {
  const [first] = comments;
  const file = vscode.Uri.file(path.join(first?.top ?? '', first?.path ?? ''));
  const thread = controller.createCommentThread(file, rangeOf(comments), []);
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  return thread;
}

function update({ thread, comments }: ShownThread): void {
  const isResolved = comments.every(({ resolved }) => resolved);
  const isOpen = comments.some(({ resolved, sentAt }) => !resolved && sentAt === undefined);
  thread.contextValue = isResolved ? 'resolved' : isOpen ? 'open' : 'sent';
  thread.state = isResolved ? vscode.CommentThreadState.Resolved : vscode.CommentThreadState.Unresolved;
  const [first] = comments;
  thread.label = isResolved
    ? vscode.l10n.t('{0} · resolved', first?.item ?? '')
    : isOpen
      ? vscode.l10n.t('{0} · goes to the agent in its next round', first?.item ?? '')
      : vscode.l10n.t('{0} · sent to the agent', first?.item ?? '');
  thread.comments = comments.map(({ text, at, sentAt }) => ({
    body: plainBody(text),
    mode: vscode.CommentMode.Preview,
    author: { name: vscode.l10n.t('You') },
    timestamp: new Date(at),
    ...(sentAt === undefined ? {} : { label: vscode.l10n.t('sent') }),
  }));
}

/** What a person typed, as they typed it. */
function plainBody(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(text);
}

function isReply(given: unknown): given is vscode.CommentReply {
  return given instanceof Object && 'thread' in given && 'text' in given;
}

async function callComment(
  { root }: Pick<ItemOfRow, 'root'>,
  args: readonly string[],
  input: string | undefined,
  records: Records,
  program: string,
): Promise<boolean> {
  const { code, errors } = await runCommandLine({
    program,
    args: ['comment', ...args, '--root', folderOf(root)],
    folder: folderOf(root),
    ...(input === undefined ? {} : { input }),
    onLine: () => undefined,
    signal: AbortSignal.timeout(30_000),
  });
  if (code !== 0)
    void vscode.window.showErrorMessage(vscode.l10n.t('The comment was not saved: {0}', plainMessage(errors)));
  await records.get();
  return code === 0;
}
