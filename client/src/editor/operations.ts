import * as vscode from 'vscode';
import { type OperationOutcome, operationRequest } from '../../../server/src/protocol.js';
import { askDoneCommand } from './commandIds.js';
import { type OperationEnd, runOperationProcess } from './operationProcess.js';
import { plainLabel } from './plainLabel.js';
import { plainMessage } from './plainMessage.js';
import { isOfProject } from './projectFiles.js';
import type { ServerLink } from './serverLink.js';

export type OperationInput = Readonly<Record<string, unknown>>;

/** The one way to operations: what the server leaves to a process of its own is started here. */
export interface Operations {
  /**
   * Carries one out, and shows a person why where it is refused.
   *
   * @param root URI of the project root.
   * @param name as on the command line: `board tick`.
   */
  readonly run: (root: string, name: string, input: OperationInput) => Promise<OperationEnd>;
  /** As `run`, but shows nothing. */
  readonly ask: (
    root: string,
    name: string,
    input: OperationInput,
    token?: vscode.CancellationToken,
  ) => Promise<OperationEnd>;
}

/** @param program the command line's own: absolute. */
export function createOperations(link: Pick<ServerLink, 'request'>, program: string): Operations {
  const request = async (root: string, name: string, input: OperationInput): Promise<OperationOutcome> =>
    (await link.request(operationRequest, { root, name, input })) ?? {
      kind: 'refused',
      code: 'failed',
      message: vscode.l10n.t('the Pactwright server does not answer; its log says why'),
      candidates: [],
    };
  const start = (root: string, args: readonly string[], token?: vscode.CancellationToken): Promise<OperationEnd> =>
    runOperationProcess(program, vscode.Uri.parse(root).fsPath, args, token);
  return {
    ask: async (root, name, input, token) => {
      const outcome = await request(root, name, input);
      return outcome.kind === 'runElsewhere' ? start(root, outcome.args, token) : outcome;
    },
    run: async (root, name, input) => {
      const outcome = await request(root, name, input);
      if (outcome.kind === 'refused') void sayNotDone([outcome.message]);
      if (outcome.kind !== 'runElsewhere') return outcome;
      const { args } = outcome;
      const unsaved = unsavedIn(root);
      if (unsaved !== undefined) {
        void vscode.window.showWarningMessage(unsaved);
        return { kind: 'refused', code: 'unsaved', message: unsaved, candidates: [] };
      }
      const end = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: ['pactwright', ...args].join(' '), cancellable: true },
        (_progress, token) => start(root, args, token),
      );
      if (end.kind === 'done') vscode.window.setStatusBarMessage(plainLabel(end.message), 4_000);
      else void sayRefused(root, input, end);
      return end;
    },
  };
}

/** The command line works on what is saved. @returns what to say of a file that is not. */
function unsavedIn(root: string): string | undefined {
  const unsaved = vscode.workspace.textDocuments.find(({ isDirty, uri }) => isDirty && isOfProject(root, uri));
  if (!unsaved) return undefined;
  const name = vscode.workspace.asRelativePath(unsaved.uri);
  return vscode.l10n.t('{0} has unsaved changes. Save it first.', name);
}

async function sayRefused(
  root: string,
  { item }: OperationInput,
  { code, message, candidates }: Extract<OperationEnd, { kind: 'refused' }>,
): Promise<void> {
  const show = vscode.l10n.t('Show Blockers');
  const choice = await sayNotDone([message, ...candidates], ...(code === 'gate' ? [show] : []));
  if (choice === show) await vscode.commands.executeCommand(askDoneCommand, root, item);
}

/**
 * Tells a person why nothing was done; not where nothing is known, as after they have cancelled it.
 *
 * @param reasons sentences without full stop; empty ones do not count.
 * @param buttons labels.
 * @returns the button that was chosen.
 */
export async function sayNotDone(
  reasons: readonly string[],
  ...buttons: readonly string[]
): Promise<string | undefined> {
  const said = reasons.filter((reason) => reason !== '').join('; ');
  if (said === '') return undefined;
  return vscode.window.showErrorMessage(
    plainMessage(vscode.l10n.t('Nothing was changed: {0}', `${said}.`)),
    ...buttons,
  );
}
