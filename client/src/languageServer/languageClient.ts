import { type ChildProcess, fork } from 'node:child_process';
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  InlayHintRequest,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  State,
} from 'vscode-languageclient/node';
import {
  adoptionOfferNotification,
  agentSessionsChangedNotification,
  type AppliedEdit,
  applyEditRequest,
  boardsChangedNotification,
  type ClientNotifications,
  type InitializationOptions,
  lintedNotification,
  type Notifications,
  type OperationEdit,
  pingRequest,
  type Requests,
} from '../../../server/src/protocol.js';
import { applyOperationEdit } from './operationEdits.js';
import type { SavedActs } from './savedActs.js';
import { servedDocuments } from './servedDocuments.js';
import { saveAfterFixMiddleware } from './saveAfterFix.js';
import { unsavedFilesMiddleware } from './unsavedFiles.js';

/** By name, so that none can be left out. */
const known: Readonly<Record<keyof Notifications, true>> = {
  [adoptionOfferNotification]: true,
  [agentSessionsChangedNotification]: true,
  [boardsChangedNotification]: true,
  [lintedNotification]: true,
};
const notifications = Object.keys(known).filter((name): name is keyof Notifications => Object.hasOwn(known, name));

/** The language client in its own module, so that activation does not load vscode-languageclient. */
export interface RunningClient {
  readonly request: <Method extends keyof Requests>(
    method: Method,
    params: Requests[Method]['params'],
    token: vscode.CancellationToken,
  ) => Promise<Requests[Method]['answer']>;
  readonly notify: (method: keyof ClientNotifications) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly pid: () => number | undefined;
}

export interface LanguageClientEvents {
  readonly serverModule: string;
  readonly log: vscode.LogOutputChannel;
  readonly acts: SavedActs;
  readonly onNotification: (method: keyof Notifications, params: unknown) => void;
  readonly onReady: () => void;
  readonly onRestarting: (reason: string) => void;
  readonly onGivenUp: (reason: string) => void;
}

/** A server that crashed this often within this time is broken, and starting it again would only burn the battery. */
const crashLimit = 5;
const crashWindowMs = 3 * 60_000;

/** A healthy server answers in milliseconds; VS Code itself calls an extension host unresponsive after three seconds. */
const pingEveryMs = 5_000;
const pingPatienceSeconds = 10;

/** A cold start on a slow disk takes seconds. */
const startPatienceMs = 30_000;

/**
 * Starts the server and keeps it running: a crash starts it again, a server that no longer answers is ended and started
 * again, and one that keeps crashing is given up, said through `onGivenUp`.
 *
 * @throws where the first start fails.
 */
export async function startLanguageClient(events: LanguageClientEvents): Promise<RunningClient> {
  const server = new KeptServer(events);
  await server.start();
  const { client } = server;
  return {
    request: (method, params, token) =>
      params ? client.sendRequest(method, params, token) : client.sendRequest(method, token),
    notify: (method) => client.sendNotification(method),
    stop: () => server.stop(),
    pid: () => server.pid(),
  };
}

class KeptServer {
  readonly client: LanguageClient;
  readonly #events: LanguageClientEvents;
  readonly #crashes: number[] = [];
  #child: ChildProcess | undefined;
  #stopping = false;
  #hung = false;
  #first = true;
  #isAsked = false;
  #watch: NodeJS.Timeout | undefined;
  #startPatience: NodeJS.Timeout | undefined;
  readonly #settings: vscode.Disposable;

  constructor(events: LanguageClientEvents) {
    this.#events = events;
    this.client = new LanguageClient('pactwright', 'Pactwright', () => this.#fork(), this.#options());
    for (const method of notifications)
      this.client.onNotification(method, (params: unknown) => {
        events.onNotification(method, params);
      });
    this.client.onRequest<AppliedEdit, unknown>(applyEditRequest, (edit: OperationEdit) =>
      applyOperationEdit(edit, events.acts),
    );
    this.#settings = refreshInlayHints(this.client);
    this.client.onDidChangeState(({ newState }) => {
      clearTimeout(this.#startPatience);
      if (newState === State.Starting)
        this.#startPatience = setTimeout(() => {
          this.#end(this.#child);
        }, startPatienceMs);
      if (newState === State.Running && !this.#first) events.onReady();
    });
  }

  async start(): Promise<void> {
    this.#watch = setInterval(() => void this.#ping(), pingEveryMs);
    try {
      await this.client.start();
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#first = false;
    this.#events.onReady();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#settings.dispose();
    clearInterval(this.#watch);
    clearTimeout(this.#startPatience);
    const ended = this.#child;
    try {
      await this.client.dispose(2_000);
    } catch {
      // A server that cannot say goodbye is ended anyway.
    }
    ended?.kill('SIGKILL');
  }

  pid(): number | undefined {
    return this.#child?.pid;
  }

  #fork(): Promise<ChildProcess> {
    const { serverModule, log } = this.#events;
    const child = fork(serverModule, ['--stdio', `--clientProcessId=${process.pid}`], {
      silent: true,
      // A debugger attached to the extension host must not make the server wait for one of its own.
      execArgv: [],
    });
    child.stderr?.on('data', (text: Buffer) => {
      log.error(text.toString().trimEnd());
    });
    child.on('error', (error) => {
      log.error(error);
    });
    this.#child = child;
    return Promise.resolve(child);
  }

  #options(): LanguageClientOptions {
    const { acts, log } = this.#events;
    return {
      documentSelector: [...servedDocuments],
      // Asked for again at every start: trust may have been granted since the first.
      initializationOptions: (): InitializationOptions => ({ trusted: vscode.workspace.isTrusted }),
      middleware: { ...inlayHintsMiddleware, ...unsavedFilesMiddleware(acts), ...saveAfterFixMiddleware },
      outputChannel: log,
      // The caller of `start` reports the failure.
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => ({ action: this.#afterEnd(), handled: true }),
      },
    };
  }

  #afterEnd(): CloseAction {
    if (this.#stopping || this.#first) return CloseAction.DoNotRestart;
    const reason = this.#hung
      ? vscode.l10n.t('The Pactwright server did not answer and was ended.')
      : vscode.l10n.t('The Pactwright server ended unexpectedly.');
    this.#hung = false;
    const now = Date.now();
    this.#crashes.push(now);
    const recent = this.#crashes.filter((time) => now - time < crashWindowMs);
    if (recent.length >= crashLimit) {
      this.#events.onGivenUp(
        vscode.l10n.t('The Pactwright server ended {0} times in three minutes and is not started again.', crashLimit),
      );
      return CloseAction.DoNotRestart;
    }
    this.#events.onRestarting(reason);
    return CloseAction.Restart;
  }

  /** Ends a server that does not answer: another one is started then. */
  #end(child: ChildProcess | undefined): void {
    this.#hung = true;
    child?.kill('SIGKILL');
  }

  async #ping(): Promise<void> {
    if (this.#isAsked || this.#stopping || !this.client.isRunning()) return;
    this.#isAsked = true;
    const asked = this.#child;
    let seconds = 0;
    // Counted, not timed: while something else holds up this process, no answer can be read and no second is counted.
    const patience = setInterval(() => {
      if (++seconds < pingPatienceSeconds) return;
      clearInterval(patience);
      this.#end(asked);
    }, 1_000);
    try {
      await this.client.sendRequest(pingRequest);
    } catch {
      // The connection closed; the error handler above decides what happens next.
    } finally {
      clearInterval(patience);
      this.#isAsked = false;
    }
  }
}

const setting = 'pactwright.inlayHints.titles';

/** Titles behind bare ids are asked for only where the setting wants them. */
const inlayHintsMiddleware: Middleware = {
  provideInlayHints: (document, range, token, next) =>
    vscode.workspace.getConfiguration(undefined, document).get<boolean>(setting, false)
      ? next(document, range, token)
      : [],
};

/** Shows or hides the titles as soon as the setting is changed. */
function refreshInlayHints(client: LanguageClient): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (!change.affectsConfiguration(setting)) return;
    for (const document of vscode.workspace.textDocuments)
      client.getFeature(InlayHintRequest.method).getProvider(document)?.onDidChangeInlayHints.fire();
  });
}
