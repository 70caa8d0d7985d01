import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  type InitializeParams,
  type InitializeResult,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  adoptionOfferNotification,
  baselineRequest,
  boardsChangedNotification,
  boardsRequest,
  lintedNotification,
  lintWorkspaceRequest,
  pingRequest,
  type Requests,
  ruleReferenceRequest,
} from '../../protocol.js';
import { renderRuleReference } from '../../rules/reference.js';
import { allRules } from '../../rules/registry.js';
import type { FileSystem } from '../../workspace/ports.js';
import { codeActions, fixAllKind } from './codeActions.js';
import { documentLinks } from './documentLinks.js';
import { guard } from './guard.js';
import { createPublisher } from './publisher.js';
import { createSession } from './session.js';
import { watchers } from './watchers.js';

export interface LanguageServerOptions {
  readonly connection: Connection;
  readonly files: FileSystem;
  readonly version: string;
  /** Called with the process id of the editor, where it tells one. */
  readonly onParent: (processId: number) => void;
}

/** The language server: adapts LSP to the session and the features; holds no knowledge of documents itself. */
export function startLanguageServer({ connection, files, version, onParent }: LanguageServerOptions): void {
  const log = (message: string): void => {
    connection.console.error(message);
  };
  const documents = new TextDocuments(TextDocument);
  // Rules that need git are the command line's for now: the server starts no process.
  const rules = allRules.filter(({ needs }) => needs !== 'git');
  let folders: readonly string[] = [];
  let canWatch = false;
  let canChangeFolders = false;
  let watching: Disposable | undefined;
  let watched = '';

  const session = createSession({
    files,
    rules,
    log,
    publisher: createPublisher((message) => {
      void connection.sendDiagnostics(message);
    }),
    onLinted: (summary) => {
      void connection.sendNotification(lintedNotification, summary);
    },
    onBoardsChanged: () => {
      void connection.sendNotification(boardsChangedNotification);
    },
    onAdoptionOffer: (offer) => {
      void connection.sendNotification(adoptionOfferNotification, offer);
    },
  });

  const watch = async (): Promise<void> => {
    if (!canWatch) return;
    const wanted = watchers(folders, session.places());
    const key = JSON.stringify(wanted);
    if (key === watched) return;
    watched = key;
    const before = watching;
    watching = await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: wanted });
    before?.dispose();
  };

  const setFolders = guard('setting the workspace folders', log, undefined, async (uris: readonly string[]) => {
    folders = uris;
    await session.setFolders(uris);
    await watch();
  });

  connection.onInitialize((params): InitializeResult => {
    if (params.processId !== null) onParent(params.processId);
    folders = foldersOf(params);
    const { didChangeWatchedFiles, workspaceFolders } = params.capabilities.workspace ?? {};
    canChangeFolders = workspaceFolders === true;
    canWatch =
      didChangeWatchedFiles?.dynamicRegistration === true && didChangeWatchedFiles.relativePatternSupport === true;
    return {
      serverInfo: { name: 'pactwright', version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: false },
        codeActionProvider: { codeActionKinds: ['quickfix', fixAllKind] },
        documentLinkProvider: { resolveProvider: false },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });

  connection.onInitialized(() => {
    if (canChangeFolders)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => uri));
        void setFolders([...folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)]);
      });
    void setFolders(folders);
  });

  documents.onDidChangeContent(({ document }) => {
    session.changed(document);
  });
  documents.onDidClose(({ document }) => {
    session.closed(document.uri);
  });
  documents.listen(connection);

  connection.onDidChangeWatchedFiles(({ changes }) => {
    void guard('reading changed files', log, undefined, async () => {
      await session.filesChanged(changes);
      await watch();
    })();
  });

  connection.onCodeAction(
    guard('code actions', log, [], async ({ textDocument, range, context }) => {
      const settled = await session.settled(textDocument.uri);
      return settled ? codeActions({ ...settled, uri: textDocument.uri, range, only: context.only }) : [];
    }),
  );

  connection.onDocumentLinks(
    guard('document links', log, [], async ({ textDocument }) => {
      const settled = await session.settled(textDocument.uri);
      return settled ? documentLinks(settled) : [];
    }),
  );

  connection.onRequest(
    boardsRequest,
    guard<[], Requests[typeof boardsRequest]['answer']>('boards', log, [], () => session.boards()),
  );
  connection.onRequest(lintWorkspaceRequest, async () => {
    const summary = await session.lintWorkspace();
    await watch();
    return summary;
  });
  connection.onRequest(
    baselineRequest,
    guard<[Requests[typeof baselineRequest]['params']], Requests[typeof baselineRequest]['answer']>(
      'baseline',
      log,
      null,
      async ({ root }) => (await session.baseline(root)) ?? null,
    ),
  );
  connection.onRequest(
    ruleReferenceRequest,
    guard<[Requests[typeof ruleReferenceRequest]['params']], string | null>('rule reference', log, null, ({ code }) => {
      const rule = allRules.find((candidate) => candidate.code === code);
      return rule ? renderRuleReference(rule) : null;
    }),
  );
  connection.onRequest(pingRequest, () => true);

  connection.onShutdown(() => {
    session.dispose();
  });
  connection.listen();
}

function foldersOf({ workspaceFolders }: InitializeParams): string[] {
  return (workspaceFolders ?? []).map(({ uri }) => uri);
}
