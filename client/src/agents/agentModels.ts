import * as vscode from 'vscode';
import { askText } from '../editor/askText.js';
import * as v from 'valibot';
import { readAs } from '../editor/schemas.js';
import type { ListedAgent } from './listedAgent.js';

const section = 'pactwright';
const setting = 'agents.models';

/** The model a person has chosen for an agent, by the agent's own name of it; undefined: the agent's own choice. */
export function modelOf(agent: string): string | undefined {
  const model = chosenModels()[agent];
  return typeof model === 'string' && model.trim() !== '' ? model.trim() : undefined;
}

/** Lets a person choose the model of an agent, which is kept in their settings. */
export async function chooseModel({ id, name, models = [] }: ListedAgent): Promise<void> {
  const chosen = modelOf(id);
  const known = [...new Set([...models, ...(chosen === undefined ? [] : [chosen])])];
  const model = known.length === 0 ? await typeModel(name, '') : await pickModel(name, known, chosen);
  if (model === undefined) return;
  const others = Object.entries(chosenModels()).filter(([agent]) => agent !== id);
  const all = Object.fromEntries(model === '' ? others : [...others, [id, model]]);
  await vscode.workspace.getConfiguration(section).update(setting, all, vscode.ConfigurationTarget.Global);
}

function chosenModels(): Readonly<Record<string, unknown>> {
  const models = vscode.workspace.getConfiguration(section).get<unknown>(setting);
  return readAs(v.record(v.string(), v.unknown()), models) ?? {};
}

/** @returns empty for the agent's own choice; undefined if the person went away. */
async function pickModel(
  name: string,
  known: readonly string[],
  chosen: string | undefined,
): Promise<string | undefined> {
  const rows = [
    ...known.map((model) => ({
      label: model,
      description: model === chosen ? vscode.l10n.t('chosen') : '',
      answer: () => Promise.resolve<string | undefined>(model),
    })),
    {
      label: vscode.l10n.t('Another…'),
      description: vscode.l10n.t('as {0} spells it', name),
      answer: () => typeModel(name, chosen ?? ''),
    },
    {
      label: vscode.l10n.t('None'),
      description: vscode.l10n.t('{0} chooses', name),
      answer: () => Promise.resolve(''),
    },
  ];
  const placeHolder = vscode.l10n.t('Which model does {0} use?', name);
  return (await vscode.window.showQuickPick(rows, { placeHolder }))?.answer();
}

async function typeModel(name: string, value: string): Promise<string | undefined> {
  const prompt = vscode.l10n.t('The model’s name, as {0} spells it. Leave empty to let {0} choose.', name);
  return askText({ prompt, value });
}
