import type { EvidenceLog } from '../../gates/evidence/evidenceLog.js';
import type { Lab } from '../../gates/lab.js';
import type { GateConfiguration } from '../../workspace/configuration.js';
import type { FileSystem, Processes } from '../../workspace/ports.js';
import { runDeclaredCommand } from './declaredCommand.js';
import { type Environment, gateEnvironment } from './environment.js';
import { runWantedTests } from './labTests.js';
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
  readonly files: FileSystem;
  readonly processes: Processes;
  readonly env: Environment;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told what is being done, half a sentence at a time. */
  readonly onProgress: (text: string) => void;
  readonly signal: AbortSignal;
}

/** The lab as its parts see it: each start is counted, and programs get nothing of our own surroundings. */
export type LabBench = LabOptions & { readonly timeLimit: number };

export function createLab(options: LabOptions): Lab {
  let starts = 0;
  const bench: LabBench = {
    ...options,
    env: gateEnvironment(options.env),
    timeLimit: options.configuration.timeLimit * 1000,
    processes: {
      run: (start) => {
        starts++;
        return options.processes.run(start);
      },
    },
  };
  return {
    runTests: (tests, place, isSettled) => runWantedTests(bench, tests, place, isSettled),
    runCommand: (name, place) => runDeclaredCommand(bench, name, place),
    starts: () => starts,
  };
}
