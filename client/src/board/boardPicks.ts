import * as vscode from 'vscode';
import type { BoardView } from '../../../server/src/protocol.js';
import { type BoardFilter, boardFilters, type BoardSort, boardSorts } from './boardOrder.js';
import type { EntryRow } from './boardRows.js';
import { filterDetails, filterWords, sortWords } from './boardWords.js';
import { sectionLabel } from '../editor/sectionLabel.js';

/** @returns undefined if the person went away. */
export async function chooseFilters(now: readonly BoardFilter[]): Promise<readonly BoardFilter[] | undefined> {
  const chosen = await vscode.window.showQuickPick(
    boardFilters.map((filter) => ({
      label: filterWords[filter],
      detail: filterDetails[filter],
      picked: now.includes(filter),
      filter,
    })),
    {
      canPickMany: true,
      title: vscode.l10n.t('Show entries that match all of these'),
      placeHolder: vscode.l10n.t('Clear all check boxes to show all entries'),
    },
  );
  return chosen?.map(({ filter }) => filter);
}

/** @returns undefined if the person went away. */
export async function chooseSort(now: BoardSort): Promise<BoardSort | undefined> {
  const rows = boardSorts.map((sort) => ({
    label: sortWords[sort],
    ...(sort === now ? { description: vscode.l10n.t('now') } : {}),
    sort,
  }));
  return (await vscode.window.showQuickPick(rows, { title: vscode.l10n.t('Sort the entries of each section by') }))
    ?.sort;
}

/** The heading of a section to move entries to; undefined if the person went away. */
export async function chooseSection(board: BoardView, entries: readonly EntryRow[]): Promise<string | undefined> {
  const ids = entries.map(({ entry }) => entry.id ?? entry.title).join(', ');
  const rows = board.sections
    .filter(({ title }) => title !== '' && !entries.every(({ section }) => section.title === title))
    .map((section) => ({ label: sectionLabel(section), title: section.title }));
  return (await vscode.window.showQuickPick(rows, { title: vscode.l10n.t('Move {0} to', ids) }))?.title;
}
