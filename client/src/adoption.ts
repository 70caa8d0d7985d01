import * as vscode from 'vscode';
import { adoptionOfferNotification, baselineRequest, type AdoptionOffer } from '../../server/src/protocol.js';
import type { ServerLink } from './editor/serverLink.js';

/** Offers the baseline once per project: an old project starts clean and only new findings are shown. */
export function registerAdoption(context: vscode.ExtensionContext, link: ServerLink): void {
  const waiting: AdoptionOffer[] = [];
  context.subscriptions.push(
    link.onNotification(adoptionOfferNotification, (offer) => {
      // In Restricted Mode nothing is written, so nothing is offered that would be.
      if (vscode.workspace.isTrusted) void answer(context, link, offer);
      else waiting.push(offer);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      for (const offer of waiting.splice(0)) void answer(context, link, offer);
    }),
  );
}

async function answer(context: vscode.ExtensionContext, link: ServerLink, offer: AdoptionOffer): Promise<void> {
  const key = `adoptionOffered:${offer.root}`;
  if (context.workspaceState.get<boolean>(key)) return;
  const adopt = vscode.l10n.t('Adopt This Project');
  const keep = vscode.l10n.t('Show All Findings');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      '{0} has {1} findings. A baseline records them as known, so only new ones are shown.',
      offer.name,
      offer.findings,
    ),
    adopt,
    keep,
  );
  // Only once it was answered or closed: a window that is reloaded takes an offer away that nobody has seen.
  await context.workspaceState.update(key, true);
  if (choice !== adopt) return;
  const baseline = await link.request(baselineRequest, { root: offer.root });
  if (!baseline) return;
  const edit = new vscode.WorkspaceEdit();
  const uri = vscode.Uri.parse(baseline.uri);
  // Not overwriting: where a baseline appeared meanwhile, it is somebody's and stays.
  edit.createFile(uri, {
    ignoreIfExists: false,
    overwrite: false,
    contents: new TextEncoder().encode(baseline.content),
  });
  if (!(await vscode.workspace.applyEdit(edit)))
    await vscode.window.showErrorMessage(
      vscode.l10n.t('Could not create the baseline {0}. Does it already exist?', vscode.workspace.asRelativePath(uri)),
    );
}
