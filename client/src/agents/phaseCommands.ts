import * as vscode from 'vscode';
import { type Phase, phaseNames, phases } from '../../../server/src/protocol.js';
import type { AgentChoice } from './agentChoice.js';
import { type AgentTerminals, folderOf } from './agentTerminals.js';
import type { Boards } from '../editor/boards.js';
import type { phaseCommandTable } from './agentCommandTable.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { chooseItem } from '../editor/itemPicks.js';
import { itemOfRow } from '../editor/itemOfRow.js';
import { askText, atLeastOneWord } from '../editor/askText.js';
import { isOfProject } from '../editor/projectFiles.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';
import type { TraceItems } from '../editor/traceItems.js';

/** Command with an item, or a row or card of one: lets a person choose its phase. */
export const startPhaseCommand = 'pactwright.phase.start';

export interface PhaseDoors {
  readonly items: Pick<TraceItems, 'get'>;
  readonly boards: Pick<Boards, 'latest'>;
  readonly agents: AgentChoice;
  readonly terminals: AgentTerminals;
}

/** What a phase is about. */
interface Subject {
  /** URI of the project root. */
  readonly root: string;
  readonly item?: string;
}

/** Phases from the palette, from rows and cards of items, and from lenses: each runs in a terminal of its own. */
export function registerPhaseCommands(context: vscode.ExtensionContext, doors: PhaseDoors): void {
  const of =
    (phase?: Phase) =>
    async (given: unknown): Promise<void> => {
      if (
        !isTrustedOrSay(vscode.l10n.t('No phase was started. Pactwright does not start programs in Restricted Mode.'))
      )
        return;
      const about = itemOfRow(doors.boards.latest(), given);
      const wanted = phase ?? (await choosePhase(about !== undefined));
      if (wanted) await start(wanted, about, doors);
    };
  registerCommands(context, {
    [startPhaseCommand]: of(),
    'pactwright.phase.clarify': of('clarify'),
    'pactwright.phase.plan': of('plan'),
    'pactwright.phase.act': of('act'),
    'pactwright.phase.check': of('check'),
    'pactwright.phase.done': of('done'),
    'pactwright.phase.release': of('release'),
    'pactwright.phase.pr': of('pr'),
    'pactwright.phase.sprint': of('sprint'),
    'pactwright.phase.hotfix': of('hotfix'),
    'pactwright.phase.init': of('init'),
    'pactwright.phase.design': of('design'),
    'pactwright.phase.debug': of('debug'),
  } satisfies CommandFunctions<typeof phaseCommandTable>);
}

/** The phases of an item's way, in order; the others come below them. */
const mainPhases: readonly Phase[] = ['plan', 'act', 'check', 'done'];

async function choosePhase(hasItem: boolean): Promise<Phase | undefined> {
  const others = phaseNames.filter(
    (phase) => !mainPhases.includes(phase) && (!hasItem || phases[phase].item !== 'none'),
  );
  const toRow = (phase: Phase): vscode.QuickPickItem & { readonly phase: Phase } => ({
    label: phase,
    detail: phases[phase].summary,
    phase,
  });
  const rows: readonly (vscode.QuickPickItem & { readonly phase?: Phase })[] = [
    ...mainPhases.map(toRow),
    { label: vscode.l10n.t('Other Phases'), kind: vscode.QuickPickItemKind.Separator },
    ...others.map(toRow),
  ];
  const placeHolder = vscode.l10n.t('Which phase?');
  return (await vscode.window.showQuickPick(rows, { placeHolder, matchOnDetail: true }))?.phase;
}

async function start(phase: Phase, about: Subject | undefined, doors: PhaseDoors): Promise<void> {
  const asked = await askFor(phase, about, doors);
  if (!asked) return;
  const { root, item, args } = asked;
  const chosen = await doors.agents.choose(root, phase);
  if (chosen === undefined) return;
  const place = await choosePlace(phase);
  if (place === undefined) return;
  if (!(await saveAll(root))) return;
  const folder = folderOf(root);
  doors.terminals.open([phase, item ?? ''].join(' ').trim(), folder, [
    'phase',
    phase,
    ...(item === undefined ? [] : [item]),
    ...args,
    ...chosen,
    ...place,
    '--root',
    folder,
  ]);
}

/** Where a phase that builds works. @returns undefined if the person went away. */
export async function choosePlace(phase: Phase): Promise<readonly string[] | undefined> {
  const here = ['--here'];
  const setting = vscode.workspace.getConfiguration('pactwright').get<string>('phases.worktree', 'always');
  if (setting === 'never') return here;
  if (setting !== 'ask' || (phase !== 'sprint' && phases[phase].place !== 'own')) return [];
  const rows = [
    { label: vscode.l10n.t('In a worktree of the item'), args: [] },
    { label: vscode.l10n.t('In this folder'), args: here },
  ];
  return (await vscode.window.showQuickPick(rows, { placeHolder: vscode.l10n.t('Where does the agent work?') }))?.args;
}

interface Asked extends Subject {
  readonly args: readonly string[];
}

/** @returns undefined if the person went away, or there is nothing the phase could be about. */
async function askFor(phase: Phase, about: Subject | undefined, doors: PhaseDoors): Promise<Asked | undefined> {
  if (about?.item !== undefined) return { ...about, args: [] };
  const { item } = phases[phase];
  if (item === 'needed') {
    const chosen = await chooseItem(doors.items);
    return chosen && { root: chosen.root, item: chosen.item.id, args: [] };
  }
  const root = about?.root ?? (await chooseRoot(doors.items));
  if (root === undefined) return undefined;
  if (phase === 'release') return withText(root, '--version', vscode.l10n.t('The version to release, such as 1.4.0'));
  if (item === 'made') return withText(root, '--about', vscode.l10n.t('What is it about? This becomes the title.'));
  if (item === 'optional') return withText(root, '--about', vscode.l10n.t('What is it about?'));
  return { root, args: [] };
}

async function withText(root: string, option: string, prompt: string): Promise<Asked | undefined> {
  const text = await askText({ prompt, validateInput: atLeastOneWord });
  // As one argument: a text that begins with a hyphen is no option.
  return text === undefined ? undefined : { root, args: [`${option}=${text}`] };
}

async function chooseRoot(items: Pick<TraceItems, 'get'>): Promise<string | undefined> {
  const projects = (await items.get()) ?? [];
  const folders = vscode.workspace.workspaceFolders ?? [];
  const roots =
    projects.length > 0
      ? projects.map(({ root, name }) => ({ label: name, root }))
      : folders.map(({ uri, name }) => ({ label: name, root: uri.toString() }));
  const [only, ...others] = roots;
  if (others.length === 0) return only?.root;
  return (await vscode.window.showQuickPick(roots, { placeHolder: vscode.l10n.t('Which project?') }))?.root;
}

/** Gates and agents read what is on disk. */
export async function saveAll(root: string): Promise<boolean> {
  const unsaved = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && isOfProject(root, uri));
  if (unsaved.length === 0) return true;
  const save = vscode.l10n.t('Save and Start');
  const names = unsaved.map(({ uri }) => vscode.workspace.asRelativePath(uri)).join('\n');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Agents and gates read saved files. These have unsaved changes:'),
    { modal: true, detail: names },
    save,
  );
  if (answer !== save) return false;
  for (const document of unsaved) if (!(await document.save())) return false;
  return true;
}
