import type { Span } from '../../markdown/span.js';
import type { Phase } from '../phaseNames.js';

/** Whom an agent is in for in a phase: one that leads it, or others beside it. */
export interface Role {
  /** As the file is called: `auditor`. */
  readonly name: string;
  /** As a prompt says it, behind "You are the": `security auditor`. */
  readonly title: string;
  /** Those whose prompts hold its instructions, even if another role leads them. */
  readonly phases: readonly Phase[];
  /** Who works where this role leads, in the order they are tried; empty: the default. */
  readonly agents: readonly string[];
  /** The models, in the order they are tried; empty: as said elsewhere. */
  readonly models: readonly string[];
  /** PactKit's agent in its place, whose model `pactkit.yaml` may name. */
  readonly pactkit?: string;
  /** Its instructions: Markdown. */
  readonly instructions: string;
}

/** What keeps a role's file from being one. */
export interface RoleProblem {
  readonly span: Span;
  /** What is wrong and the way out. */
  readonly message: string;
  /** The text that would be right in the place of `span`, where it is known. */
  readonly suggestion?: string;
}

/** A role's file, read: half of what it says would be another role. */
export interface RoleFile {
  /** Undefined if there are problems. */
  readonly role: Role | undefined;
  readonly problems: readonly RoleProblem[];
}
