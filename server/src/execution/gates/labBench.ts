import type { Machine } from '../../workspace/machine.js';
import type { EvidenceLog } from '../../gates/evidence/evidenceLog.js';
import type { GateConfiguration } from '../../workspace/configuration.js';
import type { Environment } from '../../base/gitEnvironment.js';
import type { Place } from '../../gates/lab.js';
import type { LabSources } from './sources.js';

export interface LabOptions {
  /** The project root: absolute. */
  readonly root: string;
  readonly configuration: GateConfiguration;
  readonly sources: LabSources;
  readonly log: EvidenceLog;
  /** Whether all is run again, whatever is known. */
  readonly fresh: boolean;
  /** Whether a person let a command of the project run here. */
  readonly isApproved: (command: readonly string[]) => boolean;
  readonly machine: Machine;
  /** Called with what is being done: half a sentence. */
  readonly onProgress: (text: string) => void;
  readonly signal: AbortSignal;
}

/** The lab as its parts see it: each start is counted, and programs get nothing of our own surroundings. */
export interface LabBench extends LabOptions {
  readonly env: Environment;
  /** How long a process may take, in milliseconds. */
  readonly timeLimit: number;
  /**
   * The same for changed code, which may run forever: by the longest run on the code as it is.
   *
   * @param isBuilt whether the code is compiled first, which takes long in a copy and short where it was built before.
   */
  readonly timeLimitOfChanged: (isBuilt: boolean) => number;
  /** Called with how long a run on the unchanged code took, in milliseconds. In a copy everything is built first. */
  readonly took: (kind: Place['kind'], milliseconds: number) => void;
  /** Whether the result of an earlier run counts: where all is run again, only what ran in this very lab. */
  readonly mayReuse: (key: string) => boolean;
  /** Keeps the result of a run. @returns the number of its record. */
  readonly keep: (key: string, result: unknown) => Promise<number>;
}
