import * as vscode from 'vscode';
import type { BoardEntryView, BoardFacts } from '../../../server/src/protocol.js';
import type { BoardChoice, BoardFilter, BoardSort } from './boardOrder.js';
import type { DropRefusal } from './boardMoves.js';
import { countTasks } from '../editor/entryCounts.js';

export const sortWords: Readonly<Record<BoardSort, string>> = {
  board: vscode.l10n.t('Board Order'),
  id: vscode.l10n.t('Id'),
  priority: vscode.l10n.t('Priority'),
  changed: vscode.l10n.t('Recently Changed'),
  blocked: vscode.l10n.t('Blocked First'),
};

export const filterWords: Readonly<Record<BoardFilter, string>> = {
  blocked: vscode.l10n.t('Blocked'),
  drifts: vscode.l10n.t('Out of Sync'),
  findings: vscode.l10n.t('With Errors or Warnings'),
  uncovered: vscode.l10n.t('With Uncovered Criteria'),
};

export const filterDetails: Readonly<Record<BoardFilter, string>> = {
  blocked: vscode.l10n.t('An item it depends on is not done'),
  drifts: vscode.l10n.t('Board, spec, code and git do not agree'),
  findings: vscode.l10n.t('In spec, test case or board'),
  uncovered: vscode.l10n.t('An acceptance criterion has neither test nor scenario'),
};

export const dropRefusalWords: Readonly<Record<Exclude<DropRefusal, 'noEntries'>, string>> = {
  noId: vscode.l10n.t('An entry without an item id cannot be moved: give its heading an id, as in [STORY-001].'),
  otherBoard: vscode.l10n.t('An entry belongs to the board of its own project and cannot be moved to another one.'),
  noSection: vscode.l10n.t('Drop entries on a section, or on an entry in a section.'),
  sorted: vscode.l10n.t(
    'Entries cannot be moved within a section while the tree is sorted. Sort by Board Order first.',
  ),
};

/** What the tree leaves out or puts in another order; empty if it shows the board as it is. */
export function choiceWords({ sort, filters, mine }: BoardChoice): string {
  return [
    ...(mine ? [vscode.l10n.t('only mine')] : []),
    ...filters.map((filter) => filterWords[filter].toLocaleLowerCase()),
    ...(sort === 'board' ? [] : [vscode.l10n.t('by {0}', sortWords[sort].toLocaleLowerCase())]),
  ].join(', ');
}

/** `2 errors, 1 warning`; empty if there is neither. */
export function findingWords({ errors, warnings }: Pick<BoardFacts, 'errors' | 'warnings'>): string {
  return [
    ...(errors === 0 ? [] : [errors === 1 ? vscode.l10n.t('1 error') : vscode.l10n.t('{0} errors', errors)]),
    ...(warnings === 0 ? [] : [warnings === 1 ? vscode.l10n.t('1 warning') : vscode.l10n.t('{0} warnings', warnings)]),
  ].join(', ');
}

/** Of a section in which an item is more than once, so that its rows are not what is counted elsewhere. */
export function itemsInEntries(items: number, entries: number): string {
  return items === 1
    ? vscode.l10n.t('1 item in {0} entries', entries)
    : vscode.l10n.t('{0} items in {1} entries', items, entries);
}

export function driftWords(drifts: number): string {
  return vscode.l10n.t('{0} out of sync', drifts);
}

export function inProgressWords(count: number): string {
  return vscode.l10n.t('{0} in progress', count);
}

function blockedWords({ blockedBy }: Pick<BoardFacts, 'blockedBy'>): string {
  return blockedBy.length === 0 ? '' : vscode.l10n.t('blocked by {0}', blockedBy.join(', '));
}

/** What a row of an entry says behind its id. */
export function entryWords({ id, title, tasks, facts }: BoardEntryView): string {
  const { done, of } = countTasks(tasks);
  return [id === undefined ? '' : title, facts ? blockedWords(facts) : '', of > 0 ? `${done}/${of}` : '']
    .filter(Boolean)
    .join(' · ');
}

/** An entry as it is read out: what a row shows by place and colour, in words. */
export function entrySpoken({ id, title, tasks, facts }: BoardEntryView): string {
  const { done, of } = countTasks(tasks);
  return [
    id ?? '',
    title,
    facts?.priority === undefined ? '' : vscode.l10n.t('priority {0}', facts.priority),
    of > 0 ? vscode.l10n.t('{0} of {1} tasks done', done, of) : '',
    facts && facts.criteria > 0 ? vscode.l10n.t('{0} of {1} criteria covered', facts.covered, facts.criteria) : '',
    facts ? blockedWords(facts) : '',
    facts ? findingWords(facts) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
