import type { GitHistory } from '../workspace/git/gitFacts.js';
import type { Project } from '../workspace/project.js';
import { changesSince, changesSinceTests } from './earlierTexts.js';
import type { ItemTrace, TraceGraph } from './graph.js';

/**
 * The blobs whose texts are needed to tell what changed in a spec or test case since its item was Done, or since its tests
 * were changed, and that were not fetched yet: only of documents that did change, so mostly none.
 *
 * @param trace of that project.
 */
export function wantedBlobs({ git }: Project, trace: TraceGraph): readonly string[] {
  const history = git?.history;
  if (!history) return [];
  const wanted = new Set<string>();
  for (const id of trace.items) {
    const item = trace.item(id);
    if (!item) continue;
    for (const blob of [...blobsWhenDone(history, item), ...blobsWhenTested(history, item)])
      if (history.textOf(blob) === undefined) wanted.add(blob);
  }
  return [...wanted];
}

function blobsWhenDone(history: GitHistory, { doneBy, stage, spec, testCases }: ItemTrace): string[] {
  if (!doneBy || (stage !== 'done' && stage !== 'archived')) return [];
  return [...(spec ? [spec] : []), ...testCases].flatMap(({ path }) => changesSince(history, path, doneBy)?.blob ?? []);
}

function blobsWhenTested(history: GitHistory, { stage, spec, coverage }: ItemTrace): string[] {
  if (!spec || (stage !== 'inProgress' && stage !== 'done')) return [];
  return [...coverage.requirements, ...coverage.criteria].flatMap(
    ({ tests }) => changesSinceTests(history, spec.path, tests)?.blob ?? [],
  );
}
