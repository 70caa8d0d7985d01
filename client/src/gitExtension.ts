import * as vscode from 'vscode';

/** The part of the git extension's interface that is used here, version 1. */
interface GitExtension {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): GitExtensionRepository | null };
}

interface GitExtensionRepository {
  /** Empty where it is not set. */
  getConfig(key: string): Promise<string>;
}

/**
 * The repository around a folder, as VS Code's own git extension knows it; undefined where it does not, or is switched off.
 */
export async function repositoryAround(folder: vscode.Uri): Promise<GitExtensionRepository | undefined> {
  try {
    const git = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
    return git?.getAPI(1).getRepository(folder) ?? undefined;
  } catch {
    // The extension throws where it is switched off by its setting.
    return undefined;
  }
}
