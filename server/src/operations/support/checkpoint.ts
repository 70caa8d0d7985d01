import * as v from 'valibot';
import { canonicalJson } from '../../base/canonicalJson.js';
import { contentHash } from '../../base/contentHash.js';
import { parseJson } from '../../base/json.js';
import { fields, listOf, maybe, object, read, recordOf } from '../../base/schema.js';
import { testId } from '../../code/runners/wantedTest.js';
import type { ItemTrace } from '../../trace/graph.js';
import { frozenHash } from '../../workspace/recordedItems.js';
import type { Project } from '../../workspace/project.js';

/** The steps of one item's work, in order. */
export const checkpointSteps = ['preflight', 'red', 'green', 'regression_lint', 'sync_coverage'] as const;
export type CheckpointStep = (typeof checkpointSteps)[number];

export const checkpointStatuses = ['in_progress', 'blocked', 'completed'] as const;

const checkpointSchema = object({
  schema_version: v.literal(1),
  story_id: v.string(),
  command: v.string(),
  phase: v.string(),
  step_id: v.picklist(checkpointSteps),
  status: v.picklist(checkpointStatuses),
  evidence: fields,
  fingerprints: object({
    /** What was agreed: the spec without Status and Release. */
    spec: v.string(),
    /** The texts of the tasks. */
    tasks: listOf(v.string()),
    /** Since `red`: the tests of the item, and whether each is skipped. */
    tests: maybe(recordOf(v.boolean())),
    git_head: v.string(),
  }),
  blocker: maybe(v.string()),
  updated_at: v.string(),
  seal: v.string(),
});

/** What is kept of an item's work from step to step. */
export type Checkpoint = v.InferOutput<typeof checkpointSchema>;

export function checkpointPath(item: string): string {
  return `.pactkit/continuations/${item}.json`;
}

/** @returns undefined for what is no checkpoint, or was not written by an operation. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const found = read(checkpointSchema, parseJson(text));
  return found && found.seal === sealOf(found) ? found : undefined;
}

/** The text of a checkpoint, with the hash of all of it, so that a change by hand shows. */
export function checkpointText(checkpoint: Omit<Checkpoint, 'seal'>): string {
  return `${JSON.stringify({ ...checkpoint, seal: sealOf(checkpoint) }, undefined, 2)}\n`;
}

function sealOf(checkpoint: Omit<Checkpoint, 'seal'> & { readonly seal?: string }): string {
  const rest = Object.entries(checkpoint).filter(([name]) => name !== 'seal');
  return contentHash(canonicalJson(Object.fromEntries(rest)));
}

/** What of an item's work may not change between two steps. */
export function fingerprintsOf(item: ItemTrace, { git }: Project): Omit<Checkpoint['fingerprints'], 'tests'> {
  return {
    spec: item.spec ? frozenHash(item.spec) : '',
    tasks: item.entries.flatMap(({ entry }) => entry.tasks.map(({ text }) => text.value)),
    git_head: git?.history?.head.commit ?? '',
  };
}

/** The tests of an item by id, and whether each is skipped. */
export function testsOfItem({ tests }: ItemTrace): Readonly<Record<string, boolean>> {
  return Object.fromEntries(tests.map(({ file, test }) => [testId(file, test), test.skipped]));
}

/**
 * What happened since a checkpoint that no honest work does: writing tests and code, ticking tasks and committing is fine; changing what
 * was agreed, dropping a task, removing or skipping a test that was red, and rewriting history is not.
 *
 * @returns sentences without full stop; none: work goes on.
 */
export function dishonestSince(
  { fingerprints: before }: Checkpoint,
  item: ItemTrace,
  project: Project,
): readonly string[] {
  const now = fingerprintsOf(item, project);
  const lost = before.tasks.filter((task) => !now.tasks.includes(task));
  const tests = testsOfItem(item);
  const gone = Object.entries(before.tests ?? {}).flatMap(([id, wasSkipped]) => {
    if (tests[id] === undefined) return [`the test ${id} is gone`];
    return tests[id] && !wasSkipped ? [`the test ${id} is skipped now`] : [];
  });
  const history = project.git?.history;
  const isRewritten = before.git_head !== '' && history !== undefined && !history.isOnHead(before.git_head);
  return [
    ...(before.spec === now.spec ? [] : ['the spec was changed after it was agreed']),
    ...lost.map((task) => `the task "${task}" was removed or reworded`),
    ...gone,
    ...(isRewritten
      ? [
          `HEAD does not lead to ${before.git_head.slice(0, 8)} any more: history was rewritten, or another branch is checked out`,
        ]
      : []),
  ];
}
