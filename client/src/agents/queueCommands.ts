import * as vscode from 'vscode';
import { type QueueView, queuesRequest } from '../../../server/src/protocol.js';
import type { Boards } from '../editor/boards.js';
import { runCommandLine } from '../editor/commandLine.js';
import { type ItemOfRow, itemsOfRow } from '../editor/itemOfRow.js';
import { chooseItems } from '../editor/itemPicks.js';
import { plainMessage } from '../editor/plainMessage.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';
import type { ServerLink } from '../editor/serverLink.js';
import type { TraceItems } from '../editor/traceItems.js';
import type { WorkList } from '../editor/workSource.js';
import type { AgentChoice } from './agentChoice.js';
import { type AgentRecords, followRecords } from './agentRecords.js';
import { type AgentTerminals, folderOf } from './agentTerminals.js';
import { choosePlace, saveAll } from './phaseCommands.js';
import type { queueCommandTable } from './queueCommandTable.js';
import { queueItem, queueRows } from './queueRows.js';

export interface QueueDoors {
  readonly link: Pick<ServerLink, 'request' | 'onNotification' | 'onReady'>;
  readonly items: Pick<TraceItems, 'get'>;
  readonly boards: Pick<Boards, 'latest'>;
  readonly agents: AgentChoice;
  readonly terminals: AgentTerminals;
  /** The command line's own program: absolute. */
  readonly program: string;
}

/** The queue: items that a sprint works on, one after the other. All that changes it is the command line. */
export function createQueue(context: vscode.ExtensionContext, doors: QueueDoors): WorkList {
  const queue = followRecords(context, doors.link, () => doors.link.request(queuesRequest, undefined));
  const tell = (): void => {
    const all = queue.latest();
    const count = all.reduce((sum, { entries }) => sum + entries.length, 0);
    void vscode.commands.executeCommand('setContext', 'pactwright.queue.entries', count);
    void vscode.commands.executeCommand(
      'setContext',
      'pactwright.queue.running',
      all.some(({ isWorkedOn }) => isWorkedOn),
    );
  };
  // A killed process reports nothing.
  const looks = setInterval(() => {
    if (queue.latest().some(({ isWorkedOn }) => isWorkedOn)) void queue.get();
  }, lookMs);
  context.subscriptions.push(
    queue.onChange(tell),
    new vscode.Disposable(() => {
      clearInterval(looks);
    }),
  );
  registerQueueCommands(context, queue, doors);
  return {
    item: () => queueItem(queue.latest()),
    rows: () => queueRows(queue.latest()),
    onChange: queue.onChange,
    move: (rows, before) => change('move', rows, before ? ['--before', before.item] : [], queue, doors),
  };
}

const lookMs = 10_000;

type Queue = AgentRecords<QueueView>;

function registerQueueCommands(context: vscode.ExtensionContext, queue: Queue, doors: QueueDoors): void {
  /** What a command was called for: a row and those selected with it, or what a person chooses. */
  const on =
    (run: (items: readonly ItemOfRow[]) => unknown) =>
    async (row: unknown, selected: unknown): Promise<void> => {
      if (!isTrustedOrSay(vscode.l10n.t('The queue is not available in Restricted Mode.'))) return;
      const rows = Array.isArray(selected) && selected.includes(row) ? selected : [row];
      const named = rows.flatMap((one) => itemsOfRow(doors.boards.latest(), one));
      const items = named.length > 0 ? named : await chooseItems(doors.items);
      if (items.length > 0) await run(items);
    };
  registerCommands(context, {
    'pactwright.queue.add': on(async (items) => {
      await change('add', items, [], queue, doors);
      await vscode.commands.executeCommand('pactwright.work.focus');
    }),
    'pactwright.queue.runPhase': on((items) => runPhase(items, queue, doors)),
    'pactwright.queue.start': () => start(queue, doors),
    'pactwright.queue.pause': async () => {
      for (const root of rootsOf(queue, ({ isWorkedOn }) => isWorkedOn).slice(0, 1))
        await run(['queue', 'pause', '--root', folderOf(root)], root, queue, doors);
    },
    'pactwright.queue.remove': on((items) => change('remove', items, [], queue, doors)),
    'pactwright.queue.moveUp': on((items) => shift(items, -1, queue, doors)),
    'pactwright.queue.moveDown': on((items) => shift(items, 1, queue, doors)),
    'pactwright.queue.removeDone': async () => {
      for (const root of rootsOf(queue))
        await run(['queue', 'remove', '--done', '--root', folderOf(root)], root, queue, doors);
    },
  } satisfies CommandFunctions<typeof queueCommandTable>);
}

function rootsOf(queue: Queue, wanted: (view: QueueView) => boolean = () => true): readonly string[] {
  const entries = queue
    .latest()
    .filter(wanted)
    .flatMap((view) => view.entries);
  return [...new Set(entries.map(({ root }) => root))];
}

/** Changes the queues of the projects that items are of. */
async function change(
  how: 'add' | 'remove' | 'move',
  items: readonly ItemOfRow[],
  options: readonly string[],
  queue: Queue,
  doors: QueueDoors,
): Promise<void> {
  for (const root of new Set(items.map((one) => one.root))) {
    const ids = items.filter((one) => one.root === root).map(({ item }) => item);
    await run(['queue', how, ...ids, ...options, '--root', folderOf(root)], root, queue, doors);
  }
}

async function run(args: readonly string[], root: string, queue: Queue, { program }: QueueDoors): Promise<void> {
  const { code, errors } = await runCommandLine({
    program,
    args,
    folder: folderOf(root),
    onLine: () => undefined,
    signal: AbortSignal.timeout(30_000),
  });
  if (code !== 0)
    void vscode.window.showErrorMessage(vscode.l10n.t('The queue was not changed: {0}', plainMessage(errors)));
  await queue.get();
}

/** Moves what is beside each other by one place. */
async function shift(items: readonly ItemOfRow[], by: -1 | 1, queue: Queue, doors: QueueDoors): Promise<void> {
  const [first] = items;
  if (!first) return;
  const all = queueRows(queue.latest()).filter(({ root }) => root === first.root);
  const isMoved = (item: string): boolean => items.some((one) => one.item === item);
  const places = all.flatMap(({ item }, index) => (isMoved(item) ? [index] : []));
  const others = all.filter(({ item }) => !isMoved(item));
  const at = Math.max(0, (places[0] ?? 0) + by);
  const before = others[at];
  await change('move', items, before ? ['--before', before.item] : [], queue, doors);
}

/** Works on items with one phase alone. */
async function runPhase(items: readonly ItemOfRow[], queue: Queue, doors: QueueDoors): Promise<void> {
  const rows = [
    { label: 'plan', detail: vscode.l10n.t('Write what is missing in their specs') },
    { label: 'act', detail: vscode.l10n.t('Build them') },
    { label: 'check', detail: vscode.l10n.t('Review them') },
    { label: 'done', detail: vscode.l10n.t('Close them: commit and merge without asking') },
  ];
  const phase = await vscode.window.showQuickPick(rows, {
    placeHolder: vscode.l10n.t('Which phase, for {0} items one after the other?', items.length),
  });
  const [first] = items;
  if (!phase || !first) return;
  const ids = items.filter(({ root }) => root === first.root).map(({ item }) => item);
  await sprint(first.root, [...ids, `--phases=${phase.label}`, '--yes'], doors);
  await queue.get();
}

async function start(queue: Queue, doors: QueueDoors): Promise<void> {
  if (!isTrustedOrSay(vscode.l10n.t('No phase was started. Pactwright does not start programs in Restricted Mode.')))
    return;
  // One at a time goes on in a repository; what waits of another project in it is next.
  const roots = queue.latest().flatMap(({ entries }) => {
    const next = entries.find(({ outcome }) => outcome !== 'passed') ?? entries[0];
    return next ? [next.root] : [];
  });
  if (roots.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The queue is empty. Add items from the board.'));
    return;
  }
  const far = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t('Build, check and close'),
        detail: vscode.l10n.t('Commits, archives and merges each item without asking'),
        args: ['--yes'],
      },
      {
        label: vscode.l10n.t('Build and check'),
        detail: vscode.l10n.t('Leaves closing and merging to you'),
        args: ['--phases=plan,act,check', '--yes'],
      },
    ],
    { placeHolder: vscode.l10n.t('How far should the queue take each item?') },
  );
  if (!far) return;
  for (const root of roots) await sprint(root, [...far.args, '--keep-going'], doors);
}

/** Runs a sprint in a terminal, where it can be watched, but needs no attention. */
async function sprint(root: string, args: readonly string[], { agents, terminals }: QueueDoors): Promise<void> {
  const chosen = await agents.choose(root);
  const place = chosen && (await choosePlace('sprint'));
  if (!place || !(await saveAll(root))) return;
  const folder = folderOf(root);
  terminals.open(vscode.l10n.t('queue'), folder, [
    ...['phase', 'sprint', ...args, '--headless', ...chosen, ...place],
    ...['--root', folder],
  ]);
}
