import type { McpServer, ProtocolEra } from '@modelcontextprotocol/server';
import type { Machine } from '../../workspace/machine.js';
import { type WatchedProject, watchedProject } from './resources.js';

/** How often to look for changes, in milliseconds. */
const lookMs = 1_000;

export interface Followed {
  readonly machine: Machine;
  readonly place: { readonly folder: string };
  /** `modern`: the connection keeps subscriptions itself, and passes on what is subscribed to. */
  readonly era: ProtocolEra;
}

/** Notifies of changes of resources, until the connection is closed. */
export function followResources(server: McpServer['server'], { machine, place, era }: Followed): void {
  const subscribed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isOpen = true;
  let before: { readonly folder: string; readonly watched: WatchedProject; readonly stamp: string } | undefined;

  const read = async (): Promise<typeof before> => {
    const { folder } = place;
    const watched = await watchedProject({ machine, folder }).catch(() => undefined);
    return watched && { folder, watched, stamp: await stampOf(machine, watched) };
  };
  const look = async (): Promise<void> => {
    if (before?.folder !== place.folder) before = await read();
    else if ((await stampOf(machine, before.watched)) !== before.stamp) {
      const { uris } = before.watched;
      before = await read();
      const all = new Set([...uris, ...(before?.watched.uris ?? [])]);
      for (const uri of era === 'modern' ? all : subscribed) await server.sendResourceUpdated({ uri });
    }
    if (!isOpen || (era !== 'modern' && subscribed.size === 0)) {
      stop();
      return;
    }
    timer = setTimeout(() => void look(), lookMs);
    // What ends the process is the end of the connection.
    timer.unref();
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    before = undefined;
  };
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    subscribed.add(uri);
    if (timer === undefined) await look();
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
  server.onclose = () => {
    isOpen = false;
    stop();
  };
  // Not before the answer that the client waits for: to look takes the code that reads a project.
  if (era === 'modern') setImmediate(() => void look());
}

/** Changes when one of the places does. */
async function stampOf({ disk }: Machine, { places }: WatchedProject): Promise<string> {
  const stats = await Promise.all(places.map((place) => disk.stat(place).catch(() => undefined)));
  return stats.map((stat) => (stat ? `${stat.mtimeMs}:${stat.size}` : '')).join('|');
}
