import { contentHash } from '../base/contentHash.js';
import { once } from '../base/memo.js';
import type { FileChange } from '../workspace/fileChange.js';

/** One thing that is done by code. Each can be shown before, word by word. */
export type Step = EditStep | GitStep | RemainsStep | SetUpStep | OperationStep | CommitStep | ProgramStep | CloneStep;

/** What a plan does besides its changes. */
export type PlannedStep = Exclude<Step, EditStep>;

/** As operations write them down. @see withKeys */
export type StepDraft = Draft<PlannedStep>;

type Draft<S> = S extends unknown ? Omit<S, 'key'> : never;

interface StepBase {
  /** The same for the same step, whenever it is planned: who keeps a journal does not carry it out twice. */
  readonly key: string;
  /** What it does, as half a sentence: `make the branch feature/STORY-042`. */
  readonly summary: string;
}

/** A change of one file. Those of a plan are applied together, whole or not at all. */
export interface EditStep extends StepBase {
  readonly kind: 'edit';
  readonly change: FileChange;
  /** `contentHash` of the text that the file has to hold; undefined if there has to be none, or it is only renamed. */
  readonly expects: string | undefined;
}

/** A git command that changes the repository: no shell, no password, no network. */
export interface GitStep extends StepBase {
  readonly kind: 'git';
  /** Handed over as they are. */
  readonly args: readonly string[];
  /** What it makes, to be taken back where it, or a later step, fails or is killed. */
  readonly makes?: MadeWorktree;
}

/** Removes a folder that has nothing in it that anybody could miss. @see WorktreeDesk.occupancyOf */
interface RemainsStep extends StepBase {
  readonly kind: 'remains';
  /** Absolute. */
  readonly path: string;
}

/** Gives a new worktree what git does not: files, ports, packages, and what the project's setup commands make. */
interface SetUpStep extends StepBase {
  readonly kind: 'setUp';
  /** The top of the worktree: absolute. */
  readonly path: string;
}

/** Calls another operation. */
export interface OperationStep extends StepBase {
  readonly kind: 'operation';
  /** As on the command line: `board tick`. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Commits files as the person would, with hooks and signature: those named, and those that the steps before it write. */
export interface CommitStep extends StepBase {
  readonly kind: 'commit';
  readonly message: string;
  /** Relative to the top of the repository. */
  readonly paths: readonly string[];
  /** What else is not committed, and stays so. */
  readonly left?: readonly LeftFile[];
}

/** A program that may need the network or ask for a password, as the person has set it up. */
export interface ProgramStep extends StepBase {
  readonly kind: 'program';
  /** Absolute, or a name that is looked for in the PATH. */
  readonly program: string;
  readonly args: readonly string[];
  /** What it reads. */
  readonly input?: string;
}

/** Installs what git keeps for each clone, or removes it. */
interface CloneStep extends StepBase {
  readonly kind: 'clone';
  readonly what: ClonePart;
  readonly install: boolean;
}

/** The command that installs it. */
export type ClonePart = 'merge-driver' | 'git-hooks';

export interface MadeWorktree {
  /** Absolute. */
  readonly path: string;
  readonly branch: string;
  /** The commit that the branch is made at, where it is made, too. */
  readonly madeAt?: string;
}

/** A file that stays uncommitted. */
export interface LeftFile {
  /** Relative to the top of the repository. */
  readonly path: string;
  /** Why, as half a sentence behind its path. */
  readonly why: string;
}

/** Gives each step its key, which says what it does; the second of two alike is another step. */
export function withKeys(drafts: readonly StepDraft[]): readonly PlannedStep[] {
  const seen = new Map<string, number>();
  return drafts.map((draft) => {
    const key = keyOf(draft);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return { ...draft, key: times === 1 ? key : `${key}#${times}` };
  });
}

/**
 * The changes of a plan as steps.
 *
 * @param textOf the text that a file had when the plan was made.
 */
export function editSteps(
  changes: readonly FileChange[],
  textOf: (path: string) => string | undefined,
): readonly EditStep[] {
  return changes.map((change) => {
    const text = change.kind === 'edit' || change.kind === 'delete' ? textOf(change.path) : undefined;
    // Of megabytes, hashes take long, and most callers ask for neither.
    const expects = once(() => (text === undefined ? undefined : contentHash(text)));
    const key = once(() => hashed('edit', [change, expects()]));
    return {
      kind: 'edit',
      change,
      get expects() {
        return expects();
      },
      summary: `${change.kind} ${change.path}`,
      get key() {
        return key();
      },
    };
  });
}

/** How it is worded, and what a commit happens to find, makes no other step of it. */
function keyOf(draft: StepDraft): string {
  switch (draft.kind) {
    case 'git':
      return hashed('git', draft.args);
    case 'remains':
    case 'setUp':
      return hashed(draft.kind, draft.path);
    case 'operation':
      return hashed('operation', [draft.name, draft.input]);
    case 'clone':
      return hashed('clone', [draft.what, draft.install]);
    case 'commit':
      return hashed('commit', draft.message);
    case 'program':
      return hashed('program', [draft.program, draft.args, draft.input]);
  }
}

function hashed(kind: Step['kind'], what: unknown): string {
  return `${kind}:${contentHash(JSON.stringify(what)).slice(0, 16)}`;
}
