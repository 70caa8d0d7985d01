import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExtensionContext, LogOutputChannel } from 'vscode';
import type { ServerLink } from '../../../client/src/editor/serverLink.js';
import { createServerLink, stopServer } from '../../../client/src/languageServer/serverLink.js';
import type { ServerState } from '../../../client/src/editor/serverLink.js';

const servers = vi.hoisted(() => ({ running: 0, started: 0, most: 0 }));

vi.mock('vscode', () => import('./vscode.js'));
vi.mock('../../../client/src/languageServer/languageClient.js', () => ({
  startLanguageClient: async ({ onReady }: { onReady: () => void }) => {
    await Promise.resolve();
    servers.started++;
    servers.most = Math.max(servers.most, ++servers.running);
    onReady();
    return {
      request: () => Promise.resolve('answered'),
      pid: () => servers.started,
      stop: async () => {
        await setImmediate();
        servers.running--;
      },
    };
  },
}));

beforeEach(() => {
  Object.assign(servers, { running: 0, started: 0, most: 0 });
});

function create(): { link: ServerLink; states: readonly ServerState[]; deactivate: () => void } {
  const states: ServerState[] = [];
  const subscriptions: { dispose(): void }[] = [];
  const context = { subscriptions, asAbsolutePath: (file: string) => file };
  const log = { error: () => undefined, warn: () => undefined, info: () => undefined };
  const link = createServerLink(
    context as unknown as ExtensionContext, // what the link uses of it
    {
      log: log as unknown as LogOutputChannel, // likewise
      acts: {
        save: () => Promise.resolve(true),
        isOnDisk: () => Promise.resolve(true),
        begin: () => Promise.resolve(),
      },
    },
    { show: (state) => states.push(state) },
  );
  return {
    link,
    states,
    deactivate: () => {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

describe('the server link', () => {
  it('has one server after two restarts at once', async () => {
    const { link } = create();
    await link.start();
    await Promise.all([link.restart(), link.restart()]);
    expect(servers).toEqual({ started: 3, running: 1, most: 1 });
  });

  it('lets a request wait for the server that a restart brings', async () => {
    const { link } = create();
    await link.start();
    const restarted = link.restart();
    await Promise.resolve();
    expect(await link.request('pactwright/ping', undefined)).toBe('answered');
    await restarted;
  });

  it('waits for its server, which still keeps what it knows, when the window is closed', async () => {
    await create().link.start();
    await stopServer();
    expect(servers).toMatchObject({ started: 1, running: 0 });
  });

  it('leaves no server behind when the extension ends while one starts', async () => {
    const { link, deactivate } = create();
    const started = link.start();
    deactivate();
    await started;
    expect(servers).toMatchObject({ started: 1, running: 0 });
  });
});
