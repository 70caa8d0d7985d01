import type { DocumentKind } from '../documents/document.js';
import type { GateName } from '../gates/gate.js';
import type { Configuration } from '../workspace/configuration.js';
import type { FileChange } from '../workspace/fileChange.js';
import type { Project } from '../workspace/project.js';
import type { WorktreeDesk } from '../workspace/worktreePort.js';
import type { DeliveryDesk } from './deliveryDesk.js';
import { type ExampleOf, type InputFields, type InputOf, readInput } from './input.js';
import type { SetUpDesk } from './setUp/setUpDesk.js';
import { type PlannedStep, type StepDraft, withKeys } from './step.js';

/** What an operation is planned on. */
export interface OperationWorkspace {
  /** With the documents of the kinds in `reads`, and what `needs` says. */
  readonly project: Project;
  readonly configuration: Configuration;
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * The text of a file that is no document, by its path relative to the root; undefined if there is none. It is refused if it
   * is no text, too large, or is outside.
   */
  readonly readFile: (path: string) => Promise<string | undefined>;
  /** The items of the other worktrees of the repository. */
  readonly itemsElsewhere: () => Promise<readonly ItemElsewhere[]>;
  /** The worktrees of the repository. Refused if there is none. */
  readonly worktrees: () => Promise<WorktreeDesk>;
  /** What is known of work that is handed on: committed, pushed, released. */
  readonly delivery: () => Promise<DeliveryDesk>;
  /** Asks a query by its name. Refused if it cannot be answered. */
  readonly ask: AskQuery;
  /** What is deployed for agent programs. */
  readonly setUp: () => Promise<SetUpDesk>;
}

type AskQuery = (query: string, input: Readonly<Record<string, unknown>>) => Promise<Answer>;

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
  /**
   * What is done after the changes are written. Those that git or the file system carries out come first: they are done under the
   * lock of all writers. From the first other one on there is none, as operations take it themselves and hooks may call us.
   */
  readonly steps: readonly PlannedStep[];
  readonly answer: Answer;
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
  /** The text that a file had when the plan was made; undefined if it was not read. */
  readonly textOf: (path: string) => string | undefined;
}

export type OperationGroup = 'board' | 'scaffold' | 'documents' | 'worktrees' | 'delivery' | 'setUp';

/** An operation as doors use it: whatever is sent is read and checked first. */
export interface Operation {
  /** As on the command line: one word, or group and word (`board tick`). */
  readonly name: string;
  readonly group: OperationGroup;
  /** One sentence without full stop: what it does. */
  readonly summary: string;
  /** Markdown, no headings: what has to be known besides. */
  readonly details: string;
  /** What it may be given, as its documentation shows it. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly fields: InputFields;
  readonly reads: readonly DocumentKind[];
  /** `documents`: reads nothing else. `code`: the source code, too. `git`: also what git says. */
  readonly needs: 'documents' | 'code' | 'git';
  /** Whether it may change anything: those that do are carried out one at a time. */
  readonly writes: boolean;
  /** Whether a project may begin with it: a folder that is none is treated as one. */
  readonly begins?: true;
  /** Whether it is about source code or a repository alone, so that it needs no project. */
  readonly anywhere?: true;
  /** Whether, with this input, it works on the person's home folder instead of a project. Never unless the input asks for it. */
  readonly inHome?: (input: Readonly<Record<string, unknown>>) => boolean;
  /** Whether, with this input, no other of its kind may begin before its last step is done: its steps make what its plan looks for. */
  readonly isAlone?: (input: Readonly<Record<string, unknown>>) => boolean;
  /** Whether its plan may name gates that have to be asked before anything is written. */
  readonly asksGates?: true;
  /** @throws Refused */
  readonly plan: (workspace: OperationWorkspace, given: Readonly<Record<string, unknown>>) => Promise<Plan>;
}

interface Definition<F extends InputFields> extends Omit<Operation, 'plan' | 'fields' | 'example'> {
  readonly fields: F;
  readonly example: ExampleOf<NoInfer<F>>;
  readonly plan: (workspace: OperationWorkspace, input: InputOf<F>) => PartialPlan | Promise<PartialPlan>;
}

type PartialPlan = Pick<Plan, 'answer'> & Partial<Omit<Plan, 'steps'>> & { readonly steps?: readonly StepDraft[] };

/** Makes an operation of a definition whose plan knows the types of its inputs. */
export function defineOperation<const F extends InputFields>(definition: Definition<F>): Operation {
  return {
    ...definition,
    plan: async (workspace, given) => {
      const { steps = [], ...plan } = await definition.plan(workspace, readInput(definition.fields, given));
      return { changes: [], gates: [], ...plan, steps: withKeys(steps) };
    },
  };
}
