import {
  CodeActionRequest,
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
import { renderRulePage } from '../../rules/reference.js';
import { allRules, ruleOf } from '../../rules/registry.js';
import type { KeptPlace } from '../../project/projectWatch.js';
import type { Machine } from '../../workspace/machine.js';
import type { CacheFiles } from '../../workspace/ports.js';
import type { RecordReader } from '../../project/recordReader.js';
import { type AgentSessions, registerAgentRequests } from './agentRequests.js';
import { registerRunRequests } from './runRequests.js';
import { answerRequests } from './answerRequest.js';
import { featureCapabilities, registerFeatures, sourceActions } from './features/register.js';
import { ignoreEdits } from './findingActions.js';
import { guard } from './guard.js';
import { registerOperationRequests } from './operationRequests.js';
import { registerCodeGraphRequests } from './codeGraphRequests.js';
import { registerInsightsRequests } from './insightsRequests.js';
import { createPublisher } from './publisher.js';
import { Session } from './session.js';
import { registerTestRequests } from './testRequests.js';
import { registerTraceRequests } from './traceRequests.js';
import { toPath } from './uris.js';
import { watchers } from './watchers.js';

export interface LanguageServerOptions {
  readonly connection: Connection;
  readonly machine: Machine;
  /** Without it nothing is kept between sessions. */
  readonly cache?: CacheFiles;
  /** What source code is read with for graphs; the server's own machine answers no stamps. */
  readonly codeMachine: Machine;
  /** Where what is known of documents is kept. */
  readonly kept?: KeptPlace | undefined;
  readonly record?: RecordReader;
  /** Without it no session of an agent is known. */
  readonly agents?: AgentSessions;
  readonly version: string;
  /** Called with the process id of the editor, where it tells one. */
  readonly onParent: (processId: number) => void;
}

/** The language server: adapts LSP to the session and the features; holds no knowledge of documents itself. */
export function startLanguageServer(options: LanguageServerOptions): void {
  new LanguageServer(options).listen();
}

class LanguageServer {
  readonly #options: LanguageServerOptions;
  readonly #connection: LanguageServerOptions['connection'];
  readonly #session: Session;
  readonly #log = (message: string): void => {
    try {
      this.#connection.console.error(message);
    } catch {
      // If the connection is closed, nothing reads it.
    }
  };
  #folders: readonly string[] = [];
  #canWatch = false;
  #canChangeFolders = false;
  #canOffer = false;
  #canRegisterActions = false;
  // What the editor can be asked to refresh.
  #refreshes: readonly string[] = [];
  #watching: Disposable | undefined;
  #watched = '';
  #registering: Promise<unknown> = Promise.resolve();

  constructor(options: LanguageServerOptions) {
    this.#options = options;
    this.#connection = options.connection;
    this.#session = this.#createSession();
  }

  listen(): void {
    const connection = this.#connection;
    const session = this.#session;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => {
      if (this.#canChangeFolders)
        connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
          const gone = new Set(removed.map(({ uri }) => toPath(uri)));
          void this.#setFolders([
            ...this.#folders.filter((uri) => !gone.has(toPath(uri))),
            ...added.map(({ uri }) => uri),
          ]);
        });
      if (this.#canRegisterActions) void tell(() => connection.client.register(CodeActionRequest.type, sourceActions));
      void this.#setFolders(this.#folders);
    });
    connection.onNotification(trustGrantedNotification, () => {
      session.trust();
    });
    this.#followDocuments();
    registerFeatures({
      connection,
      session,
      disk: this.#options.machine.disk,
      log: this.#log,
      canOffer: () => this.#canOffer,
    });
    this.#answerRequests();
    connection.onShutdown(() => session.end());
    connection.listen();
  }

  #answer(): ReturnType<typeof answerRequests> {
    return answerRequests(this.#connection, this.#log);
  }

  #createSession(): Session {
    const { machine, cache, record, agents, kept } = this.#options;
    const { files, git, clock } = machine;
    const connection = this.#connection;
    if (agents) registerRunRequests(this.#answer(), agents.runs, () => this.#session.sessionLogs());
    const agentAnswers =
      agents &&
      registerAgentRequests(
        this.#answer(),
        agents,
        () => this.#session.sessionLogs(),
        () => {
          void tell(() => connection.sendNotification(agentSessionsChangedNotification));
        },
      );
    return new Session({
      files,
      rules: allRules,
      log: this.#log,
      git,
      clock,
      ...(cache ? { cache } : {}),
      ...(record ? { record } : {}),
      ...(kept ? { kept } : {}),
      ...(agents ? { agents: { logsOf: agents.logsOf, onChanged: () => agentAnswers?.changed() } } : {}),
      onLearnt: () => void this.#watch(),
      onOutdated: () => {
        for (const refresh of this.#refreshes) void tell(() => connection.sendRequest(refresh));
      },
      publisher: createPublisher((message) => {
        void tell(() => connection.sendDiagnostics(message));
      }),
      onLinted: (summary) => tell(() => connection.sendNotification(lintedNotification, summary)),
      onBoardsChanged: () => {
        void tell(() => connection.sendNotification(boardsChangedNotification));
      },
      onAdoptionOffer: (offer) => {
        void tell(() => connection.sendNotification(adoptionOfferNotification, offer));
      },
    });
  }

  #initialize(params: InitializeParams): InitializeResult {
    if (params.processId !== null) this.#options.onParent(params.processId);
    this.#folders = foldersOf(params);
    if (isTrusted(params.initializationOptions)) this.#session.trust();
    const { didChangeWatchedFiles, workspaceFolders, codeLens, inlayHint, semanticTokens } =
      params.capabilities.workspace ?? {};
    this.#refreshes = [
      ...(codeLens?.refreshSupport ? [CodeLensRefreshRequest.method] : []),
      ...(inlayHint?.refreshSupport ? [InlayHintRefreshRequest.method] : []),
      ...(semanticTokens?.refreshSupport ? [SemanticTokensRefreshRequest.method] : []),
    ];
    this.#canChangeFolders = workspaceFolders === true;
    const { showMessage, showDocument } = params.capabilities.window ?? {};
    this.#canOffer = showMessage?.messageActionItem !== undefined && showDocument?.support === true;
    this.#canRegisterActions = params.capabilities.textDocument?.codeAction?.dynamicRegistration === true;
    this.#canWatch =
      didChangeWatchedFiles?.dynamicRegistration === true && didChangeWatchedFiles.relativePatternSupport === true;
    const features = featureCapabilities();
    return {
      serverInfo: { name: 'pactwright', version: this.#options.version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: false },
        ...features,
        workspace: { ...features.workspace, workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  readonly #setFolders = guard(
    'setting the workspace folders',
    this.#log,
    undefined,
    async (uris: readonly string[]) => {
      this.#folders = uris;
      // While all is read, so that no change in between is missed; and again, as a configuration may name other places.
      await Promise.all([this.#session.setFolders(uris), this.#watch()]);
      await this.#watch();
    },
  );

  /** One registration after the other, or two at once would leave one behind. */
  async #watch(): Promise<void> {
    if (this.#canWatch) await (this.#registering = this.#registering.then(this.#register));
  }

  readonly #register = guard('watching files', this.#log, undefined, async () => {
    const wanted = watchers(this.#folders, this.#session.places());
    const key = JSON.stringify(wanted);
    if (key === this.#watched) return;
    const before = this.#watching;
    this.#watching = await this.#connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: wanted,
    });
    this.#watched = key;
    before?.dispose();
  });

  #followDocuments(): void {
    const session = this.#session;
    const documents = new TextDocuments(TextDocument);
    documents.onDidChangeContent(({ document }) => {
      session.changed(document);
    });
    documents.onDidClose(({ document }) => {
      session.closed(document.uri);
    });
    documents.listen(this.#connection);
    this.#connection.onDidChangeWatchedFiles(({ changes }) => {
      void guard('reading changed files', this.#log, undefined, async () => {
        await session.filesChanged(changes);
        await this.#watch();
      })();
    });
  }

  #answerRequests(): void {
    const connection = this.#connection;
    const session = this.#session;
    const answer = this.#answer();
    registerTraceRequests(answer, session);
    registerTestRequests(answer, session);
    registerCodeGraphRequests(answer, this.#options.codeMachine, session);
    registerInsightsRequests(answer, session);
    registerOperationRequests({ connection, answer, session, machine: this.#options.machine, log: this.#log });
    answer(boardsRequest, [], () => session.boards());
    connection.onRequest(lintWorkspaceRequest, async () => {
      const summary = await session.lintWorkspace();
      await this.#watch();
      return summary;
    });
    answer(baselineRequest, [], ({ root }) => session.baselines(root));
    answer(showHiddenRequest, null, ({ show }) => session.showHidden(show));
    answer(ruleListRequest, [], () => allRules.map(({ code, name, summary }) => ({ code, name, summary })));
    answer(ignoreRequest, null, async ({ uri, id, reason }) => {
      const settled = await session.settledFile(uri);
      return settled ? ignoreEdits(settled, id, reason) : null;
    });
    answer(ruleReferenceRequest, null, ({ code }) => {
      const rule = ruleOf(code);
      return rule ? renderRulePage(rule) : null;
    });
    connection.onRequest(pingRequest, () => true);
    connection.onRequest(exampleRequest, () => exampleProject);
  }
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

/** Drops a message if the connection is closed, which may throw at once. @returns when it was sent. */
async function tell(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch {
    // Nobody is there to be told.
  }
}
