import * as vscode from 'vscode';
import type { EvidenceHead } from '../../server/src/protocol.js';
import type { GateStore } from './gateStore.js';

/**
 * Keeps the head of each record of evidence in the editor's own storage, too, and tells where a record was shortened or written
 * anew behind the editor's back.
 */
export function watchGateHeads(
  { globalState, subscriptions }: Pick<vscode.ExtensionContext, 'globalState' | 'subscriptions'>,
  gates: GateStore,
): void {
  subscriptions.push(
    gates.onVerdict(({ repository, head }) => {
      if (!head) return;
      const key = `gates.head ${repository}`;
      const known = globalState.get<EvidenceHead>(key);
      const doubt = known && doubtAbout(head, known);
      if (doubt !== undefined) void sayDoubt(repository, doubt);
      if (known?.number !== head.number || known.hash !== head.hash) void globalState.update(key, head);
    }),
  );
}

/** @returns what is wrong with a head, given the one that was seen before; undefined where it can have come from it. */
export function doubtAbout(now: EvidenceHead, seen: EvidenceHead): string | undefined {
  if (now.number < seen.number)
    return vscode.l10n.t('it ends at record {0}, and this editor has seen record {1}', now.number, seen.number);
  if (now.number === seen.number && now.hash !== seen.hash)
    return vscode.l10n.t('its record {0} is another one than this editor has seen', now.number);
  return undefined;
}

async function sayDoubt(repository: string, doubt: string): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const message = vscode.l10n.t(
    'The record of evidence in {0} was not only added to: {1}. Ask the gates freshly before you rely on them.',
    repository,
    doubt,
  );
  if ((await vscode.window.showErrorMessage(message, showLog)) === showLog)
    await vscode.commands.executeCommand('pactwright.showLog');
}
