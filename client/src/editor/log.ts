import * as vscode from 'vscode';

/** The one output channel, shown by `Pactwright: Show Log`. */
export function createLogger(context: vscode.ExtensionContext): vscode.LogOutputChannel {
  const channel = vscode.window.createOutputChannel('Pactwright', { log: true });
  context.subscriptions.push(channel);
  return channel;
}
