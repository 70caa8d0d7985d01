import * as vscode from 'vscode';
import { entryUri } from './boardDecorations.js';
import type { BoardRow, EntryRow, SectionRow } from './boardRows.js';
import { entrySpoken, entryWords, itemsInEntries } from './boardWords.js';
import { countFindings, countItems, countTasks } from '../editor/entryCounts.js';
import { entryContext } from '../editor/entryContext.js';
import { openPlace } from '../editor/openPlace.js';
import { projectItem } from '../editor/projectItem.js';
import { sectionIcons, sectionLabel } from '../editor/sectionLabel.js';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
const { Checked, Unchecked } = vscode.TreeItemCheckboxState;

/** Of more entries in progress than this, the tasks are not shown at once. */
const mostOpenEntries = 5;

export interface BoardLook {
  /** Whether the board can be written: not in Restricted Mode. */
  readonly canWrite: boolean;
  /** Whether a person has opened or closed the row; undefined if neither. */
  readonly isOpen: (id: string) => boolean | undefined;
}

/** A row as the tree shows it. Icon and words show the state, never colour alone. */
export function toBoardTreeItem(row: BoardRow, look: BoardLook): vscode.TreeItem {
  const item = treeItemOf(row, look);
  item.id = row.id;
  item.contextValue = contextOf(row);
  const isOpen = item.collapsibleState === None ? undefined : look.isOpen(row.id);
  if (isOpen !== undefined) item.collapsibleState = isOpen ? Expanded : Collapsed;
  return item;
}

/** What the menus depend on: the kind of a row, and what can be done with it. */
function contextOf(row: BoardRow): string {
  switch (row.kind) {
    case 'board':
      return row.kind;
    case 'section':
      return `${row.kind} ${row.section.kind}`;
    case 'entry': {
      const { id, tasks, facts } = row.entry;
      const hasFindings = countFindings(facts) > 0;
      return entryContext({ id, tasks, hasSpec: facts?.spec !== undefined, hasFindings }, row.section.kind);
    }
    case 'task':
      return row.entry.id === undefined ? row.kind : `${row.kind} item`;
  }
}

function treeItemOf(row: BoardRow, { canWrite }: BoardLook): vscode.TreeItem {
  switch (row.kind) {
    case 'board':
      return projectItem(row.board.name, row.board.root);
    case 'section':
      return sectionItem(row);
    case 'entry':
      return entryItem(row);
    case 'task': {
      const { task, board, entry } = row;
      const item = new vscode.TreeItem(task.text, None);
      // An operation names its entry by the id.
      if (canWrite && entry.id !== undefined)
        item.checkboxState = {
          state: task.checked ? Checked : Unchecked,
          tooltip: task.checked ? vscode.l10n.t('Done: untick it') : vscode.l10n.t('Open: tick it'),
          accessibilityInformation: { label: task.text, role: 'checkbox' },
        };
      else item.iconPath = new vscode.ThemeIcon(task.checked ? 'check' : 'circle-large-outline');
      item.accessibilityInformation = {
        label: task.checked ? vscode.l10n.t('{0}, done', task.text) : vscode.l10n.t('{0}, open', task.text),
      };
      item.command = openPlace({ uri: board.uri, range: task.range });
      return item;
    }
  }
}

function sectionItem({ section, board, shown }: SectionRow): vscode.TreeItem {
  const entries = section.entries.length;
  const items = countItems(section.entries);
  const all = items === entries ? String(items) : itemsInEntries(items, entries);
  // One that cannot be opened while it is empty would stay closed for VS Code once it has an entry.
  const state = section.kind === 'done' ? Collapsed : Expanded;
  const item = new vscode.TreeItem(sectionLabel(section) || vscode.l10n.t('Outside any section'), state);
  item.description = shown === entries ? all : vscode.l10n.t('{0} of {1}', shown, all);
  item.iconPath = new vscode.ThemeIcon(sectionIcons[section.kind]);
  item.command = openPlace({ uri: board.uri, range: section.range });
  return item;
}

function entryItem({ entry, section, board }: EntryRow): vscode.TreeItem {
  const { id, title, tasks } = entry;
  const isWorkedOn = section.kind === 'inProgress' && section.entries.length <= mostOpenEntries;
  const state = tasks.length === 0 ? None : isWorkedOn ? Expanded : Collapsed;
  const item = new vscode.TreeItem(id ?? title, state);
  item.description = entryWords(entry);
  item.iconPath = entryIcon(entry);
  item.accessibilityInformation = { label: entrySpoken(entry) };
  if (id !== undefined) item.resourceUri = entryUri(board.root, id);
  // Without an id there is no card to ask for.
  else item.tooltip = title;
  item.command = openPlace({ uri: board.uri, range: entry.range });
  return item;
}

function entryIcon({ tasks, facts }: EntryRow['entry']): vscode.ThemeIcon {
  if (facts && facts.blockedBy.length > 0) return new vscode.ThemeIcon('circle-slash');
  const { done, of } = countTasks(tasks);
  const isDone = of > 0 && done === of;
  return new vscode.ThemeIcon(isDone ? 'issue-closed' : 'issues');
}
