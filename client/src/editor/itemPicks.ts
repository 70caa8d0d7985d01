import * as vscode from 'vscode';
import type { TraceItemView } from '../../../server/src/protocol.js';
import type { TraceItems } from './traceItems.js';
import type { ItemOfRow } from './itemOfRow.js';
import { plainLabel } from '../editor/plainLabel.js';

export interface ChosenItem {
  /** URI of the project root. */
  readonly root: string;
  readonly item: TraceItemView;
}

interface ItemPick extends vscode.QuickPickItem {
  readonly chosen: ChosenItem;
}

/** Which items are offered. */
interface Offered {
  /** Whether those in the archive are, too; they come last. */
  readonly archived?: boolean;
}

/** Lets a person choose an item; those in progress come first. */
export async function chooseItem(
  items: Pick<TraceItems, 'get'>,
  offered: Offered = {},
): Promise<ChosenItem | undefined> {
  const picks = await picksOf(items, offered);
  if (picks.length === 0) return undefined;
  const placeHolder = vscode.l10n.t('Which item?');
  return (await vscode.window.showQuickPick(picks, { placeHolder, matchOnDescription: true }))?.chosen;
}

/** The same, for several. */
export async function chooseItems(items: Pick<TraceItems, 'get'>): Promise<readonly ItemOfRow[]> {
  const picks = await picksOf(items, {});
  if (picks.length === 0) return [];
  const placeHolder = vscode.l10n.t('Which items?');
  const chosen = await vscode.window.showQuickPick(picks, { placeHolder, matchOnDescription: true, canPickMany: true });
  return (chosen ?? []).map(({ chosen: { root, item } }) => ({ root, item: item.id }));
}

async function picksOf(items: Pick<TraceItems, 'get'>, { archived = false }: Offered): Promise<readonly ItemPick[]> {
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
  if (picks.length === 0)
    await vscode.window.showInformationMessage(vscode.l10n.t('No items found, or all are archived.'));
  return picks.sort((a, b) => a.order - b.order);
}
