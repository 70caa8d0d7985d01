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
    const own = judged?.has(id) === false ? [] : [...blobsWhenDone(history, item), ...blobsWhenTested(history, item)];
    for (const blob of [...own, ...blobsOfOwnSettings(history, item)]) wanted.add(blob);
    if (ofBranches.size > mostBlobs) continue;
    for (const blob of blobsOfBranches(history, item)) ofBranches.add(blob);
  }
  return [...wanted, ...ofBranches];
}

/** Where very many are wanted, what became of the other branches is judged by paths. */
const mostBlobs = 2_000;

/** What branches of finished items hold, and what the default branch has in its place, where these are not the very same. */
function blobsOfBranches(history: GitHistory, { stage, branches }: ItemTrace): readonly string[] {
  if (stage !== 'done' && stage !== 'archived') return [];
  return branches.flatMap((branch) =>
    (branchWork(history, branch)?.deliveries ?? []).flatMap(({ exact, candidates, before, after }) =>
      exact || candidates.length === 0
        ? []
        : [before, after, ...candidates.map((candidate) => candidate.after)].filter((blob) => blob !== undefined),
    ),
  );
}

function blobsWhenDone(history: GitHistory, { doneBy, stage, spec, testCases }: ItemTrace): string[] {
  if (!doneBy || (stage !== 'done' && stage !== 'archived')) return [];
  return [...(spec ? [spec] : []), ...testCases].flatMap(({ path }) => changesSince(history, path, doneBy)?.blob ?? []);
}

function blobsWhenTested(history: GitHistory, item: ItemTrace): string[] {
  const { stage, spec, tests: all } = item;
  if (!spec || (stage !== 'inProgress' && stage !== 'done')) return [];
  if (!mayHaveChangedSinceTests(history, spec.path, all)) return [];
  const { coverage } = item;
  return [...coverage.requirements, ...coverage.criteria].flatMap(
    ({ tests }) => changesSinceTests(history, spec.path, tests)?.blob ?? [],
  );
}

function blobsOfOwnSettings(history: GitHistory, item: ItemTrace): readonly string[] {
  return item.stage === 'done' || item.stage === 'archived' ? [] : blobsOfSettings(settingsChanges(history, item));
}
