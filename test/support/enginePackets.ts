import path from 'node:path';
import { createWorktree } from '../../server/src/operations/worktrees/create.js';
import { callOperation } from '../../server/src/execution/phases/callOperation.js';
import type { PhaseDesk } from '../../server/src/execution/phases/phaseDesk.js';
import { keepWhatLasts } from '../../server/src/execution/runs/driveRun.js';
import { mergePacket } from '../../server/src/execution/runs/mergePacket.js';
import type { RunRepository } from '../../server/src/execution/runs/packetPlace.js';
import { cleanPacket } from '../../server/src/execution/runs/takeBack.js';
import { type GitRepository, gitRepository } from './gitRepository.js';
import { sprintFiles } from './sprintStory.js';
import { temporaryFolder } from './temporaryFolder.js';
import { testMachine } from './testMachine.js';

/** What the engine of runs does with git for a packet, beside its agents, gates and hooks. */
export interface EnginePackets {
  readonly shop: GitRepository;
  readonly place: RunRepository;
  readonly desk: PhaseDesk;
  readonly make: (item: string) => Promise<unknown>;
  /** @returns its outcome. */
  readonly merge: (item: string) => Promise<string>;
  readonly remove: (item: string) => Promise<void>;
}

/** Where the worktree of an item is made. */
export function worktreeOf({ folder }: Pick<GitRepository, 'folder'>, item: string): string {
  return path.join(`${folder}.worktrees`, item);
}

/** A repository of planned items on the branch `main`. @param more files, by path. */
export function plannedShop(ids: readonly string[], more: Readonly<Record<string, string>> = {}): GitRepository {
  const shop = gitRepository(path.join(temporaryFolder(), 'shop'));
  shop.git('config', 'user.name', 'Ann Example');
  shop.git('config', 'user.email', 'ann@example.org');
  shop.commit('Begin', { ...Object.fromEntries(Object.entries(sprintFiles(ids, {}))), ...more });
  return shop;
}

const terms = { build: { agents: [] }, review: { agents: [] }, rounds: 1, trustCommands: false } as const;
const heard = { why: () => undefined, end: () => undefined, question: () => undefined };
const close = (): Promise<undefined> => Promise.resolve(undefined);

/** @param env more variables. */
export async function enginePackets(
  shop: GitRepository,
  env: Readonly<Record<string, string>> = {},
): Promise<EnginePackets> {
  const bare = testMachine({
    ...env,
    PACTWRIGHT_STATE: temporaryFolder(),
    get PATH() {
      return process.env['PATH'];
    },
  });
  const machine = keepWhatLasts(bare);
  const { signal } = new AbortController();
  const found = await machine.git.repository(shop.folder, signal);
  if (found.kind !== 'answer') throw new Error(found.message);
  const place = { main: found.value, target: 'main' };
  const warn = (text: string): void => {
    throw new Error(text);
  };
  const desk: PhaseDesk = { machine, warn, tell: () => undefined, confirm: undefined, signal };
  return {
    shop,
    place,
    desk,
    make: (item) => callOperation(desk, shop.folder, createWorktree, { item }),
    merge: async (item) =>
      (await mergePacket({ run: 'run', item, repository: place, terms, heard, desk, close })).outcome,
    remove: (item) => cleanPacket(place, item, desk),
  };
}
