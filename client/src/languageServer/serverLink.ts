import * as vscode from 'vscode';
import type { LanguageClientEvents, RunningClient } from './languageClient.js';
import type { ServerLink, ServerState, Status } from '../editor/serverLink.js';
import {
  type ClientNotifications,
  lintedNotification,
  type LintSummary,
  type Notifications,
  trustGrantedNotification,
} from '../../../server/src/protocol.js';

export function createServerLink(
  context: vscode.ExtensionContext,
  { log, acts }: Pick<LanguageClientEvents, 'log' | 'acts'>,
  status: Status,
): ServerLink {
  const ready = new vscode.EventEmitter<void>();
  const handlers = new Set<(method: keyof Notifications, params: never) => void>();
  let client: RunningClient | undefined;
  let starting: Promise<void> | undefined;
  let restartReason: string | undefined;
  let summary: LintSummary | undefined;
  let disposed = false;

  const show = (state: ServerState): void => {
    status.show(state);
    void vscode.commands.executeCommand('setContext', 'pactwright.serverFailed', state.kind === 'failed');
  };

  const showReady = (): void => {
    show(
      restartReason === undefined ? { kind: 'ready', summary } : { kind: 'restarted', reason: restartReason, summary },
    );
  };

  // The server's messages have the shapes protocol.ts gives them: both sides ship in one package.
  const dispatch = (method: keyof Notifications, params: unknown): void => {
    for (const handler of handlers) handler(method, params as never);
  };

  const startNow = async (): Promise<void> => {
    show({ kind: 'starting' });
    try {
      const { startLanguageClient } = await import('./languageClient.js');
      client = await startLanguageClient({
        serverModule: context.asAbsolutePath('dist/server.js'),
        log,
        acts,
        onNotification: dispatch,
        onReady: () => {
          log.info(`The server is running, as process ${String(client?.pid() ?? '')}.`);
          showReady();
          ready.fire();
        },
        onRestarting: (reason) => {
          restartReason = reason;
          log.warn(reason);
          show({ kind: 'starting' });
        },
        onGivenUp: (reason) => {
          log.error(reason);
          show({ kind: 'failed', reason });
        },
      });
    } catch (error) {
      const reason = vscode.l10n.t('The Pactwright server could not be started: {0}', messageOf(error));
      log.error(reason);
      show({ kind: 'failed', reason });
      void offerLog(reason);
    }
    if (disposed) await client?.stop();
  };

  const offerLog = async (message: string): Promise<void> => {
    const showLog = vscode.l10n.t('Show Log');
    if ((await vscode.window.showErrorMessage(message, showLog)) === showLog) log.show();
  };

  const notify = async (method: keyof ClientNotifications): Promise<void> => {
    await starting;
    try {
      await client?.notify(method);
    } catch (error) {
      log.error(`${method}: ${messageOf(error)}`);
    }
  };

  const link: ServerLink = {
    start: () => {
      starting ??= startNow();
      return starting;
    },
    restart: () => {
      const before = starting ?? Promise.resolve();
      // One after the other: two restarts at once would leave two servers.
      starting = before.then(async () => {
        const old = client;
        client = undefined;
        await old?.stop();
        restartReason = undefined;
        summary = undefined;
        await startNow();
      });
      return starting;
    },
    request: async (method, params) => {
      await starting;
      if (!client) return undefined;
      try {
        return await client.request(method, params);
      } catch (error) {
        log.error(`${method}: ${messageOf(error)}`);
        return undefined;
      }
    },
    onNotification: (method, handler) => {
      const entry = (received: keyof Notifications, params: never): void => {
        if (received === method) handler(params);
      };
      handlers.add(entry);
      return new vscode.Disposable(() => handlers.delete(entry));
    },
    onReady: ready.event,
    pid: () => client?.pid(),
  };

  context.subscriptions.push(
    ready,
    link.onNotification(lintedNotification, (latest) => {
      summary = latest;
      void vscode.commands.executeCommand('setContext', 'pactwright.projects', latest.projects);
      showReady();
    }),
    // A server that starts later is told with its start.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void notify(trustGrantedNotification)),
    new vscode.Disposable(() => {
      disposed = true;
      void client?.stop();
    }),
  );
  return link;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
