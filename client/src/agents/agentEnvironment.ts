import * as vscode from 'vscode';

/** What the command line is to know of agents beside what it finds: those that the person has set up in the editor's settings. */
export function agentEnvironment(): Record<string, string> {
  const custom = vscode.workspace.getConfiguration('pactwright').get<readonly unknown[]>('agents.custom', []);
  return custom.length === 0 ? {} : { PACTWRIGHT_AGENTS: JSON.stringify(custom) };
}
