// A small extension for `npm start` alone: opens the first screen of the demo project. It is never part of the package.
import * as vscode from 'vscode';

/** Opens a spec with findings, the README and the walkthrough, with the board beside them. */
export async function activate() {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  // A window that is reloaded already has what a person left open.
  if (!folder || vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) return;
  const spec = vscode.Uri.joinPath(folder.uri, 'docs/specs/STORY-002.md');
  await vscode.window.showTextDocument(spec, { preview: false });
  const readme = vscode.Uri.joinPath(folder.uri, 'README.md');
  // Rendered, and not as a preview, which would follow whatever document is used next.
  await vscode.commands.executeCommand('vscode.openWith', readme, 'vscode.markdown.preview.editor', { preview: false });
  await vscode.commands.executeCommand('pactwright.board.focus');
  await vscode.commands.executeCommand('pactwright.openWalkthrough');
}
