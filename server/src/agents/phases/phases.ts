import { type GateName } from '../../gates/gate.js';
import type { AgentAccess } from '../agent.js';
import type { Phase } from '../phase.js';

/** What a phase is: which gates it is between, who works in it, and what comes after. */
export interface PhaseDefinition {
  readonly name: Phase;
  /** One sentence without full stop. */
  readonly summary: string;
  /**
   * `needed`: it is about an item that is there. `made`: where none is named, one of this type is made of a title. `optional`: it may
   * be about one. `none`: it is about the project.
   */
  readonly item: 'needed' | 'made' | 'optional' | 'none';
  /** What `made` makes. */
  readonly makes?: 'story' | 'hotfix';
  /** Asked before the agent is started. */
  readonly gateIn?: GateName;
  /** Asked once the agent is done. */
  readonly gateOut?: GateName;
  /** The built-in role that leads it by default. */
  readonly role: string;
  /** What the agent may do. */
  readonly access: AgentAccess;
  /**
   * Where it works. `own`: in the item's worktree, which is created if necessary. `item`: in the item's worktree, if it has one. `project`:
   * in the folder it was called in.
   */
  readonly place: 'own' | 'item' | 'project';
  /** Whether what the agent did is committed after each of its turns. */
  readonly commits?: true;
  /** What the agent answers in words, and code reads: a verdict with findings, which go on the board. */
  readonly answers?: 'review';
  /** What the item is set to before the gate: its spec In Progress, its entry in that section. */
  readonly begins?: true;
  /** The phase that comes after it. */
  readonly next?: Phase;
  /** The phase that fixes what its gate refuses, where that is another one: this one only looks. */
  readonly fixedBy?: Phase;
  /** The phase that fixes what the gate refuses that is run before its agent. */
  readonly preparedBy?: Phase;
}

/** All phases. */
export const phases: Readonly<Record<Phase, PhaseDefinition>> = {
  clarify: {
    name: 'clarify',
    summary: 'Asks what is unclear about a request before a spec is written',
    item: 'optional',
    role: 'architect',
    access: 'read',
    place: 'project',
    next: 'plan',
  },
  plan: {
    name: 'plan',
    summary: 'Writes the spec and the scenarios of an item, and its tasks on the board',
    item: 'made',
    makes: 'story',
    gateOut: 'plan',
    role: 'architect',
    access: 'write',
    place: 'item',
    next: 'act',
  },
  act: {
    name: 'act',
    summary: 'Builds what the spec says, tests first',
    item: 'needed',
    gateIn: 'act-in',
    gateOut: 'act-out',
    role: 'developer',
    access: 'write',
    place: 'own',
    begins: true,
    commits: true,
    next: 'check',
    preparedBy: 'plan',
  },
  check: {
    name: 'check',
    summary: 'Reviews the work against its spec without changing it',
    item: 'needed',
    gateIn: 'check',
    gateOut: 'check',
    role: 'tester',
    access: 'read',
    place: 'item',
    answers: 'review',
    next: 'done',
    fixedBy: 'act',
  },
  done: {
    name: 'done',
    summary: 'Closes an item: status, archive, context, lesson, and an optional commit',
    item: 'needed',
    gateIn: 'done',
    gateOut: 'done',
    role: 'maintainer',
    access: 'write',
    place: 'item',
    next: 'pr',
    fixedBy: 'act',
  },
  release: {
    name: 'release',
    summary: 'Releases finished items as a version: changelog, Release fields, commit, tag, GitHub release',
    item: 'none',
    role: 'maintainer',
    access: 'write',
    place: 'project',
  },
  pr: {
    name: 'pr',
    summary: 'Reviews a branch and opens its pull request',
    item: 'needed',
    gateIn: 'done',
    gateOut: 'done',
    role: 'maintainer',
    access: 'write',
    place: 'item',
    commits: true,
    fixedBy: 'act',
  },
  sprint: {
    name: 'sprint',
    summary: 'Plans, builds, checks and closes items one after the other, and stops at each gate that blocks one',
    item: 'made',
    makes: 'story',
    role: 'maintainer',
    access: 'write',
    place: 'item',
  },
  hotfix: {
    name: 'hotfix',
    summary: 'Fixes something small and urgent',
    item: 'made',
    makes: 'hotfix',
    gateOut: 'act-out',
    role: 'developer',
    access: 'write',
    place: 'own',
    begins: true,
    commits: true,
    next: 'done',
  },
  init: {
    name: 'init',
    summary: 'Sets up a project: board, settings, and instructions for agents',
    item: 'none',
    role: 'maintainer',
    access: 'write',
    place: 'project',
    next: 'design',
  },
  design: {
    name: 'design',
    summary: 'Writes the product requirements and splits them into items',
    item: 'none',
    role: 'designer',
    access: 'write',
    place: 'project',
    next: 'plan',
  },
  debug: {
    name: 'debug',
    summary: 'Finds the cause of a problem without fixing it',
    item: 'optional',
    role: 'medic',
    access: 'read',
    place: 'item',
    next: 'hotfix',
  },
};
