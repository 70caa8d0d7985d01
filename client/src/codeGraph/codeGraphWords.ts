import * as vscode from 'vscode';
import type { GraphWords } from './codeGraphMessages.js';

/** The page's own text in the language of the editor. */
export function codeGraphWords(): GraphWords {
  return {
    title: vscode.l10n.t('Code Graph'),
    folder: vscode.l10n.t('Folder'),
    mode: vscode.l10n.t('Show'),
    modes: {
      file: vscode.l10n.t('Files and imports'),
      module: vscode.l10n.t('Modules'),
      class: vscode.l10n.t('Classes'),
      call: vscode.l10n.t('Calls'),
      layers: vscode.l10n.t('Layers'),
      complexity: vscode.l10n.t('Complex functions'),
      unified: vscode.l10n.t('Files and classes by module'),
      focus: vscode.l10n.t('Around a file or folder'),
      impact: vscode.l10n.t('What a file or function reaches'),
      'blast-radius': vscode.l10n.t('What imports a file'),
      reverse: vscode.l10n.t('What calls a function'),
      item: vscode.l10n.t('An item: files, tests, commits'),
    },
    start: vscode.l10n.t('Begin at'),
    draw: vscode.l10n.t('Draw'),
    search: vscode.l10n.t('Search'),
    zoomIn: vscode.l10n.t('Zoom In'),
    zoomOut: vscode.l10n.t('Zoom Out'),
    fit: vscode.l10n.t('Show All'),
    export: vscode.l10n.t('Export as'),
    keys: vscode.l10n.t(
      'Code graph. Arrow keys select the next node, Enter opens its code, F draws what is around it, + and - zoom, 0 shows all.',
    ),
    reading: vscode.l10n.t('Reading source code…'),
    nothing: vscode.l10n.t('There is nothing to draw: no source code was found for this choice.'),
    summary: vscode.l10n.t('Nodes: {0} · edges: {1}'),
    matches: vscode.l10n.t('{0} of {1}'),
    noMatch: vscode.l10n.t('no match'),
    selected: vscode.l10n.t('{0} · {1} · in: {2} · out: {3}'),
    startMissing: vscode.l10n.t('Name a file, a function or an item to begin at.'),
  };
}
