import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { GateStore } from './gateStore.js';
import type { gateApprovalCommandTable } from './gateCommandTable.js';
import { rowOf } from './gateTree.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { addToStateFile } from '../editor/stateFile.js';

/**
 * The command by which a person lets a command of the configuration run in this repository: it comes from the repository, so it is
 * shown as it is, word by word.
 */
export function registerGateApproval(context: vscode.ExtensionContext, gates: GateStore): void {
  registerCommands(context, {
    'pactwright.gates.approveCommand': async (element) => {
      const row = rowOf(element);
      if (row?.kind !== 'condition' && row?.kind !== 'problem') return;
      const problems = row.kind === 'problem' ? [row.problem] : (row.result.problems ?? []);
      const command = problems.find((problem) => problem.command)?.command;
      const repository = gates.answer(row.subject)?.repository;
      if (!command || repository === undefined || !(await isAllowed(command))) return;
      try {
        await approve(command, repository);
      } catch (error) {
        await vscode.window.showErrorMessage(
          vscode.l10n.t('The command was not approved: {0}', error instanceof Error ? error.message : String(error)),
        );
        return;
      }
      await gates.ask(row.subject, 'recorded');
    },
  } satisfies CommandFunctions<typeof gateApprovalCommandTable>);
}

async function isAllowed(command: readonly string[]): Promise<boolean> {
  const allow = vscode.l10n.t('Allow');
  const detail = [
    JSON.stringify(command),
    '',
    vscode.l10n.t(
      'It is declared in .pactwright/config.yaml and runs with your permissions, without a shell. You are asked again when it changes.',
    ),
  ].join('\n');
  const question = vscode.l10n.t('Allow gates to run this command in this repository?');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, allow)) === allow;
}

/** @param repository as the command line names it. */
async function approve(command: readonly string[], repository: string): Promise<void> {
  const sha256 = createHash('sha256').update(JSON.stringify(command)).digest('hex');
  await addToStateFile(
    { name: 'approved-commands.json', list: 'commands' },
    { repository, sha256 },
    (other) => other['repository'] === repository && other['sha256'] === sha256,
  );
}
