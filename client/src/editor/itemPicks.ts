import * as vscode from 'vscode';
import type { TraceItemView } from '../../../server/src/protocol.js';
import type { TraceItems } from './traceItems.js';
import { plainLabel } from '../editor/plainLabel.js';

export interface ChosenItem {
  /** URI of the project root. */
  readonly root: string;
  readonly item: TraceItemView;
}

/**
 * Lets a person choose an item; those in progress come first.
 *
 * @param archived whether those in the archive can be chosen as well; they come last.
 */
export async function chooseItem(
  items: Pick<TraceItems, 'get'>,
  { archived = false }: { readonly archived?: boolean } = {},
): Promise<ChosenItem | undefined> {
  const projects = (await items.get()) ?? [];
  const picks = projects.flatMap(({ root, name, items: all }) =>
    all
      .filter(({ stage }) => archived || stage !== 'archived')
      .map((item) => ({
        label: item.id,
        description: plainLabel(
          [item.title, projects.length > 1 ? name : '', item.stage === 'archived' ? vscode.l10n.t('archived') : '']
            .filter(Boolean)
            .join(' · '),
        ),
        order: item.stage === 'inProgress' ? 0 : item.stage === 'archived' ? 2 : 1,
        chosen: { root, item },
      })),
  );
  picks.sort((a, b) => a.order - b.order);
  if (picks.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t('No items found, or all are archived.'));
    return undefined;
  }
  const placeHolder = vscode.l10n.t('Which item?');
  return (await vscode.window.showQuickPick(picks, { placeHolder, matchOnDescription: true }))?.chosen;
}
