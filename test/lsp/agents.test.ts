import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { listProcesses } from '../../server/src/host/processTable.js';
import { gitRepository, openGitRepository } from '../support/gitRepository.js';
import { cleanSpec } from '../support/projectTexts.js';
import { writeFiles } from '../support/temporaryFolder.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const id = '20260301-141502-act-STORY-042-1f3a';
const log = `.git/pactwright/agents/${id}.jsonl`;
const spec = 'docs/specs/STORY-001.md';

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

/** The lines of a session that this process looks after. */
async function begun(folder: string, at = 1): Promise<string> {
  const [self] = await listProcesses([process.pid]);
  const keeper = { pid: process.pid, startedAt: self?.startedAt ?? '' };
  const start = { id, agent: 'claude', mode: 'interactive', access: 'write', round: 1, folder, command: ['x'] };
  return `${JSON.stringify({ kind: 'start', at, start, keeper })}\n`;
}

const event = (one: object): string => `${JSON.stringify({ kind: 'event', at: 2, event: one })}\n`;

async function start({ trusted = true, withGit = true }): Promise<LspWorkspace> {
  workspace = await startLspWorkspace(
    { [spec]: cleanSpec() },
    {
      initialize: { initializationOptions: { trusted } },
      prepare: (folder) => {
        if (withGit) gitRepository(folder).commit('Plan STORY-001');
      },
    },
  );
  return workspace;
}

const ask = (one: LspWorkspace): Promise<readonly { readonly id: string }[]> =>
  one.connection.sendRequest('pactwright/agentSessions');

/** Counts what the server tells of sessions. */
function told({ connection }: LspWorkspace): () => number {
  let count = 0;
  connection.onNotification('pactwright/agentSessionsChanged', () => {
    count++;
  });
  return () => count;
}

describe('sessions of agents in the language server', () => {
  it('are told of when the folder becomes a project that they are of', async () => {
    const one = await startLspWorkspace(
      {},
      {
        initialize: { initializationOptions: { trusted: true } },
        prepare: (folder) => {
          gitRepository(folder).commit('Begin', { 'a.txt': '' });
        },
      },
    );
    workspace = one;
    const count = told(one);
    expect(await ask(one)).toEqual([]);
    writeFiles(one.folder, { [log]: await begun(one.folder), [spec]: cleanSpec() });
    await one.filesCreated(spec);
    await one.until(() => count() > 0);
    expect(await ask(one)).toMatchObject([{ id }]);
  });

  it('are answered, and followed as they are written', async () => {
    const one = await start({});
    const count = told(one);
    expect(await ask(one)).toEqual([]);
    await one.until(() =>
      one.registered.some((some) => some.some(({ globPattern }) => globPattern.pattern === 'pactwright/agents/*')),
    );
    const tell = (): Promise<void> =>
      one.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: one.uri(log), type: 2 }] });
    one.write(log, await begun(one.folder));
    const before = one.gitSpawns();
    await tell();
    expect(await ask(one)).toMatchObject([{ id, state: 'starting', root: pathToFileURL(one.folder).href }]);
    appendFileSync(path.join(one.folder, log), event({ kind: 'waiting', why: 'May I?' }));
    await tell();
    expect(await ask(one)).toMatchObject([{ id, state: 'waiting', note: 'May I?' }]);
    // Told once, until it is asked for again.
    await tell();
    await tell();
    await ask(one);
    expect(count()).toBe(3);
    expect(one.gitSpawns()).toBe(before);
  });

  it('belong to the project that they work in, and where that is in another worktree to one of the repository', async () => {
    const one = await start({});
    writeFiles(one.folder, { 'web/docs/specs/STORY-002.md': cleanSpec() });
    await one.filesCreated('web/docs/specs/STORY-002.md');
    await one.settled();
    const rootOf = async (folder: string): Promise<unknown> => {
      one.write(log, await begun(folder, Math.random()));
      const [session] = await ask(one);
      one.remove(log);
      await ask(one);
      return session;
    };
    expect(await rootOf(path.join(one.folder, 'web/src'))).toMatchObject({ root: one.uri('web') });
    expect(await rootOf(one.folder)).toMatchObject({ root: pathToFileURL(one.folder).href });
    expect(await rootOf('/elsewhere')).toMatchObject({ root: pathToFileURL(one.folder).href });
  });

  it('are known without git, too', async () => {
    const one = await start({ withGit: false });
    await ask(one);
    const base = await new Promise<string>((resolve) => {
      void one.until(() => {
        const found = one.registered.flat().find(({ globPattern }) => globPattern.pattern === 'pactwright/agents/*');
        if (found) resolve(found.globPattern.baseUri);
        return found !== undefined;
      });
    });
    const logs = `${decodeURIComponent(new URL(base).pathname)}/pactwright/agents`;
    writeFiles(logs, { [`${id}.jsonl`]: await begun(one.folder) });
    expect(await ask(one)).toMatchObject([{ id, state: 'starting' }]);
  });

  it('are not looked for before the workspace is trusted', async () => {
    const one = await start({ trusted: false });
    one.write(log, await begun(one.folder));
    expect(await ask(one)).toEqual([]);
    await one.connection.sendNotification('pactwright/trustGranted');
    expect(await ask(one)).toMatchObject([{ id }]);
  });
});

describe('what the work of a session is compared with', () => {
  it('is where the item began as gates see it, by the default branch that is configured', async () => {
    const made: Record<string, string> = {};
    const one = await startLspWorkspace(
      {},
      {
        initialize: { initializationOptions: { trusted: true } },
        prepare: (folder) => {
          const repository = gitRepository(folder);
          made['main'] = repository.commit('Begin', {
            [spec]: cleanSpec(),
            '.pactwright/config.yaml': 'defaultBranch: next\n',
          });
          repository.branch('next');
          made['next'] = repository.commit('Go on', { 'a.txt': 'a' });
          repository.branch('feature/STORY-001');
          made['feature'] = repository.commit('STORY-001: Work', { 'b.txt': 'b' });
          repository.branch('lone', 'main');
          made['lone'] = repository.commit('BUG-009: Mend', { 'c.txt': 'c' });
        },
      },
    );
    workspace = one;
    const root = pathToFileURL(one.folder).href;
    const base = (item?: string): Promise<unknown> =>
      one.connection.sendRequest('pactwright/reviewBase', { root, folder: one.folder, item });
    const checkout = (branch: string): void => {
      openGitRepository(one.folder).checkout(branch);
    };
    expect([await base('STORY-001'), await base()]).toEqual([made['main'], made['main']]);
    checkout('feature/STORY-001');
    expect([await base('STORY-001'), await base()]).toEqual([made['next'], made['next']]);
    checkout('next');
    expect([await base('STORY-001'), await base()]).toEqual([made['next'], made['next']]);
    openGitRepository(one.folder).merge('feature/STORY-001');
    const [ofItem, ofNone] = [await base('STORY-001'), await base()];
    expect([ofItem, ofNone === ofItem]).toEqual([made['next'], false]);
    expect(
      await one.connection.sendRequest('pactwright/reviewBase', { root: 'file:///x', folder: one.folder }),
    ).toBeNull();
  });
});

describe('what is beside the sessions', () => {
  it('is told: the queue, and comments on lines where they are now', async () => {
    const one = await start({});
    const { folder } = one;
    const comment = { id: '1', top: folder, path: spec, line: 3, code: 'not there', text: 'Why?', at: 1 };
    writeFiles(folder, {
      '.git/pactwright/agents/STORY-001.comments.json': JSON.stringify({ version: 1, comments: [comment] }),
      '.git/pactwright/agents/queue.json': JSON.stringify({
        version: 1,
        entries: [{ item: 'STORY-001', folder, state: 'waiting', passed: [] }],
      }),
    });
    const root = pathToFileURL(folder).href;
    expect(await one.connection.sendRequest('pactwright/reviewComments')).toEqual([
      { ...comment, item: 'STORY-001', root },
    ]);
    expect(await one.connection.sendRequest('pactwright/queues')).toMatchObject([
      { isWorkedOn: false, isPaused: false, entries: [{ item: 'STORY-001', root }] },
    ]);
  });
});
