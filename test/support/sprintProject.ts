import path from 'node:path';
import { gitRepository } from './gitRepository.js';
import { lightGates } from './lightGates.js';
import { type PhaseProject, phaseProject } from './phaseProject.js';
import { sprintFiles } from './sprintStory.js';
import { temporaryFolder } from './temporaryFolder.js';

/** A project of planned items, in which an agent plays its part. */
export function sprintProject(
  ids: readonly string[],
  dependsOn: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
): PhaseProject {
  // Worktrees are made beside it.
  return phaseProject(
    { ...sprintFiles(ids, dependsOn), ...lightGates, ...more },
    gitRepository(path.join(temporaryFolder(), 'shop')),
  );
}
