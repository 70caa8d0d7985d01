import * as vscode from 'vscode';

/** The part of the git extension's interface that is used here, version 1. */
interface GitExtension {
  getAPI(version: 1): GitExtensionApi;
}

interface GitExtensionApi {
  getRepository(uri: vscode.Uri): GitExtensionRepository | null;
  openRepository(root: vscode.Uri): Promise<GitExtensionRepository | null>;
  /** A file as it was at a commit. */
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
}

export interface GitExtensionRepository {
  readonly state: {
    readonly HEAD?: { readonly name?: string };
    readonly untrackedChanges: readonly GitExtensionChange[];
    readonly workingTreeChanges: readonly GitExtensionChange[];
  };
  /** Empty if it is not set. */
  getConfig(key: string): Promise<string>;
  /** Asks git for the state again. */
  status(): Promise<void>;
  /** What the folder differs in from a commit; files that git does not know left out. */
  diffWith(ref: string): Promise<readonly GitExtensionChange[]>;
}

interface GitExtensionChange {
  readonly uri: vscode.Uri;
  readonly originalUri: vscode.Uri;
  readonly renameUri?: vscode.Uri;
  /** As the extension's `Status` numbers them. */
  readonly status: number;
}

/**
 * The repository around a folder, as VS Code's own git extension knows it; undefined if it does not, or is switched off.
 */
export async function repositoryAround(folder: vscode.Uri): Promise<GitExtensionRepository | undefined> {
  return (await gitApi())?.getRepository(folder) ?? undefined;
}

/** The repository of a worktree, opened where it is not yet. */
export async function openRepositoryAt(
  folder: vscode.Uri,
): Promise<
  { readonly repository: GitExtensionRepository; readonly toGitUri: GitExtensionApi['toGitUri'] } | undefined
> {
  const api = await gitApi();
  const repository = await api?.openRepository(folder).catch(() => null);
  return api && repository ? { repository, toGitUri: (uri, ref) => api.toGitUri(uri, ref) } : undefined;
}

async function gitApi(): Promise<GitExtensionApi | undefined> {
  try {
    const git = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
    return git?.getAPI(1);
  } catch {
    // The extension throws where it is switched off by its setting.
    return undefined;
  }
}
