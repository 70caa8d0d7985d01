import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorktree } from '../../../server/src/operations/worktrees/create.js';
import { callOperation } from '../../../server/src/execution/phases/callOperation.js';
import type { PhaseDesk } from '../../../server/src/execution/phases/phaseDesk.js';
import { mergePacket } from '../../../server/src/execution/runs/mergePacket.js';
import { findPacketPlace, type RunRepository } from '../../../server/src/execution/runs/packetPlace.js';
import { cleanPacket } from '../../../server/src/execution/runs/takeBack.js';
import { openGitRepository, type GitRepository, gitRepository, withGitProgram } from '../../support/gitRepository.js';
import { sprintFiles } from '../../support/sprintStory.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const ids = ['STORY-001', 'STORY-002'] as const;

/** What the engine does with git for a packet, beside its agents, gates and hooks. */
interface Counting {
  readonly shop: GitRepository;
  readonly place: RunRepository;
  readonly desk: PhaseDesk;
  /** Does something, and answers which commands of git that started. */
  readonly starts: (use: () => Promise<unknown>) => Promise<readonly string[]>;
}

async function counting(): Promise<Counting> {
  const shop = gitRepository(path.join(temporaryFolder(), 'shop'));
  shop.commit('Begin', Object.fromEntries(Object.entries(sprintFiles(ids, {}))));
  shop.git('config', 'user.name', 'Ann Example');
  shop.git('config', 'user.email', 'ann@example.org');
  const machine = testMachine({
    PACTWRIGHT_STATE: temporaryFolder(),
    get PATH() {
      return process.env['PATH'];
    },
  });
  const { signal } = new AbortController();
  const found = await machine.git.repository(shop.folder, signal);
  if (found.kind !== 'answer') throw new Error(found.message);
  const warn = (text: string): void => {
    throw new Error(text);
  };
  const log = path.join(temporaryFolder(), 'starts');
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  return {
    shop,
    place: { main: found.value, target: 'main' },
    desk: { machine, warn, tell: () => undefined, confirm: undefined, signal },
    starts: async (use) => {
      writeFileSync(log, '');
      const restore = withGitProgram(`#!/bin/sh\necho "$@" >> '${log}'\nexec '${git}' "$@"\n`);
      await use().finally(restore);
      const lines = readFileSync(log, 'utf8').split('\n');
      // Options of git itself come first; arguments may have more than one line.
      return lines.flatMap((line) => /^(?:-c \S+ )*([a-z][a-z-]+)(?: |$)/u.exec(line)?.[1] ?? []);
    },
  };
}

/** Makes the worktree of an item and commits some work there. @returns the commands of git that the first took. */
async function begin({ shop, desk, starts }: Counting, id: string): Promise<readonly string[]> {
  const made = await starts(() => callOperation(desk, shop.folder, createWorktree, { item: id }));
  const own = openGitRepository(path.join(`${shop.folder}.worktrees`, id));
  own.commit(`feat: ${id}`, { [`src/${id}.js`]: 'export const one = 1;\n' });
  return made;
}

const terms = { build: { agents: [] }, review: { agents: [] }, rounds: 1, trustCommands: false } as const;

async function end({ place, desk, starts }: Counting, item: string): Promise<Readonly<Record<string, unknown>>> {
  const heard = { why: () => undefined, end: () => undefined, question: () => undefined };
  const close = (): Promise<undefined> => Promise.resolve(undefined);
  let outcome: unknown;
  const merged = await starts(async () => {
    ({ outcome } = await mergePacket({ run: 'run', item, repository: place, terms, heard, desk, close }));
  });
  expect(outcome).toBe('passed');
  const removed = await starts(() => cleanPacket(place, item, desk));
  return { merged, removed };
}

describe.skipIf(process.platform === 'win32')('the engine of runs starts git for a packet', () => {
  it('so often and no more', async () => {
    const stage = await counting();
    const [first, second] = ids;
    expect(await stage.starts(() => findPacketPlace(stage.place, first, stage.desk))).toEqual(['for-each-ref']);
    const made = ['for-each-ref', 'ls-tree', 'worktree'];
    expect(await begin(stage, first)).toEqual(made);
    expect(await begin(stage, second)).toEqual(made);
    const moved = ['status', 'for-each-ref', 'commit-tree', 'merge', 'for-each-ref'];
    const removed = ['for-each-ref', 'for-each-ref', 'status', 'ls-files', 'rev-list', 'worktree', 'update-ref'];
    expect(await end(stage, first)).toEqual({ merged: ['for-each-ref', 'rev-list', 'diff', ...moved], removed });
    // The target has moved on since this one began.
    expect(await end(stage, second)).toEqual({
      merged: ['for-each-ref', 'rev-list', 'merge', 'diff', ...moved],
      removed,
    });
    const { shop } = stage;
    expect(shop.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(shop.git('branch', '--format=%(refname:short)').trim()).toBe('main');
    for (const id of ids) expect(shop.git('show', `main:src/${id}.js`)).toContain('one');
  });
});
