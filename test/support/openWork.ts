import path from 'node:path';
import { defaultDocumentPaths } from '../../server/src/documents/documentPaths.js';
import { createGit } from '../../server/src/host/git.js';
import { createWorkGit } from '../../server/src/host/gitWork.js';
import type { GitAnswer, GitRepository, WorkGit } from '../../server/src/workspace/ports.js';
import { readWork, type ReadWorkOptions } from '../../server/src/workspace/work/readWork.js';
import type { Work } from '../../server/src/workspace/work/work.js';
import { temporaryFolder } from './temporaryFolder.js';

export interface OpenedWork {
  readonly workGit: WorkGit;
  /** Reads the work of STORY-001 where nothing else is said. */
  readonly read: (options?: Partial<ReadWorkOptions>) => Promise<GitAnswer<Work>>;
  /** The same. @throws where there is no answer. */
  readonly work: (options?: Partial<ReadWorkOptions>) => Promise<Work>;
  /** @throws where there is no repository. */
  readonly repository: () => Promise<GitRepository>;
  /** How many processes were started so far. */
  readonly spawns: () => number;
}

/** Real git over a project root, with a scratch folder of its own. */
export function openWork(root: string): OpenedWork {
  const git = createGit();
  const workGit = createWorkGit(path.join(temporaryFolder(), 'scratch'));
  const read = (options: Partial<ReadWorkOptions> = {}): Promise<GitAnswer<Work>> =>
    readWork({
      git,
      workGit,
      root,
      item: 'STORY-001',
      knownItems: new Set(['STORY-001', 'STORY-002', 'STORY-003']),
      doneBy: () => undefined,
      paths: defaultDocumentPaths,
      ...options,
    });
  return {
    workGit,
    read,
    work: async (options) => valueOf(await read(options)),
    repository: async () => valueOf(await git.repository(root)),
    spawns: () => git.spawns() + workGit.spawns(),
  };
}

/** @throws where there is no answer. */
export function valueOf<T>(answer: GitAnswer<T>): T {
  if (answer.kind !== 'answer') throw new Error(`${answer.kind}: ${answer.message}`);
  return answer.value;
}
