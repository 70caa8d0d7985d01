import * as vscode from 'vscode';
import { carryOutByProcess } from './byProcess.js';
import { askDoneCommand } from '../gates/gateLens.js';
import { chooseItem } from './itemPicks.js';
import { itemCommandTable } from './itemCommandTable.js';
import { registerCommands } from '../editor/registerCommands.js';
import { isRecord } from '../editor/messageParts.js';
import type { Operations } from './operations.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';
import type { TraceItems } from '../trace/traceItems.js';

export interface ItemDoors {
  readonly items: Pick<TraceItems, 'get'>;
  readonly operations: Operations;
  /** The command line's own program: absolute. */
  readonly program: string;
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
  const { items, operations, program } = doors;
  const forItem =
    (run: (wanted: Wanted, given: Readonly<Record<string, unknown>>) => Promise<boolean>) =>
    async (given: unknown): Promise<boolean> => {
      if (!isTrustedOrSay(vscode.l10n.t('Nothing is done: in Restricted Mode Pactwright writes nothing.')))
        return false;
      const wanted = readWanted(given) ?? (await askWanted(items));
      return wanted ? run(wanted, isRecord(given) ? given : {}) : false;
    };
  registerCommands(context, itemCommandTable, {
    'pactwright.setStatus': forItem(async (wanted, given) => {
      const status = statuses.find((one) => one === given['status']) ?? (await askStatus(wanted));
      if (status === undefined) return false;
      if (status === 'done') return byProcess(program, wanted, ['set-status', wanted.item, status]);
      return (await operations.run(wanted.root, 'set-status', { item: wanted.item, status })) !== undefined;
    }),
    'pactwright.startBranch': forItem((wanted) => byProcess(program, wanted, ['branch', wanted.item])),
    'pactwright.newTestCase': forItem(
      async ({ root, item }) => (await operations.run(root, 'new-test-case', { item })) !== undefined,
    ),
  });
}

/** What asks gates or tells git goes through the command line. */
function byProcess(program: string, { root, item }: Wanted, args: readonly string[]): Promise<boolean> {
  return carryOutByProcess({
    program,
    root,
    args,
    wayOut: ({ code }) =>
      code === 'gate'
        ? {
            label: vscode.l10n.t('Show What Is in the Way'),
            run: () => void vscode.commands.executeCommand(askDoneCommand, root, item),
          }
        : undefined,
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
