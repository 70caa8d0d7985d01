import { mkdir, readlink, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { userPathCommandTable } from './agentCommandTable.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { writeCaller } from './terminalPath.js';

/** The machine of the person who asks. */
export interface UserMachine {
  /** The home folder: absolute. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/**
 * Installs `pactwright` in the user's PATH, and removes it: a link in `~/.local/bin` to what calls the version that the editor runs.
 * Never done unless a person asks.
 *
 * @param program the command line's own: absolute.
 */
export function registerUserPath(context: vscode.ExtensionContext, program: string, user: UserMachine): void {
  const link = path.join(user.home, '.local', 'bin', 'pactwright');
  const install = async (): Promise<void> => {
    const caller = await writeCaller(context, program);
    if (user.platform === 'win32') return tellFolder(path.dirname(caller));
    if ((await stateOf(link, context)) === 'theirs')
      throw new Error(
        vscode.l10n.t('{0} was not created by Pactwright. Rename or delete it, then run this command again.', link),
      );
    await mkdir(path.dirname(link), { recursive: true });
    // That of another editor, too.
    await rm(link, { force: true });
    await symlink(caller, link);
    await tellInstalled(link, user);
  };
  const uninstall = async (): Promise<void> => {
    const state = user.platform === 'win32' ? 'absent' : await stateOf(link, context);
    if (state === 'theirs')
      throw new Error(vscode.l10n.t('{0} was not created by Pactwright, so it was not deleted.', link));
    if (state === 'ours') await rm(link);
    void vscode.window.showInformationMessage(
      state === 'ours'
        ? vscode.l10n.t('The command pactwright was removed from {0}.', path.dirname(link))
        : vscode.l10n.t('The command pactwright is not installed in PATH.'),
    );
  };
  registerCommands(context, {
    'pactwright.path.install': () => orSay(install),
    'pactwright.path.uninstall': () => orSay(uninstall),
  } satisfies CommandFunctions<typeof userPathCommandTable>);
}

async function orSay(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

/** Ours is a link into the storage of this extension, in whichever editor. */
async function stateOf(
  link: string,
  { extension }: Pick<vscode.ExtensionContext, 'extension'>,
): Promise<'ours' | 'theirs' | 'absent'> {
  try {
    const target = await readlink(link);
    return target.endsWith(path.join(path.sep, extension.id, 'bin', 'pactwright')) ? 'ours' : 'theirs';
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'ENOENT') return 'absent';
    // It is no link.
    if (error.code === 'EINVAL') return 'theirs';
    throw error;
  }
}

async function tellInstalled(link: string, { env, home }: UserMachine): Promise<void> {
  const folder = path.dirname(link);
  const isInPath = (env['PATH'] ?? '').split(path.delimiter).some((one) => path.resolve(home, one) === folder);
  if (isInPath) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The command pactwright was installed in {0}.', folder));
    return;
  }
  const copy = vscode.l10n.t('Copy Line');
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'The command pactwright was installed in {0}, which is not in your PATH. Add a line to the profile of your shell.',
      folder,
    ),
    copy,
  );
  if (chosen === copy) await vscode.env.clipboard.writeText('export PATH="$HOME/.local/bin:$PATH"');
}

/** Windows has no folder for the user's own programs. */
async function tellFolder(folder: string): Promise<void> {
  const copy = vscode.l10n.t('Copy Path');
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t('The command pactwright is in {0}. Add this folder to your PATH in the settings of Windows.', folder),
    copy,
  );
  if (chosen === copy) await vscode.env.clipboard.writeText(folder);
}
