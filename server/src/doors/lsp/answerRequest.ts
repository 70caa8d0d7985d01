import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { Requests } from '../../protocol.js';
import { guard } from './guard.js';

/** Answers a request of our client; where the handler fails, it is logged and the fallback is answered. The signal is aborted once the client cancels. */
export type AnswerRequest = <Method extends keyof Requests>(
  method: Method,
  fallback: Requests[Method]['answer'],
  handler: (
    params: Requests[Method]['params'],
    signal: AbortSignal,
  ) => Requests[Method]['answer'] | Promise<Requests[Method]['answer']>,
) => void;

export function answerRequests(connection: Connection, log: (message: string) => void): AnswerRequest {
  return (method, fallback, handler) => {
    const guarded = guard(method, log, fallback, handler);
    // A request without parameters comes with the token alone.
    connection.onRequest<unknown, unknown>(method, (params, token: CancellationToken | undefined) =>
      guarded(params as Parameters<typeof handler>[0], signalOf(token)),
    );
  };
}

function signalOf(token: CancellationToken | undefined): AbortSignal {
  const controller = new AbortController();
  token?.onCancellationRequested(() => {
    controller.abort();
  });
  return controller.signal;
}
