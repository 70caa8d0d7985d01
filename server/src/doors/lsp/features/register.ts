import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type CodeActionRegistrationOptions,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentLink,
  type FoldingRange,
  FoldingRangeKind,
  type Hover,
  type InlayHint,
  type Location,
  type LocationLink,
  type Position,
  type ReferenceParams,
  type SelectionRange,
  type SemanticTokens,
  SemanticTokensBuilder,
  type SemanticTokensLegend,
  type ServerCapabilities,
} from 'vscode-languageserver';
import { sourceExtensions } from '../../../code/languageOf.js';
import type { AnyDocument } from '../../../documents/document.js';
import { readBriefly } from '../../../documents/unreadDocument.js';
import { completionTriggers } from '../../../languageFeatures/completion.js';
import { definition } from '../../../languageFeatures/definition.js';
import { documentHighlights } from '../../../languageFeatures/documentHighlights.js';
import { documentLinks as linksOf } from '../../../languageFeatures/documentLinks.js';
import { foldingRanges } from '../../../languageFeatures/foldingRanges.js';
import { hover } from '../../../languageFeatures/hover.js';
import { inlayHints } from '../../../languageFeatures/inlayHints.js';
import { references } from '../../../languageFeatures/references.js';
import { selectionRanges } from '../../../languageFeatures/selectionRanges.js';
import { semanticTokens, tokenModifiers, tokenTypes } from '../../../languageFeatures/semanticTokens.js';
import { openCommitCommand } from '../../../protocol.js';
import { itemsNamedIn } from '../../../trace/idReferences.js';
import { codeActions, fixAllKind, refactoringKinds } from '../codeActions.js';
import { resolveAction, uriOfAction } from '../findingActions.js';
import { guard } from '../guard.js';
import { markdown } from '../markup.js';
import { placeIn } from '../places.js';
import type { SettledDocument } from '../settledFile.js';
import { answer, type FeatureHost } from './answer.js';
import { registerCodeLens } from './codeLens.js';
import { registerCompletion } from './completion.js';
import { registerRename } from './rename.js';
import { registerSymbols } from './symbols.js';

const registrations: readonly ((host: FeatureHost) => void)[] = [
  registerCodeLens,
  registerCompletion,
  registerDefinition,
  registerFolding,
  registerHighlight,
  registerHover,
  registerInlayHint,
  registerLinks,
  registerRefactorings,
  registerReferences,
  registerRename,
  registerSelection,
  registerSemanticTokens,
  registerSymbols,
];

/** Answers what `featureCapabilities` says is answered. */
export function registerFeatures(host: FeatureHost): void {
  for (const register of registrations) register(host);
}

/** Answers with links, so that the editor underlines the whole id and not a word of it. */
function registerDefinition(host: FeatureHost): void {
  host.connection.onDefinition(
    answer(host, 'definition', null, (settled, { position }): LocationLink[] | null => {
      const { lines } = settled.document;
      const found = definition(settled, lines.offsetAt(position));
      if (!found) return null;
      const originSelectionRange = lines.rangeOf(found.origin);
      return found.places.map(({ file, span }) => {
        const { uri, range } = placeIn(settled.uriOf, file, span);
        return { originSelectionRange, targetUri: uri, targetRange: range, targetSelectionRange: range };
      });
    }),
  );
}

function registerFolding(host: FeatureHost): void {
  host.connection.onFoldingRanges(
    // Without an answer the editor folds by indentation.
    answer(
      host,
      'folding',
      null,
      ({ document }): FoldingRange[] | null =>
        foldingRanges(document)?.map(({ startLine, endLine, kind }) => ({
          startLine,
          endLine,
          ...(kind === 'comment' ? { kind: FoldingRangeKind.Comment } : {}),
        })) ?? null,
    ),
  );
}

function registerHighlight(host: FeatureHost): void {
  host.connection.onDocumentHighlight(
    answer(host, 'highlights', null, ({ document }, { position }): DocumentHighlight[] | null =>
      documentHighlights(document, document.lines.offsetAt(position)).map(({ span, role }) => ({
        range: document.lines.rangeOf(span),
        kind: role === 'definition' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
      })),
    ),
  );
}

function registerHover(host: FeatureHost): void {
  host.connection.onHover(
    answer(host, 'hover', null, (settled, { position }): Hover | null => {
      const { lines } = settled.document;
      const found = hover(settled, lines.offsetAt(position), settled.uriOf);
      return found ? { contents: markdown(found.markdown), range: lines.rangeOf(found.span) } : null;
    }),
  );
}

/** Answers every client; ours asks only if the setting `pactwright.inlayHints.titles` wants titles. */
function registerInlayHint(host: FeatureHost): void {
  host.connection.languages.inlayHint.on(
    answer(host, 'inlay hints', null, (settled, { range }): InlayHint[] | null => {
      const { lines } = settled.document;
      const within = { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) };
      return inlayHints(settled, within).map(({ offset, text }) => ({
        position: lines.positionAt(offset),
        label: text,
        paddingLeft: true,
      }));
    }),
  );
}

function registerLinks(host: FeatureHost): void {
  host.connection.onDocumentLinks(answer(host, 'document links', [], documentLinks));
}

/** The links of a document as LSP has them; one to a commit is a command of the client. */
function documentLinks(settled: SettledDocument): DocumentLink[] {
  const { document, rootUri, uriOf } = settled;
  return linksOf(settled).map(({ span, tooltip, target }) => ({
    range: document.lines.rangeOf(span),
    tooltip,
    target: 'file' in target ? uriOf(target.file) : commandUri(openCommitCommand, [rootUri, target.commit]),
  }));
}

/** A link that runs a command (https://code.visualstudio.com/api/extension-guides/command#command-uris). */
function commandUri(command: string, args: readonly unknown[]): string {
  return `command:${command}?${encodeURIComponent(JSON.stringify(args))}`;
}

/** Code actions: fixes of findings, refactorings, and what is fixed on save. */
function registerRefactorings(host: FeatureHost): void {
  const { connection, session, disk, log } = host;
  connection.onCodeAction(
    guard(
      'code actions',
      log,
      [],
      async ({ textDocument, range, context }: CodeActionParams, token): Promise<CodeAction[]> => {
        const settled = await session.settledFile(textDocument.uri, token);
        if (!settled || token.isCancellationRequested) return [];
        return codeActions({ disk, settled, range, only: context.only });
      },
    ),
  );
  connection.onCodeActionResolve((action, token) => {
    // Where it fails the action stays without an edit, and the editor does nothing.
    const resolve = guard('resolving a code action', log, action, async (): Promise<CodeAction> => {
      const uri = uriOfAction(action);
      const settled = uri === undefined ? undefined : await session.settledFile(uri, token);
      return settled ? resolveAction({ disk, settled }, action) : action;
    });
    return resolve();
  });
}

function registerReferences(host: FeatureHost): void {
  host.connection.onReferences(
    answer(
      host,
      'references',
      null,
      (settled, { position, context }: ReferenceParams): Location[] | null =>
        references(settled, settled.document.lines.offsetAt(position), context.includeDeclaration).map(
          ({ file, span }) => readBriefly(file, () => placeIn(settled.uriOf, file, span)),
        ),
      itemsNamedIn,
    ),
  );
}

function registerSelection(host: FeatureHost): void {
  host.connection.onSelectionRanges(
    answer(host, 'selection ranges', null, ({ document }, { positions }): SelectionRange[] | null =>
      positions.map((position) => toSelection(document, position)),
    ),
  );
}

/** LSP wants the innermost range, each with the one around it. */
function toSelection(document: AnyDocument, position: Position): SelectionRange {
  const spans = selectionRanges(document, document.lines.offsetAt(position));
  const nowhere: SelectionRange = { range: { start: position, end: position } };
  return (
    spans.reduceRight<SelectionRange | undefined>(
      (parent, span) => ({ range: document.lines.rangeOf(span), ...(parent ? { parent } : {}) }),
      undefined,
    ) ?? nowhere
  );
}

const semanticTokensLegend: SemanticTokensLegend = {
  tokenTypes: [...tokenTypes],
  tokenModifiers: [...tokenModifiers],
};

function registerSemanticTokens(host: FeatureHost): void {
  host.connection.languages.semanticTokens.on(
    answer(host, 'semantic tokens', { data: [] }, ({ document }): SemanticTokens => {
      const builder = new SemanticTokensBuilder();
      for (const { span, type, declaration } of semanticTokens(document)) {
        const { line, character } = document.lines.positionAt(span.start);
        // The one modifier of the legend is its first bit.
        builder.push(line, character, span.end - span.start, tokenTypes.indexOf(type), declaration ? 1 : 0);
      }
      return builder.build();
    }),
  );
}

/** The capabilities of the language features, for the answer to `initialize`. */
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

/** Findings in source files have actions, too; nothing else is answered there. */
export const sourceActions: CodeActionRegistrationOptions = {
  documentSelector: [{ scheme: 'file', pattern: `**/*.{${sourceExtensions.join(',')}}` }],
  codeActionKinds: [CodeActionKind.QuickFix],
};
