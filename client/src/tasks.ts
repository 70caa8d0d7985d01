import * as vscode from 'vscode';

const taskType = 'pactwright';

/** The `pactwright` task type: the same lint as in CI, its output matched into the Problems list. */
export function registerTasks(context: vscode.ExtensionContext): void {
  const program = context.asAbsolutePath('dist/cli.js');
  context.subscriptions.push(
    vscode.tasks.registerTaskProvider(taskType, {
      provideTasks: () =>
        (vscode.workspace.workspaceFolders ?? [])
          .filter(({ uri }) => uri.scheme === 'file')
          .map((folder) => lintTask(program, folder, { type: taskType })),
      resolveTask: (task) => {
        const scope = task.scope;
        return typeof scope === 'object' ? lintTask(program, scope, task.definition) : undefined;
      },
    }),
  );
}

function lintTask(program: string, folder: vscode.WorkspaceFolder, definition: vscode.TaskDefinition): vscode.Task {
  const extra: unknown = definition['args'];
  const args = Array.isArray(extra) ? extra.filter((argument) => typeof argument === 'string') : [];
  const execution = new vscode.ProcessExecution(
    process.execPath,
    [program, 'lint', '--format', 'text', '--root', folder.uri.fsPath, ...args],
    // On the desktop the extension host runs in Electron, which needs this to act as Node.
    { cwd: folder.uri.fsPath, env: { ELECTRON_RUN_AS_NODE: '1' } },
  );
  const task = new vscode.Task(definition, folder, vscode.l10n.t('lint'), 'pactwright', execution, '$pactwright');
  task.group = vscode.TaskGroup.Build;
  task.detail = vscode.l10n.t('Checks specs, test cases and the board of this folder');
  return task;
}
