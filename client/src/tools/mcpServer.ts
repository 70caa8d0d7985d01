import * as vscode from 'vscode';

const setting = 'pactwright.mcp.server';

/**
 * Offers `pactwright mcp` to the editor's agents, for each workspace folder. Off unless a person switches it on: agent mode has the
 * same tools already. In Restricted Mode there is none.
 *
 * @param program the command line's own: absolute.
 */
export function registerMcpServer(context: vscode.ExtensionContext, program: string): void {
  const changed = new vscode.EventEmitter<void>();
  const refresh = (): void => {
    changed.fire();
  };
  context.subscriptions.push(
    changed,
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(setting)) refresh();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(refresh),
    vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    vscode.lm.registerMcpServerDefinitionProvider('pactwright', {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () =>
        vscode.workspace.isTrusted && vscode.workspace.getConfiguration().get<boolean>(setting, false)
          ? serversFor(vscode.workspace.workspaceFolders ?? [], program, versionOf(context))
          : [],
    }),
  );
}

function serversFor(
  folders: readonly vscode.WorkspaceFolder[],
  program: string,
  version: string,
): vscode.McpStdioServerDefinition[] {
  return folders.map(({ name, uri }) => {
    const label = folders.length > 1 ? `Pactwright (${name})` : 'Pactwright';
    const args = [program, 'mcp', '--root', uri.fsPath];
    // On the desktop the extension host runs in Electron, which needs this to act as Node.
    const server = new vscode.McpStdioServerDefinition(
      label,
      process.execPath,
      args,
      { ELECTRON_RUN_AS_NODE: '1' },
      version,
    );
    server.cwd = uri;
    return server;
  });
}

function versionOf({ extension }: vscode.ExtensionContext): string {
  const { version } = extension.packageJSON as { readonly version: string };
  return version;
}
