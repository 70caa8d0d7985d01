import * as vscode from 'vscode';
import type { ServerState, Status } from '../editor/serverLink.js';

const documents: vscode.DocumentSelector = [
  { language: 'markdown' },
  { pattern: '**/*.feature' },
  { pattern: '**/pactkit.yaml' },
  { pattern: '**/.pactwright/config.yaml' },
];

export function createStatus(context: vscode.ExtensionContext): Status {
  const item = vscode.languages.createLanguageStatusItem('pactwright.server', documents);
  item.name = vscode.l10n.t('Pactwright');
  context.subscriptions.push(item);
  return {
    show: (state) => {
      item.busy = state.kind === 'starting';
      item.severity = severityOf(state);
      item.text = textOf(state);
      item.detail = detailOf(state);
      item.command =
        state.kind === 'failed'
          ? { command: 'pactwright.restartServer', title: vscode.l10n.t('Restart Server') }
          : { command: 'pactwright.showLog', title: vscode.l10n.t('Show Log') };
    },
  };
}

function severityOf(state: ServerState): vscode.LanguageStatusSeverity {
  if (state.kind === 'failed') return vscode.LanguageStatusSeverity.Error;
  if (state.kind === 'restarted') return vscode.LanguageStatusSeverity.Warning;
  return vscode.LanguageStatusSeverity.Information;
}

function textOf(state: ServerState): string {
  switch (state.kind) {
    case 'starting':
      return vscode.l10n.t('Pactwright: starting');
    case 'failed':
      return vscode.l10n.t('Pactwright: the server is not running');
    case 'restarted':
      return vscode.l10n.t('Pactwright: the server was restarted');
    case 'ready':
      return vscode.l10n.t('Pactwright');
  }
}

function detailOf(state: ServerState): string {
  if (state.kind === 'starting') return '';
  if (state.kind === 'failed') return state.reason;
  const counts = state.summary
    ? vscode.l10n.t(
        'Errors: {0}, warnings: {1}, documents: {2}',
        state.summary.errors,
        state.summary.warnings,
        state.summary.documents,
      )
    : '';
  return state.kind === 'restarted' ? [state.reason, counts].filter(Boolean).join(' · ') : counts;
}
