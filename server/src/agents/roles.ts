import { nearestName } from '../base/nearestName.js';
import type { Role } from '../documents/role/role.js';
import type { Phase } from './phase.js';
import type { PhaseSettings } from './phaseChoice.js';
import { phases } from './phases/phases.js';

/** The roles of a project. */
export interface KnownRoles {
  readonly roles: ReadonlyMap<string, Role>;
  /** What is wrong with files that cannot be used, by role: a sentence without full stop that names the file. */
  readonly broken: ReadonlyMap<string, string>;
}

/** Who takes part in a phase. */
export interface Team {
  readonly leader: Role;
  /** Roles whose instructions are added to the leader's. */
  readonly others: readonly Role[];
}

/** Who leads a phase by default, by name. */
export function leaderName(phase: Phase, { configuration }: Pick<PhaseSettings, 'configuration'>): string {
  return configuration.agents.phases.get(phase)?.role ?? phases[phase].role;
}

/** The team of a phase that a role leads. @returns a text that says why there is none, without full stop. */
export function teamOf(phase: Phase, name: string, { roles, broken }: KnownRoles): Team | string {
  const leader = roles.get(name);
  if (leader) {
    // Two that own the same would be two leaders.
    const others = [...roles.values()].filter(
      (role) => role !== leader && role.name !== phases[phase].role && role.phases.includes(phase),
    );
    return { leader, others };
  }
  const problem = broken.get(name);
  if (problem !== undefined) return `the role "${name}" cannot be used: ${problem}`;
  const nearest = nearestName(name, roles.keys());
  return `there is no role "${name}"${nearest === undefined ? '' : `, did you mean ${nearest}?`} (known: ${[...roles.keys()].join(', ')})`;
}
