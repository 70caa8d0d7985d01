import * as vscode from 'vscode';
import type { LanguageClientEvents, RunningClient } from './languageClient.js';
import type { ServerLink, ServerState, Status } from '../editor/serverLink.js';
import {
  type ClientNotifications,
  lintedNotification,
  type LintSummary,
  type Notifications,
  type Requests,
  trustGrantedNotification,
} from '../../../server/src/protocol.js';

/** What a server is started with, whatever becomes of it. */
type Given = Pick<LanguageClientEvents, 'serverModule' | 'log' | 'acts'>;

/** The server of this window: one at a time, whatever is asked of it meanwhile. */
let ofWindow: Server | undefined;

/** Ends it for good, within seconds: one that does not end is killed. */
export async function stopServer(): Promise<void> {
  await ofWindow?.stop();
}

export function createServerLink(
  context: vscode.ExtensionContext,
  { log, acts }: Pick<LanguageClientEvents, 'log' | 'acts'>,
  status: Status,
): ServerLink {
  const server = (ofWindow = new Server({ serverModule: context.asAbsolutePath('dist/server.js'), log, acts }, status));
  const link: ServerLink = {
    start: () => server.start(),
    restart: () => server.restart(),
    request: (method, params, signal) => server.request(method, params, signal),
    onNotification: (method, handler) => server.onNotification(method, handler),
    onReady: server.onReady,
    pid: () => server.pid(),
  };
  context.subscriptions.push(
    server,
    link.onNotification(lintedNotification, (latest) => {
      server.show(latest);
    }),
    // A server that starts later gets it with its initialization options.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void server.notify(trustGrantedNotification)),
  );
  return link;
}

class Server {
  readonly #given: Given;
  readonly #status: Status;
  readonly #ready = new vscode.EventEmitter<void>();
  readonly onReady = this.#ready.event;
  readonly #handlers = new Set<(method: keyof Notifications, params: never) => void>();
  #client: RunningClient | undefined;
  #starting: Promise<void> | undefined;
  #restartReason: string | undefined;
  #summary: LintSummary | undefined;
  #disposed = false;

  constructor(given: Given, status: Status) {
    this.#given = given;
    this.#status = status;
  }

  start(): Promise<void> {
    this.#starting ??= this.#startNow();
    return this.#starting;
  }

  restart(): Promise<void> {
    const before = this.#starting ?? Promise.resolve();
    // One after the other: two restarts at once would leave two servers.
    this.#starting = before.then(async () => {
      const old = this.#client;
      this.#client = undefined;
      await old?.stop();
      this.#restartReason = undefined;
      this.#summary = undefined;
      await this.#startNow();
    });
    return this.#starting;
  }

  async request<Method extends keyof Requests>(
    method: Method,
    params: Requests[Method]['params'],
    signal: AbortSignal | undefined,
  ): Promise<Requests[Method]['answer'] | undefined> {
    await this.#starting;
    if (!this.#client || signal?.aborted) return undefined;
    const cancellation = new vscode.CancellationTokenSource();
    signal?.addEventListener('abort', () => {
      cancellation.cancel();
    });
    try {
      return await this.#client.request(method, params, cancellation.token);
    } catch (error) {
      if (!signal?.aborted) this.#given.log.error(`${method}: ${messageOf(error)}`);
      return undefined;
    }
  }

  async notify(method: keyof ClientNotifications): Promise<void> {
    await this.#starting;
    try {
      await this.#client?.notify(method);
    } catch (error) {
      this.#given.log.error(`${method}: ${messageOf(error)}`);
    }
  }

  onNotification<Method extends keyof Notifications>(
    method: Method,
    handler: (params: Notifications[Method]) => void,
  ): vscode.Disposable {
    const entry = (received: keyof Notifications, params: never): void => {
      if (received === method) handler(params);
    };
    this.#handlers.add(entry);
    return new vscode.Disposable(() => this.#handlers.delete(entry));
  }

  pid(): number | undefined {
    return this.#client?.pid();
  }

  /** What it found, which the status tells. */
  show(summary: LintSummary): void {
    this.#summary = summary;
    const { projects, items, errors, warnings, infos } = summary;
    const counts = { projects, items, findings: errors + warnings + infos };
    for (const [name, count] of Object.entries(counts))
      void vscode.commands.executeCommand('setContext', `pactwright.${name}`, count);
    this.#showReady();
  }

  /** One that still starts is stopped as soon as it has. */
  async stop(): Promise<void> {
    this.#disposed = true;
    await this.#client?.stop();
  }

  dispose(): void {
    this.#ready.dispose();
    void this.stop();
  }

  async #startNow(): Promise<void> {
    this.#showState({ kind: 'starting' });
    try {
      const { startLanguageClient } = await import('./languageClient.js');
      this.#client = await startLanguageClient({ ...this.#given, ...this.#events() });
    } catch (error) {
      const reason = vscode.l10n.t('The Pactwright server could not be started: {0}', messageOf(error));
      this.#fail(reason);
      void this.#offerLog(reason);
    }
    if (this.#disposed) await this.#client?.stop();
  }

  #events(): Pick<LanguageClientEvents, 'onNotification' | 'onReady' | 'onRestarting' | 'onGivenUp'> {
    const { log } = this.#given;
    return {
      // The server's messages have the shapes protocol.ts gives them: both sides ship in one package.
      onNotification: (method, params) => {
        for (const handler of this.#handlers) handler(method, params as never);
      },
      onReady: () => {
        log.info(`The server is running, as process ${String(this.pid() ?? '')}.`);
        this.#showReady();
        this.#ready.fire();
      },
      onRestarting: (reason) => {
        this.#restartReason = reason;
        log.warn(reason);
        this.#showState({ kind: 'starting' });
      },
      onGivenUp: (reason) => {
        this.#fail(reason);
      },
    };
  }

  #fail(reason: string): void {
    this.#given.log.error(reason);
    this.#showState({ kind: 'failed', reason });
  }

  #showReady(): void {
    const reason = this.#restartReason;
    const summary = this.#summary;
    this.#showState(reason === undefined ? { kind: 'ready', summary } : { kind: 'restarted', reason, summary });
  }

  #showState(state: ServerState): void {
    this.#status.show(state);
    void vscode.commands.executeCommand('setContext', 'pactwright.serverFailed', state.kind === 'failed');
  }

  async #offerLog(message: string): Promise<void> {
    const showLog = vscode.l10n.t('Show Log');
    if ((await vscode.window.showErrorMessage(message, showLog)) === showLog) this.#given.log.show();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
