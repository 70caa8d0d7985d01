import type { Choice } from './manifest.js';
import type { CiConfiguration } from '../../workspace/configuration.js';
import type { ClonePart } from '../step.js';
import type { Piece } from './piece.js';

/** What an operation knows of the agent programs that a project is set up for. */
export interface SetUpDesk {
  /** Their ids, and `agents` for a plain AGENTS.md. */
  readonly agents: readonly string[];
  /** Names that can be chosen or left out: parts (`skills`), and one of them (`skills/trace`). */
  readonly names: readonly string[];
  /** What is deployed for a choice. */
  readonly pieces: (choice: Choice, ci: CiConfiguration) => Promise<readonly Piece[]>;
  /** Where agents look for skills in a project, each folder once: relative to the root, with `/`. */
  readonly skillFolders: (agents: readonly string[]) => readonly string[];
  /** What a person still has to do in these programs and servers: a sentence without full stop each. */
  readonly approvals: (choice: Choice, ci: CiConfiguration) => readonly string[];
  /** What this clone has. `none`: there can be none, as without a git repository. */
  readonly cloneStates: () => Promise<Readonly<Record<ClonePart, 'installed' | 'outdated' | 'absent' | 'none'>>>;
}
