import type { CodeFolder } from '../../project/codeFolder.js';
import type { OpenedProject } from '../../project/openProject.js';
import type { Flaw } from '../../reports/flaws.js';
import type { Machine } from '../../workspace/machine.js';

/** What is examined. */
export interface Patient {
  readonly machine: Machine;
  readonly code: CodeFolder;
  /** Undefined if the folder is in no project. Its documents are read. */
  readonly project: OpenedProject | undefined;
  /** The text of a file of the folder; undefined if it is none. */
  readonly textOf: (file: string) => Promise<string | undefined>;
  readonly signal: AbortSignal;
}

/** A part of an examination. */
export interface Examination {
  /** What is looked at, as a person reads it while it is. */
  readonly title: string;
  readonly examine: (patient: Patient) => Promise<readonly Flaw[]>;
}
