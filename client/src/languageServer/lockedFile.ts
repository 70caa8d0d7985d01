import { access, constants, stat } from 'node:fs/promises';
import * as vscode from 'vscode';

/** The first of these files that the editor would not write; one that does not exist is not locked. */
export async function lockedFile(uris: Iterable<vscode.Uri>): Promise<vscode.Uri | undefined> {
  for (const uri of uris) if ((await isReadOnlyHere(uri)) || (await isLockedOnDisk(uri))) return uri;
  return undefined;
}

/** By a setting, or because its file system is. */
async function isReadOnlyHere(uri: vscode.Uri): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(uri)).permissions !== undefined;
  } catch {
    return false;
  }
}

/** The editor does not write a file without the write bit, even where the operating system would; extensions cannot ask for that. */
async function isLockedOnDisk({ scheme, fsPath }: vscode.Uri): Promise<boolean> {
  if (scheme !== 'file') return false;
  try {
    const { mode } = await stat(fsPath);
    if ((mode & constants.S_IWUSR) === 0) return true;
  } catch {
    return false;
  }
  return access(fsPath, constants.W_OK).then(
    () => false,
    () => true,
  );
}
