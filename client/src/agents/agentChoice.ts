import * as vscode from 'vscode';
import { agentEnvironment } from './agentEnvironment.js';
import { folderOf } from './agentTerminals.js';
import { runCommandLine } from '../editor/commandLine.js';
import { isRecord } from '../editor/messageParts.js';

/** Who works in a phase. */
export interface AgentChoice {
  /**
   * Asks a person, unless a setting or the machine says it: what is installed is offered, and what is not, with its page.
   *
   * @param root URI of the project root.
   * @returns arguments of `pactwright phase`; undefined where the person went away.
   */
  readonly choose: (root: string) => Promise<readonly string[] | undefined>;
}

/** What `pactwright agent list --format json` says of an agent. */
interface ListedAgent {
  readonly id: string;
  readonly name: string;
  readonly installPage: string;
  /** Undefined where it is not installed, and `reason` says why. */
  readonly version: string | undefined;
  readonly reason: string;
}

/** The last choice comes first. */
const lastKey = 'agents.last';

/** Each program is asked for its version, which takes seconds; in milliseconds. */
const keptMs = 10 * 60_000;

/** @param program the command line's own: absolute. */
export function createAgentChoice(context: vscode.ExtensionContext, program: string): AgentChoice {
  let kept: { readonly folder: string; readonly until: number; readonly agents: readonly ListedAgent[] } | undefined;

  const list = async (folder: string): Promise<readonly ListedAgent[] | undefined> => {
    if (kept?.folder === folder && performance.now() < kept.until) return kept.agents;
    const agents = await listAgents(program, folder);
    if (typeof agents === 'string') {
      void vscode.window.showErrorMessage(vscode.l10n.t('The agents of this machine are not known: {0}', agents));
      return undefined;
    }
    kept = agents && { folder, until: performance.now() + keptMs, agents };
    return agents;
  };

  const choose = async (root: string): Promise<readonly string[] | undefined> => {
    const wanted = vscode.workspace.getConfiguration('pactwright').get<string>('agents.default', '');
    if (wanted !== '') return [`--agent=${wanted}`];
    const listed = await list(folderOf(root));
    const chosen = listed && (await ask(listed, context.globalState.get(lastKey)));
    switch (chosen) {
      case undefined:
        return undefined;
      case 'nobody':
        return ['--no-agent'];
      case 'again':
        kept = undefined;
        return choose(root);
      default:
        await context.globalState.update(lastKey, chosen.id);
        return [`--agent=${chosen.id}`];
    }
  };
  return { choose };
}

/** @returns why they are not known, where that is so; undefined where the person went away. */
async function listAgents(program: string, folder: string): Promise<readonly ListedAgent[] | string | undefined> {
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
      return aborted.signal.aborted ? undefined : (readList(said.join('\n')) ?? errors);
    },
  );
}

/** @returns undefined for what is no such list. */
function readList(text: string): readonly ListedAgent[] | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const agents = isRecord(answer) ? answer['agents'] : undefined;
  if (!Array.isArray(agents)) return undefined;
  return agents.filter(isRecord).flatMap(({ id, name, installPage, found, version, reason }) =>
    typeof id === 'string'
      ? [
          {
            id,
            name: textOf(name) || id,
            installPage: textOf(installPage),
            version: found === true ? textOf(version) : undefined,
            reason: textOf(reason),
          },
        ]
      : [],
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

async function ask(all: readonly ListedAgent[], last: unknown): Promise<ListedAgent | 'nobody' | 'again' | undefined> {
  const installed = all.filter(({ version }) => version !== undefined);
  const first = installed.filter(({ id }) => id === last);
  const rows = [
    ...[...first, ...installed.filter((agent) => !first.includes(agent))].map((agent) => ({
      label: agent.name,
      description: agent.version ?? '',
      choice: agent,
    })),
    {
      label: vscode.l10n.t('No agent'),
      description: vscode.l10n.t('the work is done: ask the gates and do the rest'),
      choice: 'nobody' as const,
    },
    {
      label: vscode.l10n.t('Look again'),
      description: vscode.l10n.t('for agents that were installed a moment ago'),
      choice: 'again' as const,
    },
    { label: vscode.l10n.t('Not installed'), kind: vscode.QuickPickItemKind.Separator, choice: undefined },
    ...all
      .filter(({ version }) => version === undefined)
      .map((agent) => ({ label: agent.name, description: agent.reason, choice: agent })),
  ];
  const placeHolder =
    installed.length > 0
      ? vscode.l10n.t('Which agent does the work?')
      : vscode.l10n.t('No agent is installed. Choose one to read how to install it.');
  const chosen = (await vscode.window.showQuickPick(rows, { placeHolder }))?.choice;
  if (typeof chosen !== 'object' || chosen.version !== undefined) return chosen;
  if (chosen.installPage !== '') await vscode.env.openExternal(vscode.Uri.parse(chosen.installPage));
  return undefined;
}
