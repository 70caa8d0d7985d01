import * as vscode from 'vscode';
import type { WorktreeCreation, WorktreePruning, WorktreeRemoval } from '../../../server/src/protocol.js';
import { chooseItem } from '../editor/itemPicks.js';
import type { worktreeCommandTable } from './worktreeCommandTable.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { itemReference, readAs } from '../editor/schemas.js';
import type { OperationEnd } from '../editor/operationProcess.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';
import { type Operations, sayNotDone } from '../editor/operations.js';
import type { TraceItems } from '../editor/traceItems.js';
import { type WorktreeItemRow as Row, worktreesIn, type WorktreeViewRow } from './worktreeRows.js';
import type { WorktreeTree } from './worktreeTree.js';
import { removalWords, worktreeName, worktreeSummary } from './worktreeWords.js';

export interface WorktreeDoors {
  readonly items: TraceItems;
  readonly tree: WorktreeTree;
  readonly operations: Pick<Operations, 'ask'>;
}

/** The commands behind the rows of the Worktrees view, and those of the palette. */
export function registerWorktreeCommands(context: vscode.ExtensionContext, doors: WorktreeDoors): void {
  const byGit =
    (run: (given: unknown) => Promise<unknown>) =>
    async (given: unknown): Promise<unknown> =>
      isTrustedOrSay(vscode.l10n.t('Nothing was changed. Pactwright does not run git in Restricted Mode.'))
        ? run(given)
        : undefined;
  const onRow = (run: (row: Row) => Promise<unknown>, placeHolder: string, fits: (row: Row) => boolean) =>
    byGit(async (given) => {
      const row = rowOf(given) ?? (await chooseRow(doors.tree, placeHolder, fits));
      if (row) await run(row);
    });
  const isThere = ({ worktree }: Row): boolean => !worktree.prunable && !worktree.bare;
  registerCommands(context, {
    'pactwright.worktrees.create': byGit((given) => create(doors, given)),
    'pactwright.worktrees.open': onRow(
      ({ worktree }) => openInNewWindow(worktree.root),
      vscode.l10n.t('Open which worktree?'),
      (row) => isThere(row) && !row.worktree.current,
    ),
    'pactwright.worktrees.openTerminal': onRow(
      (row) => {
        vscode.window.createTerminal({ name: worktreeName(row.worktree), cwd: row.worktree.root }).show();
        return Promise.resolve();
      },
      vscode.l10n.t('Open a terminal in which worktree?'),
      isThere,
    ),
    'pactwright.worktrees.copyPath': onRow(
      async ({ worktree }) => {
        await vscode.env.clipboard.writeText(worktree.path);
        vscode.window.setStatusBarMessage(vscode.l10n.t('Path copied'), 4_000);
      },
      vscode.l10n.t('Copy the path of which worktree?'),
      () => true,
    ),
    'pactwright.worktrees.remove': onRow(
      (row) => remove(doors, row),
      vscode.l10n.t('Remove which worktree?'),
      ({ worktree }) => !worktree.main && !worktree.current,
    ),
    'pactwright.worktrees.prune': byGit(() => prune(doors)),
    'pactwright.worktrees.refresh': byGit(() => doors.tree.refresh()),
  } satisfies CommandFunctions<typeof worktreeCommandTable>);
}

/** @param given names item and root where a caller, a key binding say, does not want to be asked. */
async function create({ items, tree, operations }: WorktreeDoors, given: unknown): Promise<void> {
  const wanted = readAs(itemReference, given) ?? (await askWanted(items));
  if (!wanted) return;
  const outcome = await withProgress(vscode.l10n.t('Creating the worktree of {0}', wanted.item), (token) =>
    operations.ask(wanted.root, 'worktree create', { item: wanted.item }, token),
  );
  if (!isDone(outcome)) return;
  const refreshing = tree.refresh();
  // Written by our own command line, in the shape of protocol.ts.
  const { path, root, made } = outcome.data as WorktreeCreation;
  const open = vscode.l10n.t('Open in New Window');
  const message = made
    ? vscode.l10n.t('Created a worktree for {0}: {1}', wanted.item, path)
    : vscode.l10n.t('{0} already has a worktree: {1}', wanted.item, path);
  void vscode.window.showInformationMessage(message, open).then((choice) => {
    if (choice === open) void openInNewWindow(root);
  });
  await refreshing;
}

/** First the plan, then a person's word, then the same again in earnest: what was refused is never shown as a question. */
async function remove({ tree, operations }: WorktreeDoors, { root, worktree }: Row): Promise<void> {
  const name = worktreeName(worktree);
  const input = { worktree: worktree.path };
  const planned = await withProgress(vscode.l10n.t('Checking the worktree of {0}', name), (token) =>
    operations.ask(root, 'worktree remove', input, token),
  );
  if (!isDone(planned)) return;
  // Written by our own command line, in the shape of protocol.ts.
  const plan = planned.data as WorktreeRemoval;
  const keep = vscode.l10n.t('Remove');
  const both = vscode.l10n.t('Remove and Delete Branch');
  const mayGo = plan.branch !== undefined && plan.unmerged === 0;
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t('Remove the worktree of {0}?', name),
    { modal: true, detail: removalWords(plan) },
    keep,
    ...(mayGo ? [both] : []),
  );
  if (choice === undefined) return;
  const outcome = await withProgress(vscode.l10n.t('Removing the worktree of {0}', name), (token) =>
    operations.ask(root, 'worktree remove', { ...input, apply: true, deleteBranch: choice === both }, token),
  );
  if (isDone(outcome)) vscode.window.setStatusBarMessage(vscode.l10n.t('Removed the worktree of {0}', name), 4_000);
  await tree.refresh();
}

async function prune({ items, tree, operations }: WorktreeDoors): Promise<void> {
  const roots = ((await items.get()) ?? []).map(({ root }) => root);
  const found = new Map<string, WorktreePruning['found'][number] & { readonly root: string }>();
  for (const root of roots) {
    const planned = await withProgress(vscode.l10n.t('Looking for deleted worktrees'), (token) =>
      operations.ask(root, 'worktree prune', {}, token),
    );
    // A project without a repository has no worktrees.
    if (planned.kind === 'refused' && planned.code === 'not-found') continue;
    if (!isDone(planned)) return;
    // Written by our own command line, in the shape of protocol.ts. Projects of one repository have the same.
    for (const one of (planned.data as WorktreePruning).found)
      if (!found.has(one.path)) found.set(one.path, { ...one, root });
  }
  const all = [...found.values()];
  const detail = all.map(({ path, says, kept }) =>
    kept ? vscode.l10n.t('Kept: {0} ({1})', path, says) : `${path}: ${says}`,
  );
  const work = all.filter(({ kept }) => !kept);
  if (work.length === 0) {
    await vscode.window.showInformationMessage([vscode.l10n.t('There is nothing to clean up.'), ...detail].join('\n'));
    return;
  }
  const clear = vscode.l10n.t('Clean Up');
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t('Clean up what deleted worktrees left behind?'),
    { modal: true, detail: [...detail, vscode.l10n.t('Branches and files are kept.')].join('\n') },
    clear,
  );
  if (choice === undefined) return;
  for (const root of new Set(work.map((one) => one.root)))
    isDone(
      await withProgress(vscode.l10n.t('Cleaning up'), (token) =>
        operations.ask(root, 'worktree prune', { apply: true }, token),
      ),
    );
  await tree.refresh();
}

async function openInNewWindow(folder: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(folder), { forceNewWindow: true });
}

function withProgress(
  title: string,
  run: (token: vscode.CancellationToken) => Promise<OperationEnd>,
): Promise<OperationEnd> {
  const location = vscode.ProgressLocation.Notification;
  return Promise.resolve(
    vscode.window.withProgress({ location, title, cancellable: true }, (_progress, token) => run(token)),
  );
}

/** Shows why it was refused. */
function isDone(outcome: OperationEnd): outcome is OperationEnd & { readonly kind: 'done' } {
  if (outcome.kind === 'done') return true;
  void sayNotDone([outcome.message, ...outcome.candidates]);
  return false;
}

/** The view passes its own rows; from the palette and from keys there is none. */
function rowOf(given: unknown): Row | undefined {
  const row = given as WorktreeViewRow | undefined;
  return row?.kind === 'worktree' ? row : undefined;
}

async function chooseRow(
  tree: WorktreeTree,
  placeHolder: string,
  fits: (row: Row) => boolean,
): Promise<Row | undefined> {
  const picks = worktreesIn(await tree.rows())
    .filter(fits)
    .map((row) => ({
      label: worktreeName(row.worktree),
      description: worktreeSummary(row.worktree, row.defaultBranch, Date.now()),
      detail: row.worktree.path,
      row,
    }));
  if (picks.length > 0)
    return (await vscode.window.showQuickPick(picks, { placeHolder, matchOnDescription: true }))?.row;
  await vscode.window.showInformationMessage(vscode.l10n.t('No matching worktrees.'));
  return undefined;
}

/** An item by its id, and its project by the URI of the root. */
interface Wanted {
  readonly root: string;
  readonly item: string;
}

async function askWanted(items: TraceItems): Promise<Wanted | undefined> {
  const chosen = await chooseItem(items);
  return chosen && { root: chosen.root, item: chosen.item.id };
}
