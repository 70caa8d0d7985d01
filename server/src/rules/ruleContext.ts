import type { ItemTrace, TraceGraph } from '../trace/graph.js';
import type { CompatVersion, Configuration } from '../workspace/configuration.js';
import type { Project } from '../workspace/project.js';
import type { Question, Report, RuleContext, RuleName } from './rule.js';
import type { UnusedSuppression } from './suppression.js';

/** What is the same for all documents of a project. */
export interface ContextOfAll {
  readonly compat: CompatVersion | undefined;
  readonly configuration: Configuration;
  readonly knownRules: readonly RuleName[];
  readonly traceOf: (project: Project) => TraceGraph;
}

/** What is known of one document besides it. */
export interface ContextOfOne {
  readonly item?: string | undefined;
  readonly archived?: boolean;
  readonly unusedSuppressions?: readonly UnusedSuppression[];
  readonly errors?: readonly Report[];
  readonly ofItem?: RuleContext['ofItem'];
  /** Judged while not all documents are read: what is used by those that are. Who asks for more is stopped with {@link notYet}. */
  readonly soFar?: Project['habits'];
}

/** Thrown at a rule that asks for more than is known yet. */
export const notYet = new Error('not all documents are read');

/** A question of a rule, and what was answered. */
export interface Asked {
  readonly question: Question<unknown>;
  readonly answer: unknown;
}

/** Makes what may not be asked for when it is, and notes what rules ask for. */
export class Context implements RuleContext {
  readonly compat: CompatVersion | undefined;
  readonly configuration: Configuration;
  readonly knownRules: readonly RuleName[];
  readonly archived: boolean;
  readonly unusedSuppressions: readonly UnusedSuppression[];
  readonly errors: readonly Report[];
  readonly ofItem: RuleContext['ofItem'];
  readonly #traceOf: (project: Project) => TraceGraph;
  readonly #project: Project;
  readonly #id: string | undefined;
  /** Asked for by most rules. */
  #item: ItemTrace | undefined;
  readonly #soFar: Project['habits'] | undefined;
  #askedFurther = false;
  /** Undefined once anything was asked for that cannot be compared. */
  #asked: Asked[] | undefined = [];

  constructor(all: ContextOfAll, project: Project, one: ContextOfOne = {}) {
    this.compat = all.compat;
    this.configuration = all.configuration;
    this.knownRules = all.knownRules;
    this.#traceOf = all.traceOf;
    this.#project = project;
    this.#id = one.item;
    this.#soFar = one.soFar;
    this.archived = one.archived ?? false;
    this.unusedSuppressions = one.unusedSuppressions ?? [];
    this.errors = one.errors ?? [];
    this.ofItem = one.ofItem ?? ((_, compute) => compute());
  }

  get item(): ItemTrace | undefined {
    if (this.#id === undefined) return undefined;
    return (this.#item ??= this.#traceOf(this.#project).item(this.#id));
  }
  get conventions(): TraceGraph['conventions'] {
    return this.#traceOf(this.#project).conventions;
  }
  get habits(): Project['habits'] {
    return this.#soFar ?? this.#project.habits;
  }
  get git(): Project['git'] {
    return this.#project.git;
  }
  get codeRead(): RuleContext['codeRead'] {
    return howMuchIsRead(this.#project.code);
  }
  get project(): Project {
    this.#askFurther();
    this.#asked = undefined;
    return this.#project;
  }
  get trace(): TraceGraph {
    this.#askFurther();
    this.#asked = undefined;
    return this.#traceOf(this.#project);
  }

  readonly ask = <T>(question: Question<T>): T => {
    this.#askFurther();
    const answer = question(this.#traceOf(this.#project));
    this.#asked?.push({ question, answer });
    return answer;
  };

  /** What rules asked of other documents and items, where that is all that they know of them. */
  get asked(): readonly Asked[] | undefined {
    return this.#asked;
  }

  #askFurther(): void {
    this.#askedFurther = true;
    if (this.#soFar) throw notYet;
  }

  /** Whether anybody asked for more than the document and its item since this was called last. */
  takeAskedFurther(): boolean {
    const asked = this.#askedFurther;
    this.#askedFurther = false;
    return asked;
  }
}

/** @param code undefined if no code was read. */
export function howMuchIsRead(code: Project['code']): RuleContext['codeRead'] {
  return code === undefined ? 'none' : code.isWhole ? 'whole' : 'part';
}
