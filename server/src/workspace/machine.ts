import type { Stats } from 'node:fs';
import type * as nodeFiles from 'node:fs/promises';
import type { UserPlaces } from '../base/userFolders.js';
import type { EvidenceFiles } from './evidenceFiles.js';
import type { FileChange } from './fileChange.js';
import type { ParsedTexts } from './parsedTexts.js';
import type { CacheFiles, FileSystem, Git, GitAnswer, Processes, WorkGit } from './ports.js';
import type { FolderSize, LastingRefs, Occupants, WorktreeDesk, WorktreeGit } from './worktreePort.js';

/**
 * The machine that everything below the doors works on: files, git, processes, locks, logs, the clock and the environment. The main
 * file of each door makes Node's (`host/machine.ts`); tests make one in memory. Nothing else reaches the operating system.
 */
export interface Machine {
  /** Reads. A command line's answers come at once, a server's later. */
  readonly files: FileSystem;
  /** Writes, and reads what is no document of a project. */
  readonly disk: Disk;
  readonly git: Git;
  /** @param scratchFolder where trees and blobs go that the repository does not have; absolute, and kept by the caller. */
  readonly workGit: (scratchFolder: string) => WorkGit;
  readonly worktreeGit: WorktreeGit;
  /** The caller ends what it opens. */
  readonly openRefs: () => LastingRefs;
  /** Undefined in a process that changes few. */
  readonly refs?: LastingRefs;
  /**
   * Runs git at a folder (absolute), away from the network and without asking anybody for anything.
   *
   * @returns what it printed.
   * @throws the signal's reason once it is aborted.
   */
  readonly runGit: (
    folder: string,
    args: readonly string[],
    signal: AbortSignal,
    call?: GitCall,
  ) => Promise<GitAnswer<string>>;
  /** Writes the bytes of a blob to a file (absolute), replacing what is there. @returns why not, as half a sentence. */
  readonly writeBlob: (folder: string, blob: string, file: string, signal: AbortSignal) => Promise<string | undefined>;
  /** The settings of one section of a repository's own configuration, by name. @throws the signal's reason once it is aborted. */
  readonly gitSettings: (
    folder: string,
    section: string,
    signal: AbortSignal,
  ) => Promise<GitAnswer<ReadonlyMap<string, string>>>;
  readonly processes: Processes;
  readonly programs: Programs;
  /**
   * Does something while no other process does anything under the same lock file (absolute; its folder is made where it is missing).
   *
   * @throws what `use` throws; the signal's reason while it waits.
   */
  readonly withLock: <T>(file: string, use: () => Promise<T>, options?: LockOptions) => Promise<Locked<T>>;
  readonly logs: LogFiles;
  readonly evidence: (places: EvidencePlaces) => EvidenceFiles;
  readonly cache: CacheFiles;
  /** Undefined in a process that opens a project once, or follows it. */
  readonly parsed?: ParsedTexts;
  /** Stands for what is remembered from one question to the next; undefined in a process that answers one. */
  readonly session?: () => object;
  /** From now on much is made and dropped again: memory is to be reclaimed early, which takes longer. */
  readonly reclaimEarly?: () => void;
  /** Returns memory that is no longer in use; with a large heap this takes some tenths of a second. */
  readonly reclaimNow?: () => void;
  /** The same, once this process has little else to do. */
  readonly reclaimSoon?: () => void;
  /** Lends a new, empty folder outside of every repository, and removes it afterwards. @throws what `use` throws. */
  readonly withScratchFolder: <T>(use: (folder: string) => Promise<T>) => Promise<T>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The environment, the platform and the user's home. */
  readonly places: UserPlaces;
  readonly terminal: Terminal;
  readonly self: ThisProcess;
}

/** How git is run once. */
export interface GitCall {
  /** What it reads from its standard input; not empty. */
  readonly input?: string;
  /** Another index than the worktree's: absolute. */
  readonly index?: string;
  /** Exit codes that are answers beside 0. */
  readonly fine?: readonly number[];
  /** More configuration, as `name=value`. */
  readonly config?: readonly string[];
  /** Whether git does what a person wants done: then hooks and filters of the repository run, as they do without us. */
  readonly acts?: boolean;
}

/** The process that this code runs in. */
export interface ThisProcess {
  /** Tells this build from any other, so that no other reads what it keeps; undefined if that is not known. */
  readonly build: string | undefined;
  readonly pid: number;
  /** The processor, as Node names it: `x64`. */
  readonly architecture: string;
  /** Absolute path of Node, or of an Electron that runs as Node. */
  readonly node: string;
  /** Of Node, or of the Node that an Electron has inside: `20.20.2`. */
  readonly nodeVersion: string;
  readonly isElectron: boolean;
  /** Absolute path of the script it was started with; undefined if it was started without one. */
  readonly script: string | undefined;
  /** Absolute path of the folder with the grammars of tree-sitter. */
  readonly grammars: string;
}

/** The functions of `node:fs/promises` that are used as they are. */
type NodeFiles = Pick<
  typeof nodeFiles,
  | 'access'
  | 'chmod'
  | 'constants'
  | 'lstat'
  | 'mkdir'
  | 'open'
  | 'readFile'
  | 'readdir'
  | 'readlink'
  | 'realpath'
  | 'rename'
  | 'rm'
  | 'symlink'
  | 'writeFile'
>;

/** Writes, and reads what is no document. Paths are absolute unless it says otherwise. */
export interface Disk extends NodeFiles {
  readonly stat: (file: string) => Promise<Stats>;
  readonly unlink: (file: string) => Promise<void>;
  /** Replaces a file whole, or makes it. @param expected the hash of the text it is to have now; undefined: there must be none. */
  readonly writeAtomically: (file: string, text: string, expected: string | undefined) => Promise<WriteResult>;
  /** Writes the changes of a plan, all or none. @see applyChanges in host/ */
  readonly applyChanges: (
    root: string,
    changes: readonly FileChange[],
    textOf: (path: string) => string | undefined,
  ) => Promise<WriteResult>;
  /** Makes a folder and those above it. @returns those that were made, the outermost first. @throws the operating system's error. */
  readonly makeFolder: (folder: string, mode?: number) => Promise<readonly string[]>;
  /** The file below a root once links are followed; undefined if that is outside. @param relative with `/`. */
  readonly insideRoot: (root: string, relative: string) => Promise<string | undefined>;
  /** The path with all links followed, at once. @throws the operating system's error. */
  readonly realPathNow: (file: string) => string;
  /** Whether there is something of that name, even a broken link. */
  readonly exists: (file: string) => Promise<boolean>;
  /** Why a folder cannot be listed, as half a sentence; undefined if it can, or there is none. */
  readonly whyUnlisted: (folder: string) => Promise<string | undefined>;
  /** The texts of files of a kind in a folder that were written since a moment (milliseconds since 1970). */
  readonly readFilesSince: (folder: string, extension: string, since: number, maxBytes: number) => Promise<string[]>;
  /** The path with links followed as far as it is there. */
  readonly realOf: (file: string) => Promise<string>;
  readonly sizeOfFolder: (folder: string) => Promise<FolderSize>;
  readonly occupancyOf: (folder: string, commonFolder: string) => ReturnType<WorktreeDesk['occupancyOf']>;
  /** Removes what is left of a worktree, and nothing that anybody could miss. */
  readonly removeRemains: (folder: string, commonFolder: string) => Promise<void>;
  /** The processes whose working folder is a folder or below it. */
  readonly occupantsOf: (folder: string) => Promise<Occupants>;
}

/** Programs that go on beside this process, and who is running. */
export interface Programs {
  /** Nothing throws; ending it is the caller's. */
  readonly start: (start: ProgramStart) => Promise<StartedProgram>;
  readonly list: (pids: readonly number[]) => Promise<readonly ListedProcess[]>;
  /** Those of some processes, given with their start time, that are alive. */
  readonly whichLive: <T extends { readonly pid: number; readonly startedAt: string }>(
    marks: readonly T[],
  ) => Promise<ReadonlySet<T>>;
  /** Whether there is such a process now, of any user. */
  readonly isRunning: (pid: number) => Promise<boolean>;
  /** Asks a process to end by itself; if there is none, nothing happens. Windows ends it at once. */
  readonly askToEnd: (pid: number) => void;
  /** Ends a process and all that it has started. @param mark in the environment of those it has lost. */
  readonly endWithDescendants: (root: Pick<ListedProcess, 'pid' | 'startedAt'>, mark?: string) => Promise<void>;
}

/** Append-only logs of lines, readable by their owner alone. Files are absolute. */
export interface LogFiles {
  /** @returns false if it is already there. */
  readonly create: (file: string, line: string) => Promise<boolean>;
  readonly append: (file: string, lineFor: (size: number) => string | undefined) => Promise<void>;
  /** @param from in bytes. */
  readonly read: (file: string, from: number, size: number) => Promise<Buffer>;
}

/** The person or program at the other end of this process. */
export interface Terminal {
  readonly ask: (question: string, signal?: AbortSignal) => Promise<string>;
  readonly confirm: (question: string, signal: AbortSignal) => Promise<boolean>;
  /** Whether a person can type to this process. */
  readonly isAttended: () => boolean;
  /** Waits for Enter, so that a person can read a terminal that closes with its process; not without a terminal. */
  readonly hold: () => Promise<void>;
  /** @param longest characters; what is beyond is left out. */
  readonly readInput: (longest?: number, withinMs?: number) => Promise<string>;
  /** Runs something with a signal that is aborted when this process is asked to end. @throws what `use` throws. */
  readonly untilTermination: <T>(use: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Runs something during which an interrupt is meant for the program that has the terminal. @throws what `task` throws. */
  readonly ignoringInterrupts: <T>(task: () => Promise<T>) => Promise<T>;
}

/** `message`: what, why and the way out, as a sentence without full stop. */
export type WriteResult =
  | { readonly kind: 'written' }
  /** The file is not what the caller last saw; nothing was written. */
  | { readonly kind: 'changed'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

/** How to wait for a lock. */
export interface LockOptions {
  /** How long to wait for another holder, in milliseconds. */
  readonly waitMilliseconds?: number;
  /** Called once before it waits, with who holds the lock: a sentence without full stop. */
  readonly onWait?: (message: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** What became of work under a lock. */
export type Locked<T> =
  | { readonly kind: 'done'; readonly value: T }
  /**
   * `held`: another holder did not end in time; otherwise it cannot be made at all.
   * `message`: who holds it, or why it cannot be made, and the way out, as a sentence without full stop.
   */
  | { readonly kind: 'failed'; readonly held: boolean; readonly message: string };

/** Where a record is kept, and what this machine knows of it. */
export interface EvidencePlaces {
  /** What all worktrees share, or the cache folder of a project without git; it must exist. Absolute. */
  readonly folder: string;
  /** Absolute. */
  readonly state: string;
}

/** A program that goes on beside this process. */
export interface ProgramStart {
  /** Absolute. */
  readonly program: string;
  /** Handed over as they are: no shell reads them. */
  readonly args: readonly string[];
  /** Where it runs; absolute. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined: it has the terminal of this process, in the same group, so that a person types to it. */
  readonly pipes?: {
    /** What it reads from its standard input; empty: it is at its end at once. Undefined: what is written there while it runs. */
    readonly input: string | undefined;
    /** Given each piece of what it prints, as it comes; no character is cut in two. */
    readonly take: (text: string, from: 'output' | 'errors') => void;
  };
}

/** A program that was started, or why it was not. */
export type StartedProgram =
  | {
      readonly kind: 'started';
      readonly pid: number;
      readonly end: Promise<ProgramExit>;
      /** Where it was to stay open. */
      readonly input?: ProgramInput;
    }
  /** `message`: half a sentence without full stop. */
  | { readonly kind: 'notStarted'; readonly message: string };

/** The standard input of a program that runs; what has ended takes nothing, and nothing throws. */
export interface ProgramInput {
  readonly write: (text: string) => void;
  readonly end: () => void;
}

/** Either is null if the other tells. */
export interface ProgramExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running process. */
export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  /** The pid of the one that leads, or led, the group it is in. */
  readonly group: number;
  /** The same as long as it lives, and another for the next process with this pid. */
  readonly startedAt: string;
}
