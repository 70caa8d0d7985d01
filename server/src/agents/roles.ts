import type { AgentAccess } from './agent.js';

/** What a role may use, whatever an agent's program calls it. */
export type RoleTool = 'read' | 'search' | 'write' | 'shell';

export type RoleName =
  'architect' | 'developer' | 'tester' | 'maintainer' | 'medic' | 'auditor' | 'illustrator' | 'explorer' | 'designer';

/** Whom an agent is in for in a phase: what is its own, and how far it may go. */
export interface Role {
  readonly name: RoleName;
  /** As a playbook says it, behind "You are the": `developer`. */
  readonly title: string;
  /** What it answers for, as half a sentence. */
  readonly owns: string;
  readonly access: AgentAccess;
  readonly tools: readonly RoleTool[];
}

const look: readonly RoleTool[] = ['read', 'search', 'shell'];
const work: readonly RoleTool[] = [...look, 'write'];

/** The nine roles; PactKit's agents in our words (reference E8). */
export const roles: Readonly<Record<RoleName, Role>> = {
  architect: {
    name: 'architect',
    title: 'architect',
    owns: 'the spec: what is wanted, why, and how to verify it',
    access: 'write',
    tools: work,
  },
  developer: {
    name: 'developer',
    title: 'developer',
    owns: 'the code and its tests: exactly what the spec requires, tests first',
    access: 'write',
    tools: work,
  },
  tester: {
    name: 'tester',
    title: 'reviewer',
    owns: 'the review: what the work does, measured against its spec',
    access: 'read',
    tools: look,
  },
  maintainer: {
    name: 'maintainer',
    title: 'maintainer',
    owns: 'the repository: what is finished, recorded, committed and released',
    access: 'write',
    tools: work,
  },
  medic: {
    name: 'medic',
    title: 'diagnostician',
    owns: 'the cause of the problem, backed by evidence',
    access: 'read',
    tools: look,
  },
  auditor: {
    name: 'auditor',
    title: 'security auditor',
    owns: 'the security of the existing code: risks, each with its location',
    access: 'read',
    tools: look,
  },
  illustrator: {
    name: 'illustrator',
    title: 'illustrator',
    owns: 'the diagrams of how the system is built',
    access: 'write',
    tools: ['read', 'write'],
  },
  explorer: {
    name: 'explorer',
    title: 'explorer',
    owns: 'the map of the code: who calls what, and where it is',
    access: 'read',
    tools: look,
  },
  designer: {
    name: 'designer',
    title: 'product designer',
    owns: 'the product: who it is for, what it does, and in which items it is built',
    access: 'write',
    tools: work,
  },
};
