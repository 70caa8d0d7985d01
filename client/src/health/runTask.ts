import * as vscode from 'vscode';

/** Runs a task until its process ends. The end may be reported before the start. */
export async function runTask(task: vscode.Task): Promise<void> {
  const ended = new Set<vscode.TaskExecution>();
  let tell = (): void => undefined;
  const listening = vscode.tasks.onDidEndTaskProcess(({ execution }) => {
    ended.add(execution);
    tell();
  });
  try {
    const execution = await vscode.tasks.executeTask(task);
    await new Promise<void>((resolve) => {
      tell = () => {
        if (ended.has(execution)) resolve();
      };
      tell();
    });
  } finally {
    listening.dispose();
  }
}
