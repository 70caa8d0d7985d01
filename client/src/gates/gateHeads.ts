import { statSync } from 'node:fs';
import * as vscode from 'vscode';
import type { EvidenceHead } from '../../../server/src/protocol.js';
import type { GateStore } from './gateStore.js';

/**
 * Keeps the head of each record of evidence in the editor's own storage, too, and tells where a record was shortened or written
 * again behind the editor's back.
 */
export function watchGateHeads(
  { globalState, subscriptions }: Pick<vscode.ExtensionContext, 'globalState' | 'subscriptions'>,
  gates: GateStore,
): void {
  subscriptions.push(
    gates.onVerdict(({ repository, head }) => {
      const key = `gates.head ${repository} ${placeOf(repository)}`;
      const known = globalState.get<SeenHead>(key);
      const doubt = known && doubtAbout(head, known);
      if (doubt !== undefined) void sayDoubt(repository, doubt);
      const seen: SeenHead = { number: head.number, hash: head.hashes.at(-1) ?? '' };
      if (known?.number !== seen.number || known.hash !== seen.hash) void globalState.update(key, seen);
    }),
  );
}

/** Tells a folder from another one that was at the same place, such as a clone recreated, whose record restarts. */
function placeOf(folder: string): number {
  try {
    return statSync(folder).ino;
  } catch {
    return 0;
  }
}

/** What was seen of a record: its last one's number and hash. */
export interface SeenHead {
  readonly number: number;
  readonly hash: string;
}

/** @returns what is wrong with a record, given what was seen of it before; undefined if it can have come from that. */
export function doubtAbout({ number, hashes }: EvidenceHead, seen: SeenHead): string | undefined {
  if (number < seen.number)
    return vscode.l10n.t('it ends at record {0}, and this editor has seen record {1}', number, seen.number);
  // What lies further back than the hashes reach is not known.
  const now = hashes[hashes.length - 1 - (number - seen.number)];
  if (seen.number > 0 && now !== undefined && now !== seen.hash)
    return vscode.l10n.t('its record {0} differs from the one this editor has seen', seen.number);
  return undefined;
}

async function sayDoubt(repository: string, doubt: string): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const message = vscode.l10n.t(
    'The evidence log in {0} was modified: {1}. Run the gates again without cache before you rely on them.',
    repository,
    doubt,
  );
  if ((await vscode.window.showErrorMessage(message, showLog)) === showLog)
    await vscode.commands.executeCommand('pactwright.showLog');
}
