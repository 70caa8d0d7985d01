import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { prefixesMeet, surfacesOf } from '../../server/src/sources/specKitty/computeLanes.js';
import { type TransitionFacts, whyNoTransition } from '../../server/src/sources/specKitty/guards.js';
import {
  type Lane,
  laneAliases,
  laneEdges,
  laneOf,
  lanes,
  progressOf,
} from '../../server/src/sources/specKitty/lanes.js';
import { bannedFlags } from '../../server/src/sources/specKitty/policy.js';
import { reduceStatus, statusText } from '../../server/src/sources/specKitty/reduceStatus.js';
import { readStatusEvent, readStatusEvents } from '../../server/src/sources/specKitty/statusEvent.js';
import { describeWithShared } from '../support/shared.js';

/** Values that the Spec Kitty host 3.2.6rc3 computed. */
interface Vectors {
  readonly lanes: readonly string[];
  readonly aliases: Readonly<Record<string, string>>;
  readonly edges: readonly (readonly [string, string])[];
  readonly progress_bucket: Readonly<Record<string, string>>;
  readonly contexts: Readonly<Record<string, VectorFacts>>;
  /** The contexts that a step is accepted in, by `from>to`. */
  readonly accepted_contexts: Readonly<Record<string, readonly string[]>>;
  readonly banned_flags: readonly string[];
  readonly reducer: readonly {
    readonly name: string;
    readonly events: readonly unknown[];
    readonly snapshot: object;
    readonly wps: Readonly<Record<string, object>>;
  }[];
  readonly globs_overlap: readonly { readonly a: string; readonly b: string; readonly overlap: boolean }[];
  readonly infer_surfaces: readonly { readonly t: string; readonly s: readonly string[] }[];
}

interface VectorFacts extends Pick<TransitionFacts, 'actor' | 'reason' | 'evidence' | 'force'> {
  readonly workspace_context?: string;
  readonly subtasks_complete?: boolean;
  readonly implementation_evidence_present?: boolean;
  readonly review_ref?: string;
  readonly review_result?: TransitionFacts['reviewResult'];
}

describeWithShared(
  'Lanes and events as the Spec Kitty host has them',
  ['fixtures', 'spec-kitty-host-3.2.6rc3-vectors.json'],
  (file) => {
    const vectors = file === '' ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as Vectors);
    if (!vectors) return;

    it('has the same lanes, aliases, edges and progress', () => {
      expect([...lanes].sort()).toEqual([...vectors.lanes].sort());
      expect(laneAliases).toEqual(vectors.aliases);
      expect(
        Object.entries(laneEdges)
          .flatMap(([from, to]) => to.map((one) => `${from}>${one}`))
          .sort(),
      ).toEqual(vectors.edges.map((edge) => edge.join('>')).sort());
      expect(progressOf).toEqual(vectors.progress_bucket);
      expect([laneOf(' Doing '), laneOf('PLANNED'), laneOf('nowhere')]).toEqual(['in_progress', 'planned', undefined]);
    });

    describe('guards', () => {
      it.each(Object.entries(vectors.accepted_contexts))('%s', (step, accepted) => {
        const [from, to] = step.split('>') as [Lane, Lane];
        const allowed = Object.entries(vectors.contexts)
          .filter(([, facts]) => whyNoTransition(from, to, factsOf(facts)) === undefined)
          .map(([name]) => name);
        expect(allowed.sort()).toEqual([...accepted].sort());
      });
    });

    it.each(vectors.reducer)('reduces $name', ({ events, snapshot, wps }) => {
      const reduced = reduceStatus(events.flatMap((event) => readStatusEvent(event) ?? []));
      expect(reduced).toMatchObject(snapshot);
      expect(Object.keys(reduced.work_packages)).toEqual(Object.keys(wps));
      expect(reduced.work_packages).toMatchObject(wps);
    });

    it.each(vectors.globs_overlap)('$a and $b: $overlap', ({ a, b, overlap }) => {
      expect([prefixesMeet(a, b), prefixesMeet(b, a)]).toEqual([overlap, overlap]);
    });

    it.each(vectors.infer_surfaces)('$t: $s', ({ t, s }) => {
      expect([...surfacesOf(t)].sort()).toEqual([...s].sort());
    });

    it('bans the same flags', () => {
      expect([...bannedFlags].sort()).toEqual([...vectors.banned_flags].sort());
    });
  },
);

function factsOf(facts: VectorFacts): TransitionFacts {
  return {
    actor: facts.actor,
    reason: facts.reason,
    evidence: facts.evidence,
    force: facts.force,
    workspace: facts.workspace_context,
    subtasksComplete: facts.subtasks_complete,
    implementationEvidence: facts.implementation_evidence_present,
    reviewRef: facts.review_ref,
    reviewResult: facts.review_result,
  };
}

describeWithShared(
  'The log that a Spec Kitty host wrote',
  ['fixtures', 'samples', 'spec-kitty', 'kitty-specs'],
  (folder) => {
    it('folds into its status.json, byte for byte', () => {
      const mission = path.join(folder, '099-orchestrator-e2e');
      const log = readFileSync(path.join(mission, 'status.events.jsonl'), 'utf8');
      const text = statusText(reduceStatus(readStatusEvents(log)), {
        mission_number: '99',
        mission_slug: '099-orchestrator-e2e',
        mission_type: 'software-dev',
      });
      expect(text).toBe(readFileSync(path.join(mission, 'status.json'), 'utf8'));
    });
  },
);
