import { describe, expect, it } from 'vitest';
import { builtInProfiles, resolveProfile } from '../../../server/src/gates/profiles.js';
import { allConditions } from '../../../server/src/gates/registry.js';
import type { ProfileConfiguration } from '../../../server/src/workspace/configuration.js';

const conditions = [
  { name: 'tests-pass', required: true },
  { name: 'coverage', required: false },
];

function resolve(wanted: string, own: Readonly<Record<string, Partial<ProfileConfiguration>>> = {}): string {
  const whole = Object.entries(own).map(
    ([name, part]) => [name, { extends: undefined, require: [], optional: [], off: [], ...part }] as const,
  );
  const found = resolveProfile(wanted, { profiles: new Map(whole) }, [
    ...conditions,
    ...[
      'security-scope',
      'stack-lint',
      'scope',
      'commit-hooks',
      'commands',
      'process',
      'trace',
      'regression',
      'spec-written',
      'spec-frozen',
      'dependencies',
      'branch',
      'record',
      'history',
      'mutation-score',
    ].map((name) => ({ name })),
  ]);
  if (found.kind === 'wrong') return found.message;
  return conditions.map((condition) => `${condition.name} ${found.profile.setting(condition)}`).join(', ');
}

describe('profiles', () => {
  it.each<[string, string, Readonly<Record<string, Partial<ProfileConfiguration>>>, string]>([
    ['takes what the conditions say', 'standard', {}, 'tests-pass require, coverage optional'],
    ['begins with another', 'strict', {}, 'tests-pass require, coverage require'],
    [
      'takes the own one, on top of standard',
      'house',
      { house: { off: ['coverage'] } },
      'tests-pass require, coverage off',
    ],
    [
      'begins with the one it names',
      'house',
      { house: { extends: 'full', optional: ['tests-pass'] } },
      'tests-pass optional, coverage require',
    ],
    [
      'changes a built-in one',
      'full',
      { full: { extends: 'full', optional: ['tests-pass'] } },
      'tests-pass optional, coverage require',
    ],
    [
      'changes standard for all that begin with it',
      'house',
      { standard: { off: ['coverage'] }, house: {} },
      'tests-pass require, coverage off',
    ],
  ])('%s', (_, wanted, own, expected) => {
    expect(resolve(wanted, own)).toBe(expected);
  });

  it.each<[string, string, Readonly<Record<string, Partial<ProfileConfiguration>>>, string]>([
    ['an unknown profile', 'strikt', {}, 'unknown profile "strikt", did you mean strict?'],
    ['one that begins with an unknown one', 'house', { house: { extends: 'no-such' } }, 'unknown profile "no-such"'],
    [
      'an unknown condition',
      'house',
      { house: { off: ['test-pass'] } },
      'unknown condition "test-pass", did you mean tests-pass?',
    ],
    ['a circle', 'a', { a: { extends: 'b' }, b: { extends: 'a' } }, 'the profile "a" extends itself'],
    ['a name that every object has', 'constructor', {}, 'unknown profile "constructor"'],
  ])('refuses %s', (_, wanted, own, start) => {
    expect(resolve(wanted, own).slice(0, start.length)).toBe(start);
  });

  it.each<[string, Readonly<Record<string, Partial<ProfileConfiguration>>>, boolean]>([
    ['standard', {}, true],
    ['hotfix', {}, false],
    ['ours', { ours: { extends: 'hotfix' } }, false],
    ['ours', { ours: { extends: 'hotfix', autoMerge: true } }, true],
    ['ours', { ours: { autoMerge: false } }, false],
  ])('%s of %j: whether a run may merge by itself is %s', (wanted, own, expected) => {
    const whole = Object.entries(own).map(
      ([name, part]) => [name, { extends: undefined, require: [], optional: [], off: [], ...part }] as const,
    );
    const found = resolveProfile(wanted, { profiles: new Map(whole) }, allConditions);
    expect(found.kind === 'profile' && found.profile.autoMerge).toBe(expected);
  });

  it.each(Object.keys(builtInProfiles))('%s names conditions that there are', (name) => {
    expect(resolveProfile(name, { profiles: new Map() }, allConditions)).toMatchObject({ kind: 'profile' });
  });
});
