import type { StepResult } from '../../runs/event.js';
import type { GitRepository } from '../../workspace/ports.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import type { RepositoryGit } from '../snapshots/repositoryGit.js';
import type { Heard } from './packetDesk.js';
import type { RunRepository } from './packetPlace.js';
import type { RunTerms } from './terms.js';
import type { Upstream } from './upstream.js';

/** A packet that is merged. */
export interface PacketMerge {
  readonly run: string;
  readonly item: string;
  readonly repository: RunRepository;
  readonly terms: RunTerms;
  readonly heard: Heard;
  readonly desk: PhaseDesk;
  readonly upstream?: Upstream;
  /** What was said of it last. */
  readonly note?: string | undefined;
  /** How a packet is closed that is no item, and what has to hold of the files that the target is to have; undefined: it is one. */
  readonly close?: (scene: MergeScene) => Promise<StepResult | undefined>;
}

/** A packet at the moment at which its branch holds the target. */
export interface MergeScene extends PacketMerge {
  readonly branch: string;
  /** As the packet's worktree has it. */
  readonly own: GitRepository;
  readonly git: RepositoryGit;
  /** What the target is at; it is moved from there, and from nowhere else. */
  readonly at: string;
}
