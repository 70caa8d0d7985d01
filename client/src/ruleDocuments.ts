import * as vscode from 'vscode';
import { ruleReferenceRequest, ruleScheme } from '../../server/src/protocol.js';
import type { ServerLink } from './editor/serverLink.js';

/** Serves `pactwright-rule:/PW101.md`, where the code of a finding leads. */
export function registerRuleDocuments(context: vscode.ExtensionContext, link: ServerLink): void {
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(ruleScheme, {
      provideTextDocumentContent: async (uri) => {
        const code = uri.path.replace(/^\//, '').replace(/\.md$/, '');
        const text = await link.request(ruleReferenceRequest, { code });
        if (text === undefined)
          return vscode.l10n.t('The Pactwright server is not running. Restart it and open the rule again.');
        return text ?? vscode.l10n.t('There is no rule {0}.', code);
      },
    }),
  );
}
