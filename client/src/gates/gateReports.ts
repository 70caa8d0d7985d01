import * as vscode from 'vscode';
import type { GateName } from '../../../server/src/protocol.js';
import type { GateSubject } from './gateAnswer.js';
import type { GateStore } from './gateStore.js';

const scheme = 'pactwright-gate';

/** Serves what gates said as documents that cannot be edited. */
export function registerGateReports(context: vscode.ExtensionContext, gates: GateStore): void {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  context.subscriptions.push(
    changed,
    gates.onVerdict(({ verdict: { item, gate } }) => {
      for (const { uri } of vscode.workspace.textDocuments) {
        const subject = uri.scheme === scheme ? reported(uri) : undefined;
        if (subject?.item === item && subject.gate === gate) changed.fire(uri);
      }
    }),
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => {
        const subject = reported(uri);
        return subject && reportText(gates, subject);
      },
    }),
  );
}

/** A reloaded window has no report yet; the record does. */
async function reportText(gates: GateStore, subject: GateSubject): Promise<string> {
  const known = gates.answer(subject)?.report;
  if (known !== undefined) return known;
  const answer = await gates.ask(subject, 'recorded');
  if (answer?.report !== undefined) return answer.report;
  return answer
    ? vscode.l10n.t('The gate {0} could not be run for {1}.', subject.gate, subject.item)
    : vscode.l10n.t("Gates run this workspace's tests, so trust the workspace first.");
}

/** What a gate said of an item. */
export function reportUri({ root, item, gate }: GateSubject): vscode.Uri {
  const query = new URLSearchParams({ root, item, gate }).toString();
  return vscode.Uri.from({ scheme, path: `/${item}-${gate}.md`, query });
}

function reported(uri: vscode.Uri): GateSubject | undefined {
  const about = new URLSearchParams(uri.query);
  const [root, item, gate] = [about.get('root'), about.get('item'), about.get('gate')];
  // Written by `reportUri`.
  return root !== null && item !== null && gate !== null ? { root, item, gate: gate as GateName } : undefined;
}
