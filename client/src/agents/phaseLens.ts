import * as vscode from 'vscode';
import { itemOfSpec, titleLine } from '../editor/specItem.js';
import { startPhaseCommand } from './phaseCommands.js';
import type { TraceItems } from '../editor/traceItems.js';

/** Offers on the title line of a spec to start a phase of its item, unless that is over. */
export function registerPhaseLens(context: vscode.ExtensionContext, items: TraceItems): void {
  const changed = new vscode.EventEmitter<void>();
  context.subscriptions.push(
    changed,
    vscode.languages.registerCodeLensProvider(
      { scheme: 'file', language: 'markdown' },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses: async (document) => {
          const found = vscode.workspace.isTrusted ? await itemOf(document, items) : undefined;
          if (!found) return [];
          const command = {
            command: startPhaseCommand,
            title: vscode.l10n.t('Start phase…'),
            tooltip: vscode.l10n.t('Plan, act, check or close {0}, with or without an agent', found.item),
            arguments: [found],
          };
          return [new vscode.CodeLens(titleLine(document), command)];
        },
      },
    ),
    items.onStale(() => {
      changed.fire();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      changed.fire();
    }),
  );
}

async function itemOf(
  { uri }: vscode.TextDocument,
  items: Pick<TraceItems, 'get'>,
): Promise<{ readonly root: string; readonly item: string } | undefined> {
  const found = await itemOfSpec(items, uri);
  if (!found || found.item.stage === 'archived' || found.item.stage === 'done') return undefined;
  return { root: found.root, item: found.item.id };
}
