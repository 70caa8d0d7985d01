import {
  CodeLensRefreshRequest,
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  type InitializeParams,
  type InitializeResult,
  InlayHintRefreshRequest,
  SemanticTokensRefreshRequest,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { fieldsOf } from '../../base/json.js';
import { exampleProject } from '../../documents/exampleProject.js';
import {
  adoptionOfferNotification,
  agentSessionsChangedNotification,
  baselineRequest,
  boardsChangedNotification,
  boardsRequest,
  exampleRequest,
  ignoreRequest,
  lintedNotification,
  lintWorkspaceRequest,
  pingRequest,
  ruleListRequest,
  ruleReferenceRequest,
  showHiddenRequest,
  trustGrantedNotification,
} from '../../protocol.js';
import { renderRuleReference } from '../../rules/reference.js';
import { allRules } from '../../rules/registry.js';
import type { Machine } from '../../workspace/machine.js';
import type { CacheFiles } from '../../workspace/ports.js';
import type { RecordReader } from '../../project/recordReader.js';
import { type AgentSessions, registerAgentRequests } from './agentRequests.js';
import { answerRequests } from './answerRequest.js';
import { featureCapabilities } from './features/capabilities.js';
import { registerFeatures } from './features/register.js';
import { ignoreEdits } from './findingActions.js';
import { guard } from './guard.js';
import { registerOperationRequests } from './operationRequests.js';
import { registerInsightsRequests } from './insightsRequests.js';
import { createPublisher } from './publisher.js';
import { createSession } from './session.js';
import { registerTestRequests } from './testRequests.js';
import { registerTraceRequests } from './traceRequests.js';
import { toPath } from './uris.js';
import { watchers } from './watchers.js';

export interface LanguageServerOptions {
  readonly connection: Connection;
  readonly machine: Machine;
  /** Without it nothing is kept between sessions. */
  readonly cache?: CacheFiles;
  readonly record?: RecordReader;
  /** Without it no session of an agent is known. */
  readonly agents?: AgentSessions;
  readonly version: string;
  /** Called with the process id of the editor, where it tells one. */
  readonly onParent: (processId: number) => void;
}

/** The language server: adapts LSP to the session and the features; holds no knowledge of documents itself. */
export function startLanguageServer(options: LanguageServerOptions): void {
  const { connection, machine, version, onParent, cache, record, agents } = options;
  const { files, git, clock } = machine;
  const log = (message: string): void => {
    try {
      connection.console.error(message);
    } catch {
      // Where the connection is closed there is nobody left to read it.
    }
  };
  const documents = new TextDocuments(TextDocument);
  let folders: readonly string[] = [];
  let canWatch = false;
  let canChangeFolders = false;
  // What the editor can be told to ask for again.
  let refreshes: readonly string[] = [];
  let watching: Disposable | undefined;
  let watched = '';
  let registering: Promise<unknown> = Promise.resolve();

  const answer = answerRequests(connection, log);
  const agentAnswers =
    agents &&
    registerAgentRequests(
      answer,
      agents,
      () => session.sessionLogs(),
      () => {
        tell(() => connection.sendNotification(agentSessionsChangedNotification));
      },
    );
  const session = createSession({
    files,
    rules: allRules,
    log,
    git,
    clock,
    ...(cache ? { cache } : {}),
    ...(record ? { record } : {}),
    ...(agents ? { agents: { logsOf: agents.logsOf, onChanged: () => agentAnswers?.changed() } } : {}),
    onLearnt: () => void watch(),
    onOutdated: () => {
      for (const refresh of refreshes) tell(() => connection.sendRequest(refresh));
    },
    publisher: createPublisher((message) => {
      tell(() => connection.sendDiagnostics(message));
    }),
    onLinted: (summary) => {
      tell(() => connection.sendNotification(lintedNotification, summary));
    },
    onBoardsChanged: () => {
      tell(() => connection.sendNotification(boardsChangedNotification));
    },
    onAdoptionOffer: (offer) => {
      tell(() => connection.sendNotification(adoptionOfferNotification, offer));
    },
  });

  const register = guard('watching files', log, undefined, async () => {
    const wanted = watchers(folders, session.places());
    const key = JSON.stringify(wanted);
    if (key === watched) return;
    const before = watching;
    watching = await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: wanted });
    watched = key;
    before?.dispose();
  });

  /** One registration after the other, or two at once would leave one behind. */
  const watch = async (): Promise<void> => {
    if (canWatch) await (registering = registering.then(register));
  };

  const setFolders = guard('setting the workspace folders', log, undefined, async (uris: readonly string[]) => {
    folders = uris;
    // While all is read, so that no change in between is missed; and again, as a configuration may name other places.
    await Promise.all([session.setFolders(uris), watch()]);
    await watch();
  });

  connection.onInitialize((params): InitializeResult => {
    if (params.processId !== null) onParent(params.processId);
    folders = foldersOf(params);
    if (isTrusted(params.initializationOptions)) session.trust();
    const { didChangeWatchedFiles, workspaceFolders, codeLens, inlayHint, semanticTokens } =
      params.capabilities.workspace ?? {};
    refreshes = [
      ...(codeLens?.refreshSupport ? [CodeLensRefreshRequest.method] : []),
      ...(inlayHint?.refreshSupport ? [InlayHintRefreshRequest.method] : []),
      ...(semanticTokens?.refreshSupport ? [SemanticTokensRefreshRequest.method] : []),
    ];
    canChangeFolders = workspaceFolders === true;
    canWatch =
      didChangeWatchedFiles?.dynamicRegistration === true && didChangeWatchedFiles.relativePatternSupport === true;
    const features = featureCapabilities();
    return {
      serverInfo: { name: 'pactwright', version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: false },
        ...features,
        workspace: { ...features.workspace, workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });

  connection.onInitialized(() => {
    if (canChangeFolders)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => toPath(uri)));
        void setFolders([...folders.filter((uri) => !gone.has(toPath(uri))), ...added.map(({ uri }) => uri)]);
      });
    void setFolders(folders);
  });

  connection.onNotification(trustGrantedNotification, () => {
    session.trust();
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

  registerFeatures({ connection, session, disk: machine.disk, log });
  registerTraceRequests(answer, session);
  registerTestRequests(answer, session);
  registerInsightsRequests(answer, session);
  registerOperationRequests({ connection, answer, session, machine, log });

  answer(boardsRequest, [], () => session.boards());
  connection.onRequest(lintWorkspaceRequest, async () => {
    const summary = await session.lintWorkspace();
    await watch();
    return summary;
  });
  answer(baselineRequest, [], ({ root }) => session.baselines(root));
  answer(showHiddenRequest, null, ({ show }) => session.showHidden(show));
  answer(ruleListRequest, [], () => allRules.map(({ code, name, summary }) => ({ code, name, summary })));
  answer(ignoreRequest, null, async ({ uri, id, reason }) => {
    const settled = await session.settled(uri);
    return settled ? ignoreEdits(settled, id, reason) : null;
  });
  answer(ruleReferenceRequest, null, ({ code }) => {
    const rule = allRules.find((candidate) => candidate.code === code);
    return rule ? renderRuleReference(rule) : null;
  });
  connection.onRequest(pingRequest, () => true);
  connection.onRequest(exampleRequest, () => exampleProject);

  connection.onShutdown(() => {
    session.dispose();
  });
  connection.listen();
}

/** Only a client that says so has a trusted workspace. @param options as the client sent them: anything. */
function isTrusted(options: unknown): boolean {
  return fieldsOf(options)?.['trusted'] === true;
}

/** An editor that knows of no workspace folders may still name one root. */
function foldersOf({ workspaceFolders, ...params }: InitializeParams): string[] {
  if (workspaceFolders) return workspaceFolders.map(({ uri }) => uri);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- what older editors send
  return params.rootUri ? [params.rootUri] : [];
}

/** A message that finds the connection closed, which may throw at once, has nobody left to read it. */
function tell(send: () => Promise<unknown>): void {
  void (async () => send())().catch(() => undefined);
}
