import { none } from '../base/same.js';
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

const atOnce: RuleContext['ofItem'] = (_, compute) => compute();

/**
 * Makes what may not be asked for when it is, and notes what rules ask for. `private`, and nothing made that most do not need, as there is
 * one for each document.
 */
export class Context implements RuleContext {
  readonly compat: CompatVersion | undefined;
  readonly configuration: Configuration;
  readonly knownRules: readonly RuleName[];
  readonly archived: boolean;
  readonly unusedSuppressions: readonly UnusedSuppression[];
  readonly errors: readonly Report[];
  readonly ofItem: RuleContext['ofItem'];
  private readonly traceOf: (project: Project) => TraceGraph;
  private readonly keptProject: Project;
  private readonly id: string | undefined;
  /** Asked for by most rules. */
  private keptItem: ItemTrace | undefined;
  private readonly soFar: Project['habits'] | undefined;
  private askedFurther = false;
  /** Undefined once anything was asked for that cannot be compared. */
  private keptAsked: Asked[] | undefined = [];

  constructor(all: ContextOfAll, project: Project, one: ContextOfOne = {}) {
    this.compat = all.compat;
    this.configuration = all.configuration;
    this.knownRules = all.knownRules;
    this.traceOf = all.traceOf;
    this.keptProject = project;
    this.id = one.item;
    this.soFar = one.soFar;
    this.archived = one.archived ?? false;
    this.unusedSuppressions = one.unusedSuppressions ?? none;
    this.errors = one.errors ?? none;
    this.ofItem = one.ofItem ?? atOnce;
  }

  get item(): ItemTrace | undefined {
    if (this.id === undefined) return undefined;
    return (this.keptItem ??= this.traceOf(this.keptProject).item(this.id));
  }
  get conventions(): TraceGraph['conventions'] {
    return this.traceOf(this.keptProject).conventions;
  }
  get habits(): Project['habits'] {
    return this.soFar ?? this.keptProject.habits;
  }
  get git(): Project['git'] {
    return this.keptProject.git;
  }
  get codeRead(): RuleContext['codeRead'] {
    return howMuchIsRead(this.keptProject.code);
  }
  get project(): Project {
    this.askFurther();
    this.keptAsked = undefined;
    return this.keptProject;
  }
  get trace(): TraceGraph {
    this.askFurther();
    this.keptAsked = undefined;
    return this.traceOf(this.keptProject);
  }

  ask<T>(question: Question<T>): T {
    this.askFurther();
    const answer = question(this.traceOf(this.keptProject));
    this.keptAsked?.push({ question, answer });
    return answer;
  }

  /** What rules asked of other documents and items, where that is all that they know of them. */
  get asked(): readonly Asked[] | undefined {
    return this.keptAsked;
  }

  /** Whether not all documents are read, so that who asks for more is stopped. */
  get isEarly(): boolean {
    return this.soFar !== undefined;
  }

  noteAskedFurther(): void {
    this.askedFurther = true;
  }

  private askFurther(): void {
    this.askedFurther = true;
    if (this.soFar) throw notYet;
  }

  /** Whether anybody asked for more than the document and its item since this was called last. */
  takeAskedFurther(): boolean {
    const asked = this.askedFurther;
    this.askedFurther = false;
    return asked;
  }
}

/** @param code undefined if no code was read. */
export function howMuchIsRead(code: Project['code']): RuleContext['codeRead'] {
  return code === undefined ? 'none' : code.isWhole ? 'whole' : 'part';
}
