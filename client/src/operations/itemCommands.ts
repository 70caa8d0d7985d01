import * as vscode from 'vscode';
import { chooseItem } from '../editor/itemPicks.js';
import { goToPlace } from '../editor/openPlace.js';
import type { itemCommandTable } from './itemCommandTable.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import * as v from 'valibot';
import { itemReference, readAs } from '../editor/schemas.js';
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
const statusSchema = v.object({ status: v.picklist(statuses) });

/**
 * What a person does with one item from the palette; each answers whether it was done. A caller, a key binding say, may name root,
 * item and status, so that nothing is asked.
 */
export function registerItemCommands(context: vscode.ExtensionContext, doors: ItemDoors): void {
  const { items, operations } = doors;
  const forItem =
    (act: (wanted: Wanted, given: unknown) => Promise<boolean>) =>
    async (given: unknown): Promise<boolean> => {
      if (!isTrustedOrSay(vscode.l10n.t('Nothing was changed. Pactwright does not write files in Restricted Mode.')))
        return false;
      const wanted = readAs(itemReference, given) ?? (await askWanted(items));
      return wanted ? act(wanted, given) : false;
    };
  const run = async ({ root, item }: Wanted, name: string, input: OperationInput = {}): Promise<boolean> =>
    (await operations.run(root, name, { item, ...input })).kind === 'done';
  registerCommands(context, {
    'pactwright.findItem': async () => {
      const found = await chooseItem(items, { archived: true });
      if (found) await goToPlace(found.item.place);
    },
    'pactwright.setStatus': forItem(async (wanted, given) => {
      const status = readAs(statusSchema, given)?.status ?? (await askStatus(wanted));
      return status !== undefined && run(wanted, 'set-status', { status });
    }),
    'pactwright.startBranch': forItem((wanted) => run(wanted, 'branch')),
    'pactwright.newTestCase': forItem((wanted) => run(wanted, 'new-test-case')),
  } satisfies CommandFunctions<typeof itemCommandTable>);
}

async function askWanted(items: Pick<TraceItems, 'get'>): Promise<Wanted | undefined> {
  const chosen = await chooseItem(items);
  return chosen && { root: chosen.root, item: chosen.item.id };
}

async function askStatus({ item }: Wanted): Promise<StatusName | undefined> {
  const words: Readonly<Record<StatusName, readonly [string, string]>> = {
    draft: [vscode.l10n.t('Draft'), ''],
    'in-progress': [vscode.l10n.t('In Progress'), ''],
    done: [vscode.l10n.t('Done'), vscode.l10n.t('runs the gate first, which may run tests')],
  };
  const picks = statuses.map((status) => ({ label: words[status][0], description: words[status][1], status }));
  return (await vscode.window.showQuickPick(picks, { placeHolder: vscode.l10n.t('Status of {0}', item) }))?.status;
}
