import type { DocumentKind } from '../documents/document.js';
import type { GateName } from '../gates/gate.js';
import type { Configuration } from '../workspace/configuration.js';
import type { FileChange } from '../workspace/fileChange.js';
import type { Project } from '../workspace/project.js';
import type { WorktreeDesk } from '../workspace/worktreePort.js';
import { type InputFields, type InputOf, readInput } from './input.js';

/** What an operation is planned on. */
export interface OperationWorkspace {
  /** With the documents of the kinds in `reads`, and what `needs` says. */
  readonly project: Project;
  readonly configuration: Configuration;
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * The text of a file that is no document, by its path relative to the root; undefined where there is none. It is refused where it
   * is no text, too large, or lies outside.
   */
  readonly readFile: (path: string) => Promise<string | undefined>;
  /** The items of the other worktrees of the repository. */
  readonly itemsElsewhere: () => Promise<readonly ItemElsewhere[]>;
  /** The worktrees of the repository. Refused where there is none. */
  readonly worktrees: () => Promise<WorktreeDesk>;
}

export interface ItemElsewhere {
  readonly id: string;
  /** As half a sentence: `worktree /home/ada/shop-2`. */
  readonly where: string;
}

/** What is to happen. Nothing has happened yet, and nothing does but this. */
export interface Plan {
  /** In the order in which they are written: where that breaks off, what is written already must do no harm. */
  readonly changes: readonly FileChange[];
  /** Gates that have to let the item pass before anything is written. */
  readonly gates: readonly { readonly gate: GateName; readonly item: string }[];
  /** What is done after the changes are written. */
  readonly steps: readonly Step[];
  readonly answer: Answer;
}

export type Step = GitStep | RemainsStep;

export interface GitStep {
  readonly kind: 'git';
  /** Handed over as they are. */
  readonly args: readonly string[];
  /** What it does, as half a sentence: `make the branch feature/STORY-042`. */
  readonly summary: string;
  /** What it makes, to be taken back where it, or a later step, fails or is killed. */
  readonly makes?: MadeWorktree;
}

/** Removes a folder that has nothing in it that anybody could miss. @see WorktreeDesk.standsAt */
export interface RemainsStep {
  readonly kind: 'remains';
  /** Absolute. */
  readonly path: string;
  readonly summary: string;
}

export interface MadeWorktree {
  /** Absolute. */
  readonly path: string;
  readonly branch: string;
  /** The commit that the branch is made at, where it is made, too. */
  readonly madeAt?: string;
}

export interface Answer {
  /** What was done, for a person: a sentence without full stop; several lines where the answer is a list. */
  readonly message: string;
  /** The same for programs: what JSON can hold. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What was planned, and carried out unless that was not asked for. */
export interface CarriedOut {
  readonly root: string;
  readonly plan: Plan;
  /** The text that a file had when the plan was made; undefined where nobody has read it. */
  readonly textOf: (path: string) => string | undefined;
}

export type OperationGroup = 'board' | 'scaffold' | 'documents' | 'worktrees';

/** An operation as doors use it: whatever is sent is read and checked first. */
export interface Operation {
  /** As on the command line: one word, or group and word (`board tick`). */
  readonly name: string;
  readonly group: OperationGroup;
  /** One sentence without full stop: what it does. */
  readonly summary: string;
  /** Markdown, no headings: what has to be known besides. */
  readonly details: string;
  readonly fields: InputFields;
  readonly reads: readonly DocumentKind[];
  /** `documents`: reads nothing else. `code`: the source code, too. `git`: also what git says. */
  readonly needs: 'documents' | 'code' | 'git';
  /** Whether it may change anything: those that do are carried out one at a time. */
  readonly writes: boolean;
  /** Whether a project may begin with it: a folder that is none is taken for one. */
  readonly begins?: true;
  /** Whether its plan may name gates that have to be asked before anything is written. */
  readonly asksGates?: true;
  /** @throws Refused */
  readonly plan: (workspace: OperationWorkspace, given: Readonly<Record<string, unknown>>) => Promise<Plan>;
}

interface Definition<F extends InputFields> extends Omit<Operation, 'plan' | 'fields'> {
  readonly fields: F;
  readonly plan: (workspace: OperationWorkspace, input: InputOf<F>) => PartialPlan | Promise<PartialPlan>;
}

type PartialPlan = Pick<Plan, 'answer'> & Partial<Plan>;

/** Makes an operation of a definition whose plan knows the types of its inputs. */
export function defineOperation<const F extends InputFields>(definition: Definition<F>): Operation {
  return {
    ...definition,
    plan: async (workspace, given) => ({
      changes: [],
      gates: [],
      steps: [],
      ...(await definition.plan(workspace, readInput(definition.fields, given))),
    }),
  };
}
