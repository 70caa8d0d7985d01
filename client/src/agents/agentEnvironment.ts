import * as vscode from 'vscode';

/** What the command line is to know of agents beside what it finds: what the person has said in the editor's settings. */
export function agentEnvironment(): Record<string, string> {
  const settings = vscode.workspace.getConfiguration('pactwright');
  const custom = settings.get<readonly unknown[]>('agents.custom', []);
  const models = settings.get<Readonly<Record<string, unknown>>>('agents.models', {});
  const byDefault = settings.get<string>('agents.default', '');
  const choices = {
    ...(byDefault === '' ? {} : { default: byDefault }),
    ...settings.get<Readonly<Record<string, unknown>>>('agents.choices', {}),
  };
  return {
    ...(custom.length === 0 ? {} : { PACTWRIGHT_AGENTS: JSON.stringify(custom) }),
    ...(Object.keys(choices).length === 0 ? {} : { PACTWRIGHT_CHOICES: JSON.stringify(choices) }),
    ...(Object.keys(models).length === 0 ? {} : { PACTWRIGHT_MODELS: JSON.stringify(models) }),
  };
}
