import { CodeActionKind, type ServerCapabilities } from 'vscode-languageserver';
import { completionTriggers } from '../../../languageFeatures/completion.js';
import { fixAllKind, refactoringKinds } from '../codeActions.js';
import { semanticTokensLegend } from './semanticTokens.js';

/** What the language features answer, as the editor is told with `initialize`. */
export function featureCapabilities(): ServerCapabilities {
  return {
    completionProvider: { triggerCharacters: [...completionTriggers], resolveProvider: true },
    hoverProvider: true,
    codeLensProvider: { resolveProvider: false },
    inlayHintProvider: { resolveProvider: false },
    semanticTokensProvider: { legend: semanticTokensLegend, full: true },
    documentSymbolProvider: { label: 'Pactwright' },
    workspaceSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: { prepareProvider: true },
    documentLinkProvider: { resolveProvider: false },
    codeActionProvider: {
      codeActionKinds: [CodeActionKind.QuickFix, ...Object.values(refactoringKinds), fixAllKind],
      resolveProvider: true,
    },
    workspace: {
      fileOperations: {
        // Wherever the configuration has specs and test cases; of another file there is nothing to say.
        willRename: { filters: [{ scheme: 'file', pattern: { glob: '**/*.{md,feature}', matches: 'file' } }] },
      },
    },
  };
}
