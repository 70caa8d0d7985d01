import * as vscode from 'vscode';
import { agentEnvironment } from './agentEnvironment.js';
import { chooseModel, modelOf } from './agentModels.js';
import { type Phase, sprintPhases } from '../../../server/src/protocol.js';
import { type AgentList, type ListedAgent, readAgentList } from './listedAgent.js';
import { folderOf } from './agentTerminals.js';
import { runCommandLine } from '../editor/commandLine.js';

/** Who works in a phase. */
export interface AgentChoice {
  /**
   * Asks a person, unless a setting or the project says it: what is installed is offered, and what is not, with its page.
   *
   * @param root URI of the project root.
   * @param phase undefined: any.
   * @returns arguments of `pactwright phase`; undefined if the person went away.
   */
  readonly choose: (root: string, phase?: Phase) => Promise<readonly string[] | undefined>;
}

/** The last choice comes first. */
const lastKey = 'agents.last';

/** Each program is asked for its version, which takes seconds; in milliseconds. */
const keptMs = 10 * 60_000;

/** Where the last choice is kept. */
interface AgentState {
  readonly get: (key: string) => unknown;
  readonly update: (key: string, value: unknown) => Thenable<void>;
}

interface AgentContext {
  readonly globalState: AgentState;
  readonly subscriptions: vscode.Disposable[];
}

/** @param program the command line's own: absolute. */
export function createAgentChoice({ globalState: state, subscriptions }: AgentContext, program: string): AgentChoice {
  let kept: { readonly folder: string; readonly until: number; readonly list: AgentList } | undefined;

  const list = async (folder: string): Promise<AgentList | undefined> => {
    if (kept?.folder === folder && performance.now() < kept.until) return kept.list;
    const found = await listAgents(program, folder);
    if (typeof found === 'string') {
      void vscode.window.showErrorMessage(vscode.l10n.t('Could not list the agents on this machine: {0}', found));
      return undefined;
    }
    kept = found && { folder, until: performance.now() + keptMs, list: found };
    return found;
  };

  // What is said there names agents, too.
  subscriptions.push(
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (/\/(?:\.pactwright\/|pactkit\.yaml$)/u.test(uri.path)) kept = undefined;
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('pactwright.agents')) kept = undefined;
    }),
  );

  const choose = async (root: string, phase?: Phase, role?: string): Promise<readonly string[] | undefined> => {
    const wanted = vscode.workspace.getConfiguration('pactwright').get<string>('agents.default', '');
    if (wanted !== '') return [];
    const listed = await list(folderOf(root));
    if (listed && phase && role === undefined && partsOf(phase).every((one) => listed.phases[one] !== undefined))
      return [];
    const chosen =
      listed && (await ask(listed.agents, state.get(lastKey), phase === 'sprint' ? undefined : (role ?? '')));
    switch (chosen) {
      case undefined:
        return undefined;
      case 'nobody':
        return ['--no-agent'];
      case 'again':
        kept = undefined;
        return choose(root, phase, role);
      case 'role':
        return choose(root, phase, (await pickRole(listed?.roles ?? [])) ?? role);
      default:
        if (chosen.what === 'model') {
          await chooseModel(chosen.agent);
          return choose(root, phase, role);
        }
        await state.update(lastKey, chosen.agent.id);
        return [`--agent=${chosen.agent.id}`, ...(role === undefined ? [] : [`--role=${role}`])];
    }
  };
  return { choose: (root, phase) => choose(root, phase) };
}

/** The phases in which agents work. */
function partsOf(phase: Phase): readonly Phase[] {
  return phase === 'sprint' ? sprintPhases : [phase];
}

/** @returns why they are not known, where that is so; undefined if the person went away. */
async function listAgents(program: string, folder: string): Promise<AgentList | string | undefined> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Looking for agents on this machine'),
      cancellable: true,
    },
    async (_progress, token) => {
      const aborted = new AbortController();
      token.onCancellationRequested(() => {
        aborted.abort();
      });
      const said: string[] = [];
      const { errors } = await runCommandLine({
        program,
        args: ['agent', 'list', '--format', 'json'],
        folder,
        env: agentEnvironment(),
        onLine: (line) => said.push(line),
        signal: aborted.signal,
      });
      return aborted.signal.aborted ? undefined : (readAgentList(said.join('\n')) ?? errors);
    },
  );
}

/** What a person chose: an agent, and whether it is the agent itself or its model that they want to choose. */
type Choice = { readonly agent: ListedAgent; readonly what: 'agent' | 'model' } | 'nobody' | 'role' | 'again';

interface Row extends vscode.QuickPickItem {
  readonly choice: Choice | undefined;
}

/** @param role that was chosen before: empty for the usual one; undefined if there is none to choose. */
async function ask(all: readonly ListedAgent[], last: unknown, role: string | undefined): Promise<Choice | undefined> {
  const installed = all.filter(({ version }) => version !== undefined);
  const first = installed.filter(({ id }) => id === last);
  const rows: readonly Row[] = [
    ...[...first, ...installed.filter((agent) => !first.includes(agent))].map(installedRow),
    {
      label: vscode.l10n.t('No agent'),
      description: vscode.l10n.t('the work is done: run the gates and finish'),
      choice: 'nobody',
    },
    ...(role === undefined
      ? []
      : [{ label: vscode.l10n.t('Choose Role…'), description: role, choice: 'role' } satisfies Row]),
    {
      label: vscode.l10n.t('Search Again'),
      description: vscode.l10n.t('for newly installed agents'),
      choice: 'again',
    },
    { label: vscode.l10n.t('Not installed'), kind: vscode.QuickPickItemKind.Separator, choice: undefined },
    ...all
      .filter(({ version }) => version === undefined)
      .map((agent) => ({
        label: agent.name,
        description: agent.reason,
        choice: { agent, what: 'agent' } as const,
      })),
  ];
  const placeHolder =
    installed.length > 0
      ? vscode.l10n.t('Which agent does the work?')
      : vscode.l10n.t('No agent is installed. Choose one to see how to install it.');
  const chosen = await pick(rows, placeHolder);
  if (typeof chosen !== 'object' || chosen.agent.version !== undefined) return chosen;
  const { installPage } = chosen.agent;
  if (installPage !== '') await vscode.env.openExternal(vscode.Uri.parse(installPage));
  return undefined;
}

async function pickRole(roles: AgentList['roles']): Promise<string | undefined> {
  const rows = roles.map(({ name, title }) => ({ label: name, description: title === name ? '' : title }));
  const placeHolder = vscode.l10n.t('Which role leads the phase?');
  return (await vscode.window.showQuickPick(rows, { placeHolder }))?.label;
}

function installedRow(agent: ListedAgent): Row {
  const model = agent.models && modelOf(agent.id);
  return {
    label: agent.name,
    description: [agent.version, model].filter(Boolean).join(' · '),
    ...(agent.models
      ? { buttons: [{ iconPath: new vscode.ThemeIcon('settings-gear'), tooltip: vscode.l10n.t('Choose Model…') }] }
      : {}),
    choice: { agent, what: 'agent' },
  };
}

/** A pick whose rows have buttons, which the simple one does not report. */
function pick(rows: readonly Row[], placeHolder: string): Promise<Choice | undefined> {
  return new Promise((resolve) => {
    const picker = vscode.window.createQuickPick<Row>();
    picker.items = rows;
    picker.placeholder = placeHolder;
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]?.choice);
      picker.hide();
    });
    picker.onDidTriggerItemButton(({ item: { choice } }) => {
      resolve(typeof choice === 'object' ? { ...choice, what: 'model' } : undefined);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}
