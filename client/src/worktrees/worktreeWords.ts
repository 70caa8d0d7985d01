import * as vscode from 'vscode';
import type { WorktreeRemoval, WorktreeRow } from '../../../server/src/protocol.js';

/** What a worktree is called: by its item, else by its branch, else by its folder. */
export function worktreeName({ items, branch, path }: WorktreeRow): string {
  return items[0] ?? branch ?? folderName(path);
}

export function folderName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** `2 not committed · 1 not merged · 12 MB · made 3 days ago`, beside the name: the most important first. */
export function worktreeSummary(row: WorktreeRow, defaultBranch: string | undefined, now: number): string {
  const { branch, items, changed = [], untracked = [], bytes, madeAt } = row;
  const loose = changed.length + untracked.length;
  const isNamed = branch === worktreeName(row) || items.some((item) => branch?.endsWith(`/${item}`));
  return [
    row.main ? vscode.l10n.t('main checkout') : '',
    row.current ? vscode.l10n.t('this one') : '',
    row.prunable ? vscode.l10n.t('its folder was deleted') : '',
    row.problem === undefined ? '' : vscode.l10n.t('cannot be read'),
    row.locked ? vscode.l10n.t('locked') : '',
    row.goingOn === undefined ? '' : vscode.l10n.t('in the middle of a {0}', row.goingOn),
    loose === 0 ? '' : vscode.l10n.t('{0} not committed', loose),
    mergeWords(row, defaultBranch),
    isNamed || row.bare ? '' : (branch ?? vscode.l10n.t('detached HEAD')),
    bytes === undefined ? '' : sizeWords(bytes, row.moreBytes === true),
    madeAt === undefined ? '' : ageWords(now - Date.parse(madeAt)),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function mergeWords({ branch, unmerged, unpushed, main }: WorktreeRow, defaultBranch: string | undefined): string {
  if (main || branch === defaultBranch || unmerged === undefined) return '';
  if (unmerged === 0) return vscode.l10n.t('nothing to merge');
  const notMerged = vscode.l10n.t('{0} not merged', unmerged);
  return unpushed === undefined || unpushed === 0
    ? notMerged
    : `${notMerged}, ${vscode.l10n.t('{0} not pushed', unpushed)}`;
}

/** The whole hover. */
export function worktreeDetails(row: WorktreeRow, defaultBranch: string | undefined, now: number): string {
  const { path, branch, changed = [], untracked = [], ignored = [], lockReason, problem } = row;
  return [
    path,
    branch ?? '',
    worktreeSummary(row, defaultBranch, now),
    changed.length === 0 ? '' : vscode.l10n.t('Changed: {0}', some(changed)),
    untracked.length === 0 ? '' : vscode.l10n.t('Untracked: {0}', some(untracked)),
    ignored.length === 0 ? '' : vscode.l10n.t('Ignored by git: {0}', some(ignored)),
    lockReason === undefined ? '' : vscode.l10n.t('Locked: {0}', lockReason),
    problem ?? '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** The confirmation before a worktree is removed. */
export function removalWords({ path, branch, unmerged, ignored, processesKnown }: WorktreeRemoval): string {
  const branchStays =
    branch === undefined
      ? ''
      : unmerged === undefined || unmerged === 0
        ? vscode.l10n.t('The branch {0} is kept.', branch)
        : vscode.l10n.t('The branch {0} is kept with its commits. Not merged yet: {1}.', branch, unmerged);
  return [
    vscode.l10n.t('The folder {0} will be removed.', path),
    branchStays,
    vscode.l10n.t('All files are committed, so none will be lost.'),
    ignored.length === 0 ? '' : vscode.l10n.t('Ignored files will be deleted with it: {0}', some(ignored)),
    processesKnown
      ? ''
      : vscode.l10n.t(
          'Pactwright cannot tell whether a program is using it. Check for terminals and servers yourself.',
        ),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function some(paths: readonly string[]): string {
  const most = 8;
  const shown = paths.slice(0, most).join(', ');
  return paths.length > most ? vscode.l10n.t('{0} and {1} more', shown, paths.length - most) : shown;
}

function sizeWords(bytes: number, isMore: boolean): string {
  const size =
    bytes < 1e6
      ? `${(bytes / 1e3).toFixed(1)} kB`
      : bytes < 1e9
        ? `${(bytes / 1e6).toFixed(1)} MB`
        : `${(bytes / 1e9).toFixed(1)} GB`;
  return isMore ? vscode.l10n.t('more than {0}', size) : size;
}

const hourMs = 3_600_000;

function ageWords(ms: number): string {
  if (ms < hourMs) return vscode.l10n.t('created within the last hour');
  const hours = Math.floor(ms / hourMs);
  return hours < 48
    ? vscode.l10n.t('created {0} h ago', hours)
    : vscode.l10n.t('created {0} days ago', Math.floor(hours / 24));
}
