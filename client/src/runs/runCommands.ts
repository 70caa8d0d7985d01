import * as vscode from 'vscode';
import type { ListedRun } from '../../../server/src/protocol.js';
import { runCommandLine } from '../editor/commandLine.js';
import { chooseItems } from '../editor/itemPicks.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';
import type { ServerLink } from '../editor/serverLink.js';
import type { TraceItems } from '../editor/traceItems.js';
import type { runCommandTable } from './runCommandTable.js';
import { comparePacket, openPacketWorktree } from './packetVersions.js';
import { createRunGraphPanel } from './runGraphPanel.js';
import { answerArgs, type PacketRow, type RunItemRow, type RunRow } from './runRows.js';
import { createRunTree, type RunTree } from './runTree.js';
import { runName } from './runTreeItem.js';

interface RunDoors {
  readonly tree: RunTree;
  readonly items: TraceItems;
  /** The command line's own: absolute. */
  readonly program: string;
  /** Opens a terminal that runs the command line. */
  readonly open: (name: string, folder: string, args: readonly string[]) => vscode.Terminal;
  /** Shows the graph of a run; without one, of the newest. */
  readonly showGraph: (run: string | undefined) => void;
}

/** The Runs view, the commands behind its rows and those of the palette, and the news that a person is needed. */
export function registerRuns(
  context: vscode.ExtensionContext,
  { link, ...rest }: Omit<RunDoors, 'tree' | 'showGraph'> & { readonly link: ServerLink },
): void {
  const tree = createRunTree(context, link);
  registerRunCommands(context, { ...rest, tree, showGraph: createRunGraphPanel({ context, link, tree }) });
}

function registerRunCommands(context: vscode.ExtensionContext, doors: RunDoors): void {
  const { tree, open } = doors;
  const trusted =
    (run: (given: unknown) => Promise<unknown>) =>
    async (given: unknown): Promise<unknown> =>
      isTrustedOrSay(vscode.l10n.t('Nothing was changed. Runs do not work in Restricted Mode.'))
        ? run(given)
        : undefined;
  const onRun = (
    states: readonly ListedRun['state'][],
    use: (run: ListedRun) => Promise<unknown>,
  ): ((given: unknown) => Promise<unknown>) =>
    trusted(async (given) => {
      const run = runOf(given) ?? (await chooseRun(tree, states));
      if (run) await use(run);
    });
  const onPacket = (use: (row: PacketRow) => Promise<unknown>): ((given: unknown) => Promise<unknown>) =>
    trusted(async (given) => (isPacket(given) ? use(given) : undefined));
  const going = ['paused', 'halted', 'interrupted', 'stuck'] as const;
  registerCommands(context, {
    'pactwright.runs.start': trusted(() => start(doors)),
    'pactwright.runs.showGraph': trusted(async (given) => {
      doors.showGraph(runOf(given)?.run);
      return Promise.resolve();
    }),
    'pactwright.runs.pause': onRun(['running'], (run) => call(doors, run, ['run', 'pause', run.run])),
    'pactwright.runs.resume': onRun(going, async (run) => {
      open(runName(run), run.folder, ['run', 'resume', run.run]).show();
      return Promise.resolve();
    }),
    'pactwright.runs.abort': onRun(['running', ...going], (run) => abort(doors, run)),
    'pactwright.runs.watch': onRun(['running', ...going, 'merged', 'aborted'], async (run) => {
      open(runName(run), run.folder, ['run', 'watch', run.run]).show();
      return Promise.resolve();
    }),
    'pactwright.runs.answer': onPacket((row) => answer(doors, row)),
    'pactwright.runs.openWorktree': onPacket((row) => openPacketWorktree(row, doors.program)),
    'pactwright.runs.compare': onPacket((row) => comparePacket(row, doors.program)),
    'pactwright.runs.showLog': onPacket(async ({ run, packet }) => {
      open(packet.id, run.folder, ['run', 'logs', packet.id, '--follow', '--run', run.run]).show();
      return Promise.resolve();
    }),
  } satisfies CommandFunctions<typeof runCommandTable>);
  context.subscriptions.push(tree.onNeed((needs) => void tell(doors, needs)));
}

/** One message, however much needs a person. */
async function tell(doors: RunDoors, needs: Parameters<Parameters<RunTree['onNeed']>[0]>[0]): Promise<void> {
  const [first] = needs.values();
  if (!first) return;
  const { run, packet } = first;
  const more = needs.size > 1 ? ` ${vscode.l10n.t('{0} more need you.', needs.size - 1)}` : '';
  const text = packet
    ? vscode.l10n.t('{0} needs an answer: {1}', packet.id, packet.note ?? '')
    : vscode.l10n.t('{0}: {1}', runName(run), run.why ?? vscode.l10n.t('the remaining items need you'));
  const [reply, show] = [vscode.l10n.t('Answer…'), vscode.l10n.t('Show Runs')];
  const choice = await vscode.window.showWarningMessage(text + more, ...(packet ? [reply, show] : [show]));
  if (choice === show) await vscode.commands.executeCommand('pactwright.runs.focus');
  if (choice === reply && packet)
    await answer(doors, { kind: 'packet', id: '', run: { run: run.run, folder: run.folder }, packet });
}

async function start({ items, open }: RunDoors): Promise<void> {
  const chosen = await chooseItems(items);
  const [first] = chosen;
  if (!first) return;
  // A run works on the items of one project.
  const ids = chosen.flatMap(({ root, item }) => (root === first.root ? [item] : []));
  const parallel = await vscode.window.showInputBox({
    title: vscode.l10n.t('Start Run'),
    prompt: vscode.l10n.t('How many agents may work at the same time?'),
    value: '2',
    validateInput: (text) => (/^[1-9]\d?$/u.test(text) ? undefined : vscode.l10n.t('Type a number from 1 to 99.')),
  });
  if (parallel === undefined) return;
  const budget = await vscode.window.showInputBox({
    title: vscode.l10n.t('Start Run'),
    prompt: vscode.l10n.t('What may it cost, in US dollars? Leave it empty for no limit.'),
    validateInput: (text) =>
      /^(?:\d{1,6}(?:\.\d{1,2})?)?$/u.test(text) ? undefined : vscode.l10n.t('Type an amount such as 2.50.'),
  });
  if (budget === undefined) return;
  const limits = ['--parallel', parallel, ...(budget === '' ? [] : ['--budget', budget])];
  open(vscode.l10n.t('Run'), vscode.Uri.parse(first.root).fsPath, ['run', 'start', ...ids, ...limits]).show();
}

async function abort(doors: RunDoors, run: ListedRun): Promise<void> {
  const yes = vscode.l10n.t('Abort Run');
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t('Abort the {0}?', runName(run)),
    {
      modal: true,
      detail: vscode.l10n.t(
        'Its agents are stopped, and the worktrees and branches that it made are removed. What is merged stays. Other work is kept under refs/pactwright/runs.',
      ),
    },
    yes,
  );
  if (choice === yes) doors.open(runName(run), run.folder, ['run', 'abort', run.run]).show();
}

async function answer(doors: RunDoors, row: PacketRow): Promise<void> {
  const { run, packet } = row;
  const [again, drop] = [vscode.l10n.t('Try Again…'), vscode.l10n.t('Leave It Out of the Run')];
  const choice = await vscode.window.showQuickPick([again, drop], { title: packet.id, placeHolder: packet.note ?? '' });
  if (choice === undefined) return;
  if (choice === drop) {
    await call(doors, run, answerArgs(row, 'drop'));
    return;
  }
  const text = await vscode.window.showInputBox({
    title: packet.id,
    prompt: packet.note ?? '',
    placeHolder: vscode.l10n.t('What the agent should know; may be empty'),
  });
  if (text !== undefined) await call(doors, run, answerArgs(row, { text }));
}

/** Runs a short command of the command line, and says what it refuses. */
async function call(
  { program, tree }: RunDoors,
  { folder }: Pick<ListedRun, 'folder'>,
  args: readonly string[],
): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  const { code, errors } = await runCommandLine({ program, args, folder, onLine: () => undefined, signal });
  if (code !== 0)
    void vscode.window.showErrorMessage(errors.replace(/^pactwright: /u, '') || vscode.l10n.t('The command failed.'));
  await tree.look();
}

async function chooseRun(tree: RunTree, states: readonly ListedRun['state'][]): Promise<ListedRun | undefined> {
  const fitting = tree.latest().filter(({ state }) => states.includes(state));
  if (fitting.length < 2) {
    if (fitting.length === 0) void vscode.window.showInformationMessage(vscode.l10n.t('There is no such run.'));
    return fitting[0];
  }
  const picks = fitting.map((run) => ({ label: runName(run), description: run.folder, run }));
  return (await vscode.window.showQuickPick(picks, { title: vscode.l10n.t('Which run?') }))?.run;
}

function rowOf(given: unknown): RunRow | undefined {
  // Menus of the view hand over its rows.
  return given instanceof Object && 'kind' in given && 'id' in given ? (given as RunRow) : undefined;
}

function runOf(given: unknown): ListedRun | undefined {
  const row = rowOf(given);
  return row?.kind === 'run' ? (row satisfies RunItemRow).run : undefined;
}

function isPacket(given: unknown): given is PacketRow {
  return rowOf(given)?.kind === 'packet';
}
