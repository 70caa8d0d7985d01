import { nearestName } from '../base/nearestName.js';
import type { GateConfiguration, ProfileConfiguration } from '../workspace/configuration.js';
import type { Condition } from './condition.js';

/** Which conditions close a gate, which are only shown, and which are not looked at; by their names. */
export interface Profile {
  readonly name: string;
  readonly setting: (condition: Pick<Condition, 'name' | 'required'>) => ConditionSetting;
  /** Whether what passes in doubt is let pass; else it is unknown. */
  readonly trusting: boolean;
  /** Whether a run may merge what passes without a person. */
  readonly autoMerge: boolean;
}

type ConditionSetting = 'require' | 'optional' | 'off';

interface BuiltInProfile extends ProfileConfiguration {
  /** One sentence for the reference. */
  readonly description: string;
  /** Whether nothing passes in doubt, in this one and all that begin with it. */
  readonly distrusts?: true;
}

const nothing: readonly string[] = [];

/** The profiles every project has; what a profile does not name is as the condition itself says. */
export const builtInProfiles: Readonly<Record<string, BuiltInProfile>> = {
  standard: {
    description: 'For most items: every condition that is required by default.',
    extends: undefined,
    require: nothing,
    optional: nothing,
    off: ['process', 'mutation-score'],
  },
  full: {
    description: 'For features and architecture changes: also requires coverage and security, and measures the tests.',
    extends: 'standard',
    require: ['coverage', 'security-scope'],
    optional: ['mutation-score'],
    off: nothing,
  },
  strict: {
    description: 'Nothing is optional, and nothing passes unchecked.',
    distrusts: true,
    extends: 'full',
    require: ['stack-lint', 'scope', 'commit-hooks'],
    optional: nothing,
    off: nothing,
  },
  hotfix: {
    description:
      'For small urgent fixes: requires nothing of the spec, but checks the code as always and blocks a change that is not small.',
    extends: 'standard',
    require: ['process'],
    optional: ['scope', 'regression'],
    off: ['trace', 'spec-written', 'spec-frozen', 'dependencies'],
    // It asks for no spec, and so for a person.
    autoMerge: false,
  },
  ci: {
    description: 'For a fresh clone, which has neither a record nor a reflog.',
    extends: 'standard',
    require: nothing,
    optional: ['history'],
    off: ['branch', 'record', 'spec-frozen', 'commands', 'commit-hooks'],
    autoMerge: false,
  },
};

export type ResolvedProfile =
  | { readonly kind: 'profile'; readonly profile: Profile }
  /** `message`: what is wrong and the way out, as a sentence without full stop. */
  | { readonly kind: 'wrong'; readonly message: string };

/**
 * Finds a profile by name, the project's own first. An unknown one is never mistaken for another: a gate that silently asks less than
 * was meant would be no gate.
 *
 * @param conditions all there are, so that a profile that names an unknown one is reported.
 */
export function resolveProfile(
  wanted: string,
  { profiles }: Pick<GateConfiguration, 'profiles'>,
  conditions: readonly Pick<Condition, 'name'>[],
): ResolvedProfile {
  const known = conditions.map(({ name }) => name);
  const settings = new Map<string, ConditionSetting>();
  const chain: (ProfileConfiguration & Pick<BuiltInProfile, 'distrusts'>)[] = [];
  for (let name: string | undefined = wanted; name !== undefined;) {
    // One's own profile may have the name of the built-in one that it begins with.
    const candidates: readonly ((typeof chain)[number] | undefined)[] = [profiles.get(name), builtIn(name)];
    const next = candidates.find((one) => one !== undefined && !chain.includes(one));
    if (!next) {
      const isCircle = candidates.some((one) => one !== undefined);
      return wrong(
        isCircle
          ? `the profile "${wanted}" extends itself: change its \`extends\``
          : unknown(`profile "${name}"`, name, [...new Set([...profiles.keys(), ...Object.keys(builtInProfiles)])]),
      );
    }
    chain.unshift(next);
    name = next.extends ?? (next === profiles.get(name) ? 'standard' : undefined);
  }
  for (const part of chain)
    for (const setting of ['require', 'optional', 'off'] as const)
      for (const name of part[setting]) {
        if (!known.includes(name))
          return wrong(`${unknown(`condition "${name}"`, name, known)}, named by the profile "${wanted}"`);
        settings.set(name, setting);
      }
  return {
    kind: 'profile',
    profile: {
      name: wanted,
      setting: ({ name, required }) => settings.get(name) ?? (required ? 'require' : 'optional'),
      trusting: !chain.some(({ distrusts }) => distrusts),
      autoMerge: chain.findLast((part) => part.autoMerge !== undefined)?.autoMerge ?? true,
    },
  };
}

function builtIn(name: string): BuiltInProfile | undefined {
  return Object.hasOwn(builtInProfiles, name) ? builtInProfiles[name] : undefined;
}

function wrong(message: string): ResolvedProfile {
  return { kind: 'wrong', message };
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return `unknown ${what}${nearest === undefined ? '' : `, did you mean ${nearest}?`} (known: ${known.join(', ')})`;
}
