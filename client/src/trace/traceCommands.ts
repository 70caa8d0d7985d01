import * as vscode from 'vscode';
import {
  type ItemReference,
  openCommitCommand,
  openTraceCommand,
  type Place,
  type Range,
  showReferencesCommand,
} from '../../../server/src/protocol.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { editorRange } from '../editor/editorRange.js';
import type { MatrixPanel } from './matrixPanel.js';
import { openCommit } from './openCommit.js';
import { impactUri } from './traceDocuments.js';
import type { traceCommandTable } from './traceCommandTable.js';
import type { TraceRow } from './traceNodes.js';
import type { TraceTree } from './traceTree.js';

/** The commands behind code lenses, code actions and the rows of the trace view. */
export function registerTraceCommands(
  context: vscode.ExtensionContext,
  { tree, matrix }: { readonly tree: TraceTree; readonly matrix: MatrixPanel },
): void {
  registerCommands(context, {
    [showReferencesCommand]: (uri, position, locations) => {
      // As our own server sends them with a code lens.
      return showReferences(uri as string, position as Range['start'], locations as readonly Place[]);
    },
    [openTraceCommand]: async (item, root) => {
      if (typeof item !== 'string' || typeof root !== 'string') return;
      await vscode.commands.executeCommand('pactwright.trace.focus');
      if (!(await tree.show(root, item)))
        await vscode.window.showInformationMessage(
          vscode.l10n.t('{0} is not in the trace: it has no spec, test case or board entry.', item),
        );
    },
    [openCommitCommand]: openCommit,
    'pactwright.showMatrix': () => {
      matrix.show();
    },
    'pactwright.trace.showMatrixOfItem': (row) => {
      const item = referenceOf(row);
      if (item) matrix.show(item);
    },
    'pactwright.trace.showImpact': async (row) => {
      const reference = referenceOf(row);
      if (reference) await vscode.commands.executeCommand('markdown.showPreview', impactUri(reference));
    },
  } satisfies CommandFunctions<typeof traceCommandTable>);
}

async function showReferences(
  uri: string,
  { line, character }: Range['start'],
  places: readonly Place[],
): Promise<void> {
  await vscode.commands.executeCommand(
    'editor.action.showReferences',
    vscode.Uri.parse(uri),
    new vscode.Position(line, character),
    places.map(({ uri: target, range }) => new vscode.Location(vscode.Uri.parse(target), editorRange(range))),
  );
}

/** The item, or the requirement of an item, that a row of the trace view is about. */
function referenceOf(row: unknown): ItemReference | undefined {
  // Only the tree calls it, with its own rows: the commands are in its menus alone.
  const clicked = row as TraceRow | undefined;
  if (clicked?.kind === 'item') return { root: clicked.project.root, item: clicked.item.id };
  if (clicked?.kind !== 'node') return undefined;
  const { reference, node } = clicked;
  return node.kind === 'requirement' ? { ...reference, requirement: node.label } : reference;
}
