import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Backtrack } from '../../server/src/gates/gate.js';
import { blockers, type Decisive, decide } from '../../server/src/gates/verdict.js';
import { describeWithShared } from '../support/shared.js';

/** What SpecOrch 0.5.2 said of one input under one profile. */
interface Vector {
  readonly input: string;
  readonly overrides: Overrides;
  readonly profile: string | null;
  readonly required: readonly string[];
  readonly mergeable: boolean;
  readonly failed: readonly string[];
  readonly promotion: string | null;
  readonly backtrack: 'recoverable' | 'needs_redesign' | 'promotion_required' | null;
  readonly auto_merge: boolean;
}

interface Overrides {
  readonly spec_exists?: boolean;
  readonly spec_approved?: boolean;
  readonly within_boundaries?: boolean;
  readonly builder_succeeded?: boolean;
  readonly human_acceptance?: boolean;
  readonly preview_required?: boolean;
  readonly preview_passed?: boolean;
  readonly compliance_passed?: boolean;
  readonly verdict?: string;
  readonly steps?: Readonly<Record<string, string>>;
  readonly findings?: readonly (readonly [string, string, boolean])[];
}

const ways: Readonly<Record<string, Backtrack>> = {
  recoverable: 'repeat',
  needs_redesign: 'spec',
  promotion_required: 'process',
};

const steps = { lint: 'pass', test: 'pass' };

/** SpecOrch's conditions, told in our words: what each came to, and where it sends back to. */
function conditionsOf({ overrides: said, required, promotion }: Vector): Decisive[] {
  const outcomes = Object.values(said.steps ?? steps);
  const holds: Readonly<Record<string, boolean>> = {
    spec_exists: said.spec_exists ?? true,
    spec_approved: said.spec_approved ?? true,
    within_boundaries: said.within_boundaries ?? true,
    builder: said.builder_succeeded ?? true,
    human_acceptance: said.human_acceptance ?? true,
    verification: outcomes.length > 0 && outcomes.every((outcome) => outcome === 'pass'),
    review: (said.verdict ?? 'pass') === 'pass',
    preview: said.preview_required !== true || said.preview_passed === true,
    findings: !(said.findings ?? []).some(
      ([severity, scope, resolved]) => severity === 'blocking' && scope === 'in_spec' && !resolved,
    ),
    compliance: said.compliance_passed ?? true,
  };
  const back = (name: string): Backtrack => {
    if (['spec_exists', 'spec_approved', 'within_boundaries'].includes(name)) return 'spec';
    return name === 'compliance' ? 'process' : 'repeat';
  };
  const all = Object.entries(holds).map(([name, hold]): Decisive => ({
    name,
    state: hold ? 'pass' : 'fail',
    // A finding that blocks, blocks: whatever the profile.
    required: required.includes(name) || name === 'findings',
    backtrack: back(name),
  }));
  // A change that is too big for its process is refused, and not let through with a flag on it.
  const fits: Decisive = {
    name: 'process',
    state: promotion === null ? 'pass' : 'fail',
    required: true,
    backtrack: 'process',
  };
  return [...all, fits];
}

/** Where ours is meant to differ, by what SpecOrch does that it should not. */
function deviationOf({ input, profile, promotion, required }: Vector): string | undefined {
  if (profile === 'missing')
    return 'an unknown profile is taken for the default one; here it is an error (see profiles.test.ts)';
  if (input === 'blocking_in_spec' && !required.includes('findings')) return 'a blocking finding does not block';
  if (promotion !== null) return 'code under a process too small for it is merged with a flag';
  return undefined;
}

describeWithShared('verdicts of SpecOrch 0.5.2', ['fixtures', 'spec-orch-0.5.2-vectors.json'], (file) => {
  // Written by a program of ours; its form is told in the README beside it.
  const read = (): readonly Vector[] => (JSON.parse(readFileSync(file, 'utf8')) as { gate: readonly Vector[] }).gate;

  it('are ours, but for the listed defects', () => {
    const deviations = new Map<string, number>();
    let same = 0;
    for (const vector of read()) {
      const conditions = conditionsOf(vector);
      const { answer, backtrack } = decide(conditions);
      const ours = {
        mergeable: answer === 'allowed',
        failed: blockers(conditions)
          .map(({ name }) => name)
          .sort(),
        backtrack,
      };
      const theirs = {
        mergeable: vector.mergeable,
        failed: vector.failed,
        backtrack: vector.backtrack === null ? undefined : ways[vector.backtrack],
      };
      const deviation = deviationOf(vector);
      if (deviation === undefined) {
        expect(ours, JSON.stringify(vector)).toEqual(theirs);
        same++;
      } else {
        deviations.set(deviation, (deviations.get(deviation) ?? 0) + 1);
        // Not another verdict by chance: it is refused, or the profile is none.
        if (vector.profile !== 'missing') expect(ours.mergeable, JSON.stringify(vector)).toBe(false);
      }
    }
    expect([...deviations.values()].reduce((sum, count) => sum + count, same)).toBe(168);
    expect(Object.fromEntries(deviations)).toEqual({
      'an unknown profile is taken for the default one; here it is an error (see profiles.test.ts)': 28,
      'a blocking finding does not block': 3,
      'code under a process too small for it is merged with a flag': 10,
    });
  });
});
