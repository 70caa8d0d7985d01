import * as vscode from 'vscode';
import { InlayHintRequest, type LanguageClient, type Middleware } from 'vscode-languageclient/node';

const setting = 'pactwright.inlayHints.titles';

/** Titles behind bare ids are asked for only where the setting wants them. */
export const inlayHintsMiddleware: Middleware = {
  provideInlayHints: (document, range, token, next) =>
    vscode.workspace.getConfiguration(undefined, document).get<boolean>(setting, false)
      ? next(document, range, token)
      : [],
};

/** Shows or hides the titles as soon as the setting is changed. */
export function refreshInlayHints(client: LanguageClient): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (!change.affectsConfiguration(setting)) return;
    for (const document of vscode.workspace.textDocuments)
      client.getFeature(InlayHintRequest.method).getProvider(document)?.onDidChangeInlayHints.fire();
  });
}
