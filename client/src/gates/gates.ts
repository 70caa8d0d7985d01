import * as vscode from 'vscode';
import { registerGateApproval } from './gateApproval.js';
import { registerGateCommands } from './gateCommands.js';
import { watchGateHeads } from './gateHeads.js';
import { createGateLens } from './gateLens.js';
import { registerGateReports } from './gateReports.js';
import { createGateRefresh } from './gateRefresh.js';
import type { GateStore } from './gateStore.js';
import { createGateTree, type GateTree } from './gateTree.js';
import type { GateWork } from './gateWork.js';
import { registerGateWords } from './gateWord.js';
import type { TraceItems } from '../editor/traceItems.js';

/** Gates in the editor: the view, the lens on specs, the commands, and what a person alone may do. */
export function createGates(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  items: TraceItems,
  gates: GateStore,
  work: Pick<GateWork, 'shown'>,
): GateTree {
  const tree = createGateTree(context, items, gates);
  const lens = createGateLens(context, items, gates);
  const refresh = createGateRefresh(context, items, gates, () => [...tree.shown(), ...lens.shown(), ...work.shown()]);
  context.subscriptions.push(
    gates.onVerdict(() => {
      void vscode.commands.executeCommand('setContext', 'pactwright.gates.reports', gates.reported().length);
    }),
    tree.onShown(() => {
      refresh.fill();
    }),
    lens.onShown(() => {
      refresh.fill();
    }),
    vscode.window.onDidChangeVisibleTextEditors(() => {
      refresh.fill();
    }),
  );
  registerGateCommands(context, { items, gates, tree });
  registerGateWords(context, gates, log);
  registerGateApproval(context, gates);
  registerGateReports(context, gates);
  watchGateHeads(context, gates);
  return tree;
}
