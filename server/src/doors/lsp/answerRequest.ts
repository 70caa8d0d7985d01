import type { Connection } from 'vscode-languageserver';
import type { Requests } from '../../protocol.js';
import { guard } from './guard.js';

/** Answers a request of our client; where the handler fails, it is logged and the fallback is answered. */
export type AnswerRequest = <Method extends keyof Requests>(
  method: Method,
  fallback: Requests[Method]['answer'],
  handler: (params: Requests[Method]['params']) => Requests[Method]['answer'] | Promise<Requests[Method]['answer']>,
) => void;

export function answerRequests(connection: Connection, log: (message: string) => void): AnswerRequest {
  return (method, fallback, handler) => {
    connection.onRequest<unknown, unknown>(method, guard(method, log, fallback, handler));
  };
}
