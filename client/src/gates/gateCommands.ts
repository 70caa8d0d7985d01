import * as vscode from 'vscode';
import type { GateName } from '../../../server/src/protocol.js';
import type { GateAsking, GateSubject } from './gateAnswer.js';
import { askDoneCommand } from '../editor/commandIds.js';
import type { gateCommandTable } from './gateCommandTable.js';
import { nextGate } from './gateNodes.js';
import type { GateStore } from './gateStore.js';
import { gatesViewId, type GateTree, rowOf } from './gateTree.js';
import { placeIn } from './gateTreeItem.js';
import { gateMeanings } from './gateWords.js';
import { type ChosenItem, chooseItem } from '../editor/itemPicks.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { goToPlace } from '../editor/openPlace.js';
import { reportUri } from './gateReports.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';
import type { TraceItems } from '../editor/traceItems.js';

export interface GateDoors {
  readonly items: TraceItems;
  readonly gates: GateStore;
  readonly tree: GateTree;
}

/** The commands behind the rows of the Gates view, the lens and the palette; a person's word has its own. */
export function registerGateCommands(context: vscode.ExtensionContext, doors: GateDoors): void {
  const { gates, tree } = doors;
  const again =
    (how: GateAsking) =>
    async (row: unknown): Promise<void> => {
      const subject = subjectOf(row);
      if (subject && isTrusted()) await askInView(doors, subject, how);
    };
  registerCommands(context, {
    'pactwright.gates.ask': async (row) => {
      if (!isTrusted()) return;
      const subject = subjectOf(row);
      const item = subject ? await itemOf(doors.items, subject) : await chooseItem(doors.items);
      const gate = item && (await chooseGate(item, gates.chosenGate(item.root, item.item.id)));
      if (item && gate) await askInView(doors, { root: item.root, item: item.item.id, gate }, 'reuse');
    },
    'pactwright.gates.askAgain': again('reuse'),
    'pactwright.gates.askFresh': again('fresh'),
    'pactwright.gates.cancel': (row) => {
      const subject = subjectOf(row);
      if (subject) gates.cancel(subject.root, subject.item);
    },
    'pactwright.gates.openProblem': async (row) => {
      const place = placeOf(row);
      if (place) await goToPlace(place);
    },
    'pactwright.gates.showReport': async (row) => {
      const subject = subjectOf(row) ?? (await chooseReported(gates));
      if (subject) await vscode.commands.executeCommand('markdown.showPreview', reportUri(subject));
    },
    'pactwright.gates.copyReport': async (row) => {
      const subject = subjectOf(row) ?? (await chooseReported(gates));
      const report = subject && gates.answer(subject)?.report;
      if (report === undefined) return;
      await vscode.env.clipboard.writeText(report);
      vscode.window.setStatusBarMessage(vscode.l10n.t('Report copied as Markdown'), 4_000);
    },
    [askDoneCommand]: async (root, item) => {
      if (typeof root !== 'string' || typeof item !== 'string' || !isTrusted()) return;
      const subject: GateSubject = { root, item, gate: 'done' };
      const { verdict, running } = gates.answer(subject) ?? {};
      const isKnown = verdict !== undefined && verdict.answer !== 'unknown';
      if (isKnown || (running && running.how !== 'recorded')) await showInView(tree, subject);
      else await askInView(doors, subject, 'reuse');
    },
  } satisfies CommandFunctions<typeof gateCommandTable>);
}

/** Runs a gate while the view shows its progress. */
async function askInView({ gates, tree }: GateDoors, subject: GateSubject, how: GateAsking): Promise<void> {
  const answer = gates.ask(subject, how);
  await showInView(tree, subject);
  await vscode.window.withProgress({ location: { viewId: gatesViewId } }, () => answer);
}

async function showInView(tree: GateTree, subject: GateSubject): Promise<void> {
  await vscode.commands.executeCommand(`${gatesViewId}.focus`);
  if (!(await tree.show(subject)))
    await vscode.window.showInformationMessage(
      vscode.l10n.t('{0} not found: it has no spec, test case or board entry.', subject.item),
    );
}

/** The item, and the gate, that a row is about. */
function subjectOf(element: unknown): GateSubject | undefined {
  const clicked = rowOf(element);
  switch (clicked?.kind) {
    case 'item':
    case 'condition':
    case 'passed':
    case 'problem':
      return clicked.subject;
    case undefined:
    case 'project':
    case 'looking':
    case 'failure':
    case 'next':
      return undefined;
  }
}

function placeOf(element: unknown): ReturnType<typeof placeIn> | undefined {
  const clicked = rowOf(element);
  if (clicked?.kind !== 'condition' && clicked?.kind !== 'problem') return undefined;
  const problems = clicked.kind === 'problem' ? [clicked.problem] : (clicked.result.problems ?? []);
  const place = problems.find((problem) => problem.place)?.place;
  return place && placeIn(clicked.subject.root, place);
}

async function itemOf(items: TraceItems, { root, item }: GateSubject): Promise<ChosenItem | undefined> {
  const project = (await items.get())?.find((one) => one.root === root);
  const found = project?.items.find(({ id }) => id === item);
  return found && { root, item: found };
}

async function chooseReported(gates: GateStore): Promise<GateSubject | undefined> {
  const picks = gates.reported().map((subject) => ({ label: subject.item, description: subject.gate, subject }));
  if (picks.length > 0)
    return (await vscode.window.showQuickPick(picks, { placeHolder: vscode.l10n.t('Show the report of which item?') }))
      ?.subject;
  await vscode.window.showInformationMessage(vscode.l10n.t('There is no report yet. Run a gate first.'));
  return undefined;
}

async function chooseGate({ item }: ChosenItem, chosen: GateName | undefined): Promise<GateName | undefined> {
  const first = chosen ?? nextGate[item.stage];
  // The keys of a record of all gates.
  const names = Object.keys(gateMeanings) as GateName[];
  const picks = names.map((gate) => ({ label: gate, description: gateMeanings[gate], gate }));
  picks.sort((a, b) => Number(b.gate === first) - Number(a.gate === first));
  const placeHolder = vscode.l10n.t('Which gate should be run for {0}?', item.id);
  return (await vscode.window.showQuickPick(picks, { placeHolder, matchOnDescription: true }))?.gate;
}

/** Says why no gate runs in a workspace that is not trusted. */
function isTrusted(): boolean {
  return isTrustedOrSay(vscode.l10n.t("Gates run this workspace's tests, so trust the workspace first."));
}
