import * as vscode from 'vscode';
import { type ProcessOutcome, runOperationProcess } from './operationProcess.js';
import { isOfProject } from '../editor/projectFiles.js';
import { plainLabel } from '../editor/plainLabel.js';
import { sayNotDone } from './sayNotDone.js';

/** A button beside the reason of a refusal. */
export interface WayOut {
  readonly label: string;
  readonly run: () => void;
}

export interface ByProcess {
  /** The command line's own program: absolute. */
  readonly program: string;
  /** URI of the project root. */
  readonly root: string;
  /** The operation and its inputs. */
  readonly args: readonly string[];
  readonly wayOut?: (refused: Extract<ProcessOutcome, { kind: 'refused' }>) => WayOut | undefined;
}

/**
 * Carries an operation out by the command line, which works on what is saved, and shows a person why where it is refused.
 *
 * @returns whether it was carried out.
 */
export async function carryOutByProcess({ wayOut, ...call }: ByProcess): Promise<boolean> {
  const outcome = await endOfProcess(call);
  if (outcome.kind === 'done') {
    vscode.window.setStatusBarMessage(plainLabel(outcome.message), 4_000);
    return true;
  }
  const out = wayOut?.(outcome);
  void sayNotDone([outcome.message, ...outcome.candidates], ...(out ? [out.label] : [])).then((choice) => {
    if (choice !== undefined) out?.run();
  });
  return false;
}

/** The command line works on what is saved. */
export async function endOfProcess({ program, root, args }: Omit<ByProcess, 'wayOut'>): Promise<ProcessOutcome> {
  const unsaved = vscode.workspace.textDocuments.find(({ isDirty, uri }) => isDirty && isOfProject(root, uri));
  if (unsaved) {
    const name = vscode.workspace.asRelativePath(unsaved.uri);
    const message = vscode.l10n.t('{0} has unsaved changes: save it first', name);
    return { kind: 'refused', code: 'unsaved', message, candidates: [] };
  }
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: ['pactwright', ...args].join(' '), cancellable: true },
    (_progress, token) => runOperationProcess(program, vscode.Uri.parse(root).fsPath, args, token),
  );
}
