import { none } from '../base/same.js';
import type { GitHistory } from '../workspace/git/gitFacts.js';
import type { Project } from '../workspace/project.js';
import { branchWork } from './branchWork.js';
import { changesSince, changesSinceTests, mayHaveChangedSinceTests } from './earlierTexts.js';
import type { ItemTrace, TraceGraph } from './graph.js';
import { blobsOfSettings, settingsChanges } from './settingsChanges.js';

/**
 * The blobs whose texts are needed to tell what changed in a spec or test case since its item was Done, or since its tests
 * were changed, whether the default branch has what branches of finished items changed, and what became of the settings of agents;
 * mostly there are none.
 *
 * @param trace of that project.
 * @param judged the items of which specs and test cases are judged; undefined: all.
 */
export function wantedBlobs({ git }: Project, trace: TraceGraph, judged?: ReadonlySet<string>): readonly string[] {
  const history = git?.history;
  if (!history) return [];
  const wanted = new Set<string>();
  const ofBranches = new Set<string>();
  for (const id of trace.items) {
    const item = trace.item(id);
    if (!item) continue;
    if (judged?.has(id) !== false) {
      addAll(wanted, blobsWhenDone(history, item));
      addAll(wanted, blobsWhenTested(history, item));
    }
    addAll(wanted, blobsOfOwnSettings(history, item));
    if (ofBranches.size <= mostBlobs) addAll(ofBranches, blobsOfBranches(history, item));
  }
  return [...wanted, ...ofBranches];
}

/** Mostly there is nothing to add. */
function addAll(wanted: Set<string>, blobs: readonly string[]): void {
  if (blobs.length > 0) for (const blob of blobs) wanted.add(blob);
}

/** Where very many are wanted, what became of the other branches is judged by paths. */
const mostBlobs = 2_000;

/** What branches of finished items hold, and what the default branch has in its place, where these are not the very same. */
function blobsOfBranches(history: GitHistory, { stage, branches }: ItemTrace): readonly string[] {
  if (branches.length === 0 || (stage !== 'done' && stage !== 'archived')) return none;
  return branches.flatMap((branch) =>
    (branchWork(history, branch)?.deliveries ?? []).flatMap(({ exact, candidates, before, after }) =>
      exact || candidates.length === 0
        ? []
        : [before, after, ...candidates.map((candidate) => candidate.after)].filter((blob) => blob !== undefined),
    ),
  );
}

function blobsWhenDone(history: GitHistory, { doneBy, stage, spec, testCases }: ItemTrace): readonly string[] {
  if (!doneBy || (stage !== 'done' && stage !== 'archived')) return none;
  return [...(spec ? [spec] : []), ...testCases].flatMap(({ path }) => changesSince(history, path, doneBy)?.blob ?? []);
}

function blobsWhenTested(history: GitHistory, item: ItemTrace): readonly string[] {
  const { stage, spec, tests: all } = item;
  if (!spec || (stage !== 'inProgress' && stage !== 'done')) return none;
  if (!mayHaveChangedSinceTests(history, spec.path, all)) return none;
  const { coverage } = item;
  return [...coverage.requirements, ...coverage.criteria].flatMap(
    ({ tests }) => changesSinceTests(history, spec.path, tests)?.blob ?? [],
  );
}

function blobsOfOwnSettings(history: GitHistory, item: ItemTrace): readonly string[] {
  return item.stage === 'done' || item.stage === 'archived' ? none : blobsOfSettings(settingsChanges(history, item));
}
