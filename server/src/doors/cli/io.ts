import { plainText } from '../../base/plainText.js';
import type { Machine } from '../../workspace/machine.js';
import type { JudgedBy } from '../../project/recordsFile.js';
import type { DocumentStore, StoreChange } from '../../workspace/documentStore.js';
import type { KeptRecords } from '../../workspace/keptRecords.js';
import type { FileSystem } from '../../workspace/ports.js';
import type { QueueOpening, WorkQueue } from '../../workspace/workQueue.js';

/** What a command needs of the process it runs in. */
export interface Io {
  /** The current folder, absolute. */
  readonly cwd: string;
  readonly machine: Machine;
  /** Standard output is a terminal: a person looks on. */
  readonly terminal: boolean;
  /** Pactwright's own. */
  readonly version: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Keeps what a run says of documents; undefined: it is not kept. */
  readonly keeper?: RunKeeper | undefined;
  /**
   * Loads another program of the package into this process. What it exports starts it; the language server starts itself.
   * Undefined if this one runs from its sources.
   */
  readonly load?: (program: 'mcp' | 'server') => Promise<unknown>;
  /** Opens a queue of packets; undefined if there is no program for it. @throws what the queue says. */
  readonly openQueue?: ((opening: QueueOpening) => Promise<WorkQueue>) | undefined;
}

/** Keeps what a run says, for when the same is run again. */
export interface RunKeeper {
  /** The files that the run has to read: what they answer is noted. */
  readonly files: FileSystem;
  /** What is known of the documents of a project from an earlier run that judged by the same. @param root absolute. */
  readonly records: (root: string, judgedBy: JudgedBy) => Promise<KeptRecords | undefined>;
  /** Has what is known now written down once the run is over. @param root absolute. */
  readonly keepDocuments: (root: string, judgedBy: JudgedBy, documents: DocumentsToKeep) => void;
  /** Takes what a run said that went by its command line and these files alone; it is written down once the run is over. */
  readonly take: (said: Said) => void;
}

/** What is known of the documents of a project once a run is over. */
export interface DocumentsToKeep extends Pick<DocumentStore, 'isStamped' | 'generation'> {
  readonly change: () => Promise<StoreChange | undefined>;
}

/** What a run has said, and how it ended. */
export interface Said {
  readonly out: string;
  readonly err: string;
  readonly code: ExitCode;
}

/** The exit codes of every command. */
export const exitCodes = {
  /** No finding of level error. */
  fine: 0,
  /** Findings of level error, or more warnings than allowed. */
  findings: 1,
  /** The command line or a configuration is wrong; nothing was judged. */
  usage: 2,
  /** A gate cannot say, as something could not be run or determined. */
  unknown: 3,
  /** A merge driver could not do its work: git must not treat the file as merged (gitattributes(5): above 128). */
  notMerged: 129,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Tells a person what they should know, a line at a time, under our name. */
export function warner({ err }: Pick<Io, 'err'>): (text: string) => void {
  return (text) => {
    err(`pactwright: ${plainText(text)}\n`);
  };
}
