import * as vscode from 'vscode';
import type { viewCommandTable } from './commandTables.js';
import { type CommandFunctions, registerCommands } from './editor/registerCommands.js';

interface ViewPick extends vscode.QuickPickItem {
  /** Of the view. */
  readonly id: string;
}

/** The command for views that are hidden by default; VS Code remembers those that were shown. */
export function registerViews(context: vscode.ExtensionContext): void {
  registerCommands(context, {
    'pactwright.showView': async () => {
      // In Restricted Mode the others have nothing to show.
      const views = hiddenViews().filter(({ id }) => vscode.workspace.isTrusted || id === 'pactwright.trace');
      const pick = await vscode.window.showQuickPick(views, { title: vscode.l10n.t('Show View') });
      if (pick) await vscode.commands.executeCommand(`${pick.id}.focus`);
    },
  } satisfies CommandFunctions<typeof viewCommandTable>);
}

function hiddenViews(): ViewPick[] {
  return [
    {
      id: 'pactwright.trace',
      label: vscode.l10n.t('Trace'),
      detail: vscode.l10n.t('From each requirement through criteria and scenarios to tests and commits'),
    },
    {
      id: 'pactwright.gates',
      label: vscode.l10n.t('Gates'),
      detail: vscode.l10n.t('What blocks each item, condition by condition'),
    },
    {
      id: 'pactwright.agents',
      label: vscode.l10n.t('Agents'),
      detail: vscode.l10n.t('All agent sessions, and which are waiting for you'),
    },
    {
      id: 'pactwright.runs',
      label: vscode.l10n.t('Runs'),
      detail: vscode.l10n.t('Runs with their waves and packets: who waits for what, what it costs, and what needs you'),
    },
    {
      id: 'pactwright.worktrees',
      label: vscode.l10n.t('Worktrees'),
      detail: vscode.l10n.t('The worktrees of the repository, with what is not committed or merged in them'),
    },
  ];
}
