import * as vscode from 'vscode';
import {
  type AdoptionOffer,
  adoptionOfferNotification,
  type BaselineFile,
  baselineRequest,
} from '../../../server/src/protocol.js';
import type { ServerLink } from '../editor/serverLink.js';

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
  const adoptIt = vscode.l10n.t('Adopt This Project');
  const keep = vscode.l10n.t('Show All Findings');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      '{0} has {1} findings. A baseline records them as known, so only new ones are shown.',
      offer.name,
      offer.findings,
    ),
    adoptIt,
    keep,
  );
  // Only after it was answered or closed: reloading the window removes an unseen offer.
  await context.workspaceState.update(key, true);
  if (choice !== adoptIt) return;
  const [baseline] = (await link.request(baselineRequest, { root: offer.root })) ?? [];
  if (baseline) await write(baseline);
}

/** The command: the one project, or the one that is chosen. */
export async function adopt(link: ServerLink): Promise<void> {
  const baselines = (await link.request(baselineRequest, {})) ?? [];
  const baseline = baselines.length > 1 ? await choose(baselines) : baselines[0];
  if (!baseline) return;
  if (baseline.findings === 0 && !baseline.exists) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} has no findings, so there is nothing to record.', baseline.name),
    );
    return;
  }
  if (baseline.exists && !(await isToBeUpdated(baseline))) return;
  await write(baseline);
}

async function choose(baselines: readonly BaselineFile[]): Promise<BaselineFile | undefined> {
  const rows = baselines.map((baseline) => ({
    label: baseline.name,
    description: vscode.l10n.t('{0} findings', baseline.findings),
    baseline,
  }));
  return (await vscode.window.showQuickPick(rows, { title: vscode.l10n.t('Adopt Project') }))?.baseline;
}

async function isToBeUpdated({ name, findings }: BaselineFile): Promise<boolean> {
  const update = vscode.l10n.t('Update Baseline');
  const question = vscode.l10n.t('{0} already has a baseline. Record its {1} findings as known?', name, findings);
  return (await vscode.window.showWarningMessage(question, update)) === update;
}

/** Writes the file and says what was done. Nothing is committed. */
async function write({ uri: written, content, exists, findings, files }: BaselineFile): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const uri = vscode.Uri.parse(written);
  // A baseline that was created in the meantime is not overwritten.
  edit.createFile(uri, {
    ignoreIfExists: false,
    overwrite: exists,
    contents: new TextEncoder().encode(content),
  });
  const path = vscode.workspace.asRelativePath(uri);
  if (!(await vscode.workspace.applyEdit(edit))) {
    await vscode.window.showErrorMessage(
      vscode.l10n.t('Could not write the baseline {0}. Does it already exist, or is the folder read-only?', path),
    );
    return;
  }
  const show = vscode.l10n.t('Show Hidden Findings');
  const open = vscode.l10n.t('Open Baseline');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      '{0} findings in {1} files are hidden now. {2} lists them; commit it to share it.',
      findings,
      files,
      path,
    ),
    show,
    open,
  );
  if (choice === show) await vscode.commands.executeCommand('pactwright.showHiddenFindings');
  if (choice === open) await vscode.window.showTextDocument(uri);
}
