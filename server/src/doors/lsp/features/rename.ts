import path from 'node:path';
import {
  LSPErrorCodes,
  MessageType,
  type PrepareRenameResult,
  type RenameParams,
  ResponseError,
  ShowMessageNotification,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { leadsOut } from '../../../base/leadsOut.js';
import { prepareRename, rename } from '../../../languageFeatures/rename.js';
import { type MovedFile, renameFiles } from '../../../languageFeatures/renameFiles.js';
import { itemsNamedIn } from '../../../trace/idReferences.js';
import { firstOutside } from '../firstOutside.js';
import { guard } from '../guard.js';
import type { SettledDocument } from '../settledFile.js';
import type { TracedProject } from '../tracedProject.js';
import { toPath } from '../uris.js';
import { toWorkspaceEdit } from '../workspaceEdit.js';
import { answer, type FeatureHost } from './answer.js';
import { readAhead } from './readAhead.js';

interface Done {
  readonly edit: WorkspaceEdit;
  readonly done: string | undefined;
  /** URI of the first file that has another name then: the spec of a renamed item. */
  readonly renamed: string | undefined;
}

type Outcome = Done | { readonly refused: string } | undefined;

/** Renames of ids, and what follows from files that are renamed in the editor. */
export function registerRename(host: FeatureHost): void {
  const { connection, session, log } = host;

  connection.onPrepareRename(
    answer(host, 'preparing a rename', null, (settled, { position }): PrepareRenameResult | null => {
      const { lines } = settled.document;
      const start = prepareRename(settled, lines.offsetAt(position));
      return start ? { range: lines.rangeOf(start.span), placeholder: start.placeholder } : null;
    }),
  );

  const tryRename = async (settled: SettledDocument, asked: RenameParams): Promise<Outcome> => {
    const renaming = rename(settled, settled.document.lines.offsetAt(asked.position), asked.newName);
    if (!renaming) return undefined;
    if (renaming.kind === 'refused') return { refused: renaming.reason };
    const { changes, done } = renaming;
    const root = toPath(settled.rootUri) ?? '';
    // What the operating system does not let through here, it does not let the editor through.
    const outside = await firstOutside(host.disk, root, changes).catch(() => undefined);
    if (outside !== undefined) return { refused: `${leadsOut(outside, root)}.` };
    const renamed = changes.find((change) => change.kind === 'rename');
    return { edit: toWorkspaceEdit(changes, settled), done, renamed: renamed && settled.uriOf(renamed.newPath) };
  };
  const outcomeOf = answer(host, 'rename', undefined, tryRename, itemsNamedIn);
  connection.onRenameRequest(async (params, token) => {
    const outcome = await outcomeOf(params, token);
    if (!outcome) return null;
    // The editor shows the message where the new name was typed.
    if ('refused' in outcome) return new ResponseError(LSPErrorCodes.RequestFailed, outcome.refused);
    void tellDone(host, outcome).catch(() => {
      log('what a rename did could not be shown');
    });
    return outcome.edit;
  });

  connection.workspace.onWillRenameFiles(
    guard('renaming files', log, null, async ({ files }, token): Promise<WorkspaceEdit | null> => {
      const byProject = new Map<string, { readonly project: TracedProject; readonly moved: MovedFile[] }>();
      await readAhead(await session.traces(), itemsNamedIn, token);
      for (const { oldUri, newUri } of files) {
        const project = await session.traceAt(oldUri);
        const root = project && toPath(project.rootUri);
        const target = toPath(newUri);
        if (!project || root === undefined || target === undefined) continue;
        const newPath = path.relative(root, target).split(path.sep).join('/');
        const known = byProject.get(project.rootUri) ?? { project, moved: [] };
        known.moved.push({ oldPath: project.path, newPath });
        byProject.set(project.rootUri, known);
      }
      if (token.isCancellationRequested) return null;
      const edits = Array.from(byProject.values(), ({ project, moved }) =>
        toWorkspaceEdit(renameFiles(project, moved), project),
      );
      return { documentChanges: edits.flatMap(({ documentChanges }) => documentChanges ?? []) };
    }),
  );
}

/** Not every client takes the request for a message with buttons: such a one gets the message alone. */
async function tellDone({ connection, canOffer }: FeatureHost, { done: message, renamed }: Done): Promise<void> {
  if (message === undefined) return;
  if (renamed === undefined || !canOffer()) {
    await connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message });
    return;
  }
  const open = await connection.window.showInformationMessage(message, { title: 'Open Spec' });
  if (open) await connection.window.showDocument({ uri: renamed, takeFocus: true });
}
