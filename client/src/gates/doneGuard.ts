import * as vscode from 'vscode';
import {
  blockers,
  type BoardEntryView,
  type BoardSectionView,
  type BoardView,
  type ConditionResult,
  type Verdict,
} from '../../../server/src/protocol.js';
import type { Boards } from '../editor/boards.js';
import { askDoneCommand } from '../editor/commandIds.js';
import type { OperationInput, Operations } from '../editor/operations.js';
import type { GateStore } from './gateStore.js';

/** What the guard needs. */
export interface DoneGuardDoors {
  readonly boards: Pick<Boards, 'latest' | 'refresh'>;
  readonly gates: Pick<GateStore, 'ask'>;
}

/** An item that does not pass the gate `done`. */
interface BlockedItem {
  readonly item: string;
  readonly verdict: Verdict;
}

/** Refused without a message: the user has just canceled. */
const canceled = { kind: 'refused', code: 'canceled', message: '', candidates: [] } as const;

/** Lines of a dialog, at most. */
const mostReasons = 8;

/**
 * Operations that run the gate `done` before `board move` moves an item to Done, and that offer the move once `board tick` has ticked
 * an item's last task. An item that the gate blocks is moved only if the user confirms; if the gate cannot run, it is moved. The
 * setting `pactwright.board.checkDone` turns this off.
 */
export function guardDone(operations: Operations, { boards, gates }: DoneGuardDoors): Operations {
  const guarded: Operations = {
    ask: operations.ask,
    run: async (root, name, input) => {
      if (name === 'board move' && !(await mayMove(root, input))) return canceled;
      const end = await operations.run(root, name, input);
      if (name === 'board tick' && end.kind === 'done') void offerDone(root, input);
      return end;
    },
  };

  const boardOf = (root: string): BoardView | undefined => boards.latest()?.find((board) => board.root === root);

  const mayMove = async (root: string, { items, section }: OperationInput): Promise<boolean> => {
    const wanted = sectionOf(boardOf(root), section);
    if (wanted?.kind !== 'done' || !isChecked() || !vscode.workspace.isTrusted) return true;
    const moved = idsToMove(boardOf(root), Array.isArray(items) ? items : []);
    const blocked = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Running the gate done') },
      () => blockedOf(root, moved),
    );
    return blocked.length === 0 || confirmMove(root, blocked);
  };

  const blockedOf = async (root: string, items: readonly string[]): Promise<readonly BlockedItem[]> => {
    const blocked: BlockedItem[] = [];
    for (const item of items) {
      const verdict = (await gates.ask({ root, item, gate: 'done' }, 'recorded'))?.verdict;
      if (verdict && verdict.answer !== 'allowed') blocked.push({ item, verdict });
    }
    return blocked;
  };

  const offerDone = async (root: string, { item }: OperationInput): Promise<void> => {
    await boards.refresh();
    const board = boardOf(root);
    const done = board?.sections.find(({ kind }) => kind === 'done');
    const section = board?.sections.find(({ entries }) => entries.some(({ name }) => name === item));
    const entry = section?.entries.find(({ name }) => name === item);
    if (!done || !entry || section?.kind === 'done' || !isAllTicked(board, entry)) return;
    const move = vscode.l10n.t('Move to Done');
    const question = vscode.l10n.t('All tasks of {0} are ticked. Move it to Done?', entry.id ?? entry.title);
    if ((await vscode.window.showInformationMessage(question, move)) !== move) return;
    await guarded.run(root, 'board move', { items: [entry.name], section: done.title });
    await boards.refresh();
  };

  return guarded;
}

/** An item that is on the board more than once has the tasks of all its entries. */
function isAllTicked(board: BoardView | undefined, { id, tasks }: BoardEntryView): boolean {
  const entries = board?.sections.flatMap((section) => section.entries) ?? [];
  const all = id === undefined ? tasks : entries.flatMap((entry) => (entry.id === id ? entry.tasks : []));
  return all.every(({ checked }) => checked);
}

function isChecked(): boolean {
  return vscode.workspace.getConfiguration('pactwright').get('board.checkDone', true);
}

function sectionOf(board: BoardView | undefined, title: unknown): BoardSectionView | undefined {
  return board?.sections.find((section) => section.title === title);
}

/** The items of these entries that are not in Done yet. @param names the entries, as operations name them. */
function idsToMove(board: BoardView | undefined, names: readonly unknown[]): readonly string[] {
  const open = board?.sections.filter(({ kind }) => kind !== 'done') ?? [];
  return open.flatMap(({ entries }) => entries.flatMap(({ id, name }) => (names.includes(name) ? (id ?? []) : [])));
}

async function confirmMove(root: string, blocked: readonly BlockedItem[]): Promise<boolean> {
  const [first] = blocked;
  if (!first) return true;
  const message =
    blocked.length === 1
      ? vscode.l10n.t('{0} does not pass the gate done. Move it anyway?', first.item)
      : vscode.l10n.t('{0} items do not pass the gate done. Move them anyway?', blocked.length);
  const show = vscode.l10n.t('Show');
  const move = vscode.l10n.t('Move Anyway');
  const choice = await vscode.window.showWarningMessage(
    message,
    { modal: true, detail: reasonLines(blocked).join('\n') },
    show,
    move,
  );
  if (choice === show) await vscode.commands.executeCommand(askDoneCommand, root, first.item);
  return choice === move;
}

/** A line for each blocker: failed conditions first, then those that were not checked, once for each cause. */
function reasonLines(blocked: readonly BlockedItem[]): readonly string[] {
  const all = blocked.flatMap(({ item, verdict }) => {
    const open = blockers(verdict.conditions);
    const failed = open.flatMap(({ state, summary }) => (state === 'unknown' ? [] : [summary]));
    const unchecked = open.filter(({ state }) => state === 'unknown');
    const causes = [...new Set(unchecked.map(({ summary }) => summary))];
    const notChecked = causes.map((why) =>
      uncheckedWords(
        unchecked.filter(({ summary }) => summary === why),
        why,
      ),
    );
    return [...failed, ...notChecked].map((reason) => `• ${blocked.length === 1 ? reason : `${item}: ${reason}`}`);
  });
  const more = all.length - mostReasons;
  return more > 0 ? [...all.slice(0, mostReasons), vscode.l10n.t('… and {0} more', more)] : all;
}

function uncheckedWords(results: readonly ConditionResult[], why: string): string {
  const [first] = results;
  return results.length === 1 && first
    ? vscode.l10n.t('Not checked: {0} ({1})', first.title, why)
    : vscode.l10n.t('Not checked: {0} conditions ({1})', results.length, why);
}
