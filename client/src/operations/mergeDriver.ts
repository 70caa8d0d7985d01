import * as vscode from 'vscode';
import type { Boards } from '../editor/boards.js';
import { type CommandLineEnd, runCommandLine } from '../editor/commandLine.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import type { mergeDriverCommandTable } from './itemCommandTable.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';

/** Where the driver of each project root was installed from: the program's place changes with every version of the extension. */
const installedKey = 'mergeDriver.installed';

/** Installs and removes the merge driver of the clones that are open, and keeps an installed one at the program that is there now. */
export function registerMergeDriver(
  context: vscode.ExtensionContext,
  boards: Pick<Boards, 'get'>,
  log: vscode.LogOutputChannel,
): void {
  const program = context.asAbsolutePath('dist/cli.js');
  const installed = (): Readonly<Record<string, string>> => context.workspaceState.get(installedKey, {});
  const remember = (root: string, from: string | undefined): Thenable<void> => {
    const others = Object.entries(installed()).filter(([one]) => one !== root);
    const now = from === undefined ? others : [...others, [root, from]];
    return context.workspaceState.update(installedKey, Object.fromEntries(now));
  };
  const ask = async (root: string, ...args: readonly string[]): Promise<CommandLineEnd & { readonly said: string }> => {
    const folder = vscode.Uri.parse(root).fsPath;
    const said: string[] = [];
    const end = await runCommandLine({
      program,
      args: ['merge-driver', ...args, '--root', folder],
      folder,
      onLine: (line) => said.push(line),
      signal: AbortSignal.timeout(60_000),
    });
    return { ...end, said: said.join('\n') };
  };
  const call = async (root: string, what: 'install' | 'uninstall'): Promise<string | undefined> => {
    const { code, errors, said } = await ask(root, `--${what}`);
    if (code !== 0) {
      log.error(`merge-driver --${what}: ${errors}`);
      return errors || vscode.l10n.t('the command line gave no reason');
    }
    log.info(said);
    await remember(root, what === 'install' ? program : undefined);
    return undefined;
  };
  const forAll = async (what: 'install' | 'uninstall', done: string): Promise<void> => {
    const why = vscode.l10n.t(
      'The merge driver was not changed. Pactwright does not start programs in Restricted Mode.',
    );
    if (!isTrustedOrSay(why)) return;
    const roots = (await boards.get()).map(({ root }) => root);
    if (roots.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No project with a sprint board is open.'));
      return;
    }
    for (const root of roots) {
      const problem = await call(root, what);
      if (problem === undefined) continue;
      void vscode.window.showErrorMessage(problem);
      return;
    }
    void vscode.window.showInformationMessage(done);
  };
  const keepUp = async (): Promise<void> => {
    if (!vscode.workspace.isTrusted) return;
    for (const [root, from] of Object.entries(installed())) {
      if (from === program) continue;
      // It may have been removed on the command line on purpose.
      const { said } = await ask(root, '--status', '--format', 'json');
      if (/"state": "absent"/.test(said)) await remember(root, undefined);
      else await call(root, 'install');
    }
  };

  registerCommands(context, {
    'pactwright.mergeDriver.install': () =>
      forAll(
        'install',
        vscode.l10n.t(
          'Git now merges the board, archive, lessons and context of this clone by entry and task instead of by line.',
        ),
      ),
    'pactwright.mergeDriver.uninstall': () =>
      forAll('uninstall', vscode.l10n.t('Git merges the documents of this clone line by line again.')),
  } satisfies CommandFunctions<typeof mergeDriverCommandTable>);
  context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => void keepUp()));
  void keepUp();
}
