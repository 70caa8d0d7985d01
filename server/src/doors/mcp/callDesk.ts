import type { ServerContext } from '@modelcontextprotocol/server';
import { plainLines } from '../../base/plainText.js';
import type { Machine } from '../../workspace/machine.js';

/** What a call is carried out with. */
export interface CallDesk {
  readonly machine: Machine;
  /** Absolute. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly progress: (title: string) => void;
}

/** Notifies of the progress of a call where the client wants to know. */
export function progressOf({ mcpReq }: ServerContext): (title: string) => void {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return () => undefined;
  let progress = 0;
  return (title) => {
    progress++;
    void mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken: token, progress, message: plainLines(title) },
    });
  };
}
