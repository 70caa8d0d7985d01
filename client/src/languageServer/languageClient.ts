import { type ChildProcess, fork } from 'node:child_process';
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, State } from 'vscode-languageclient/node';
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
import { inlayHintsMiddleware, refreshInlayHints } from './inlayHints.js';
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
  let child: ChildProcess | undefined;
  let stopping = false;
  let hung = false;
  let first = true;
  const crashes: number[] = [];

  const startServer = (): Promise<ChildProcess> => {
    const started = fork(events.serverModule, ['--stdio', `--clientProcessId=${process.pid}`], {
      silent: true,
      // A debugger attached to the extension host must not make the server wait for one of its own.
      execArgv: [],
    });
    started.stderr?.on('data', (text: Buffer) => {
      events.log.error(text.toString().trimEnd());
    });
    started.on('error', (error) => {
      events.log.error(error);
    });
    child = started;
    return Promise.resolve(started);
  };

  const client = new LanguageClient('pactwright', 'Pactwright', startServer, {
    documentSelector: [...servedDocuments],
    // Asked for again at every start: trust may have been granted since the first.
    initializationOptions: (): InitializationOptions => ({ trusted: vscode.workspace.isTrusted }),
    middleware: { ...inlayHintsMiddleware, ...unsavedFilesMiddleware(events.acts), ...saveAfterFixMiddleware },
    outputChannel: events.log,
    // What it failed with is told by who asked for the start.
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        if (stopping || first) return { action: CloseAction.DoNotRestart, handled: true };
        const reason = hung
          ? vscode.l10n.t('The Pactwright server did not answer and was ended.')
          : vscode.l10n.t('The Pactwright server ended unexpectedly.');
        hung = false;
        const now = Date.now();
        crashes.push(now);
        const recent = crashes.filter((time) => now - time < crashWindowMs);
        if (recent.length >= crashLimit) {
          events.onGivenUp(
            vscode.l10n.t(
              'The Pactwright server ended {0} times in three minutes and is not started again.',
              crashLimit,
            ),
          );
          return { action: CloseAction.DoNotRestart, handled: true };
        }
        events.onRestarting(reason);
        return { action: CloseAction.Restart, handled: true };
      },
    },
  });

  for (const method of notifications)
    client.onNotification(method, (params: unknown) => {
      events.onNotification(method, params);
    });

  client.onRequest<AppliedEdit, unknown>(applyEditRequest, (edit: OperationEdit) =>
    applyOperationEdit(edit, events.acts),
  );

  const settings = refreshInlayHints(client);
  const watch = setInterval(() => void ping(), pingEveryMs);
  let waiting = false;
  const ping = async (): Promise<void> => {
    if (waiting || stopping || !client.isRunning()) return;
    waiting = true;
    const asked = child;
    let seconds = 0;
    // Counted, not timed: while something else holds up this process, no answer can be read and no second is counted.
    const patience = setInterval(() => {
      if (++seconds < pingPatienceSeconds) return;
      clearInterval(patience);
      hung = true;
      asked?.kill('SIGKILL');
    }, 1_000);
    try {
      await client.sendRequest(pingRequest);
    } catch {
      // The connection closed; the error handler above decides what happens next.
    } finally {
      clearInterval(patience);
      waiting = false;
    }
  };

  let startPatience: NodeJS.Timeout | undefined;
  client.onDidChangeState(({ newState }) => {
    clearTimeout(startPatience);
    if (newState === State.Starting)
      startPatience = setTimeout(() => {
        hung = true;
        child?.kill('SIGKILL');
      }, startPatienceMs);
    if (newState === State.Running && !first) events.onReady();
  });

  const stop = async (): Promise<void> => {
    stopping = true;
    settings.dispose();
    clearInterval(watch);
    clearTimeout(startPatience);
    const ended = child;
    try {
      await client.dispose(2_000);
    } catch {
      // A server that cannot say goodbye is ended all the same.
    }
    ended?.kill('SIGKILL');
  };

  try {
    await client.start();
  } catch (error) {
    await stop();
    throw error;
  }
  first = false;
  events.onReady();

  return {
    request: (method, params) => (params ? client.sendRequest(method, params) : client.sendRequest(method)),
    notify: (method) => client.sendNotification(method),
    stop,
    pid: () => child?.pid,
  };
}
