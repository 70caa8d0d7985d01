import * as vscode from 'vscode';
import { chooseItem } from '../editor/itemPicks.js';
import { itemCommandTable } from './itemCommandTable.js';
import { registerCommands } from '../editor/registerCommands.js';
import { isRecord } from '../editor/messageParts.js';
import type { OperationInput, Operations } from '../editor/operations.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';
import type { TraceItems } from '../editor/traceItems.js';

export interface ItemDoors {
  readonly items: Pick<TraceItems, 'get'>;
  readonly operations: Operations;
}

/** An item by its id, and its project by the URI of the root. */
interface Wanted {
  readonly root: string;
  readonly item: string;
}

const statuses = ['draft', 'in-progress', 'done'] as const;
type StatusName = (typeof statuses)[number];

/** What a person does with one item from the palette; each answers whether it was done. */
export function registerItemCommands(context: vscode.ExtensionContext, doors: ItemDoors): void {
  const { items, operations } = doors;
  const forItem =
    (act: (wanted: Wanted, given: Readonly<Record<string, unknown>>) => Promise<boolean>) =>
    async (given: unknown): Promise<boolean> => {
      if (!isTrustedOrSay(vscode.l10n.t('Nothing is done: in Restricted Mode Pactwright writes nothing.')))
        return false;
      const wanted = readWanted(given) ?? (await askWanted(items));
      return wanted ? act(wanted, isRecord(given) ? given : {}) : false;
    };
  const run = async ({ root, item }: Wanted, name: string, input: OperationInput = {}): Promise<boolean> =>
    (await operations.run(root, name, { item, ...input })).kind === 'done';
  registerCommands(context, itemCommandTable, {
    'pactwright.setStatus': forItem(async (wanted, given) => {
      const status = statuses.find((one) => one === given['status']) ?? (await askStatus(wanted));
      return status !== undefined && run(wanted, 'set-status', { status });
    }),
    'pactwright.startBranch': forItem((wanted) => run(wanted, 'branch')),
    'pactwright.newTestCase': forItem((wanted) => run(wanted, 'new-test-case')),
  });
}

/** What a caller asks for, a key binding say, so that nobody has to be asked. */
function readWanted(given: unknown): Wanted | undefined {
  if (!isRecord(given)) return undefined;
  const { root, item } = given;
  return typeof root === 'string' && typeof item === 'string' ? { root, item } : undefined;
}

async function askWanted(items: Pick<TraceItems, 'get'>): Promise<Wanted | undefined> {
  const chosen = await chooseItem(items);
  return chosen && { root: chosen.root, item: chosen.item.id };
}

async function askStatus({ item }: Wanted): Promise<StatusName | undefined> {
  const words: Readonly<Record<StatusName, readonly [string, string]>> = {
    draft: [vscode.l10n.t('Draft'), ''],
    'in-progress': [vscode.l10n.t('In Progress'), ''],
    done: [vscode.l10n.t('Done'), vscode.l10n.t('asks the gate first, which may run tests')],
  };
  const picks = statuses.map((status) => ({ label: words[status][0], description: words[status][1], status }));
  return (await vscode.window.showQuickPick(picks, { placeHolder: vscode.l10n.t('The Status of {0}', item) }))?.status;
}
