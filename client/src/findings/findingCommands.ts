import * as vscode from 'vscode';
import {
  explainRuleCommand,
  ignoreFindingCommand,
  ignoreRequest,
  ruleListRequest,
  runOperationCommand,
  ruleScheme,
} from '../../../server/src/protocol.js';
import { askText } from '../editor/askText.js';
import { editorRange } from '../editor/editorRange.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import type { OperationInput, Operations } from '../editor/operations.js';
import type { ServerLink } from '../editor/serverLink.js';
import { adopt } from './adoption.js';
import { showHidden } from './hiddenFindings.js';
import type { findingCommandTable } from './findingCommandTable.js';

/** The commands that the light bulb offers for a finding besides its fixes. */
export function registerFindingCommands(
  context: vscode.ExtensionContext,
  { link, operations }: { readonly link: ServerLink; readonly operations: Pick<Operations, 'run'> },
): void {
  registerCommands(context, {
    [explainRuleCommand]: async (code) => {
      const chosen = typeof code === 'string' ? code : await chooseRule(link);
      if (chosen !== undefined) await explain(chosen);
    },
    [ignoreFindingCommand]: async (uri, id) => {
      if (typeof uri === 'string' && typeof id === 'string') await ignore(link, vscode.Uri.parse(uri), id);
    },
    [runOperationCommand]: async (root, name, input) => {
      if (typeof root !== 'string' || typeof name !== 'string') return;
      // As our own server sends it with a code action.
      await operations.run(root, name, (input ?? {}) as OperationInput);
    },
    'pactwright.adopt': () => adopt(link),
    'pactwright.showHiddenFindings': () => showHidden(link, true),
    'pactwright.hideKnownFindings': () => showHidden(link, false),
  } satisfies CommandFunctions<typeof findingCommandTable>);
}

async function explain(code: string): Promise<void> {
  // Not as a preview, which would follow whatever document is used next.
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.from({ scheme: ruleScheme, path: `/${code}.md` }));
}

/** Rules with a finding at the cursor come first: most likely one of them is meant. */
async function chooseRule(link: ServerLink): Promise<string | undefined> {
  const rules = (await link.request(ruleListRequest, undefined)) ?? [];
  const here = codesAtCursor();
  const rows = rules
    .toSorted((a, b) => Number(here.has(b.code)) - Number(here.has(a.code)))
    .map(({ code, name, summary }) => ({ label: code, description: name, detail: summary }));
  const options = {
    title: vscode.l10n.t('Explain Rule'),
    placeHolder: vscode.l10n.t('A rule’s code, its name, or words from it'),
    matchOnDescription: true,
    matchOnDetail: true,
  };
  return (await vscode.window.showQuickPick(rows, options))?.label;
}

function codesAtCursor(): ReadonlySet<string> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return new Set();
  const findings = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter(({ source, range }) => source === 'pactwright' && range.intersection(editor.selection) !== undefined);
  return new Set(findings.map(({ code }) => (typeof code === 'object' ? String(code.value) : String(code ?? ''))));
}

async function ignore(link: ServerLink, uri: vscode.Uri, id: string): Promise<void> {
  const reason = await askText({
    title: vscode.l10n.t('Ignore Finding'),
    prompt: vscode.l10n.t('Why is it fine here? The reason is written into the comment.'),
    placeHolder: vscode.l10n.t('Reason (optional)'),
  });
  if (reason === undefined) return;
  const edits = await link.request(ignoreRequest, { uri: uri.toString(), id, reason });
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    uri,
    (edits ?? []).map(({ range, newText }) => new vscode.TextEdit(editorRange(range), newText)),
  );
  if (!edits || !(await vscode.workspace.applyEdit(edit)))
    void vscode.window.showWarningMessage(vscode.l10n.t('The document has changed. Run the command again.'));
}
