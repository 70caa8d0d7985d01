/** What the operations on worktrees answer in their JSON, which the client reads from a process of its own. */
export type {
  PruneFinding,
  Stray as WorktreeStray,
  WorktreeCreation,
  WorktreeList,
  WorktreePruning,
  WorktreeRemoval,
  WorktreeRow,
} from '../operations/worktrees/answers.js';
