import { fieldsOf, parseJson, type Fields } from '../../base/json.js';
import { createTraceGraph } from '../../trace/createTraceGraph.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { DocumentKind } from '../../documents/document.js';
import { Refused } from '../errorCodes.js';
import { defineOperation, type OperationWorkspace } from '../operation.js';
import {
  type Checkpoint,
  checkpointPath,
  checkpointStatuses,
  type CheckpointStep,
  checkpointSteps,
  checkpointText,
  dishonestSince,
  fingerprintsOf,
  readCheckpoint,
  testsOfItem,
} from '../support/checkpoint.js';
import { itemField } from '../support/fields.js';
import { judged } from '../support/judged.js';
import { requireItem } from '../support/itemBranch.js';
import { wholeText } from '../support/wholeText.js';

const reads: readonly DocumentKind[] = ['board', 'archive', 'spec', 'testCase'];

/** Notes how far the work on an item is. */
export const checkpoint = defineOperation({
  name: 'continuation checkpoint',
  group: 'documents',
  summary: 'Notes that a step of an item’s work is done, so that another session can continue from there',
  details:
    'Steps, in order: `preflight` (the spec lints), `red` (its tests fail), `green` (they pass), `regression_lint`, `sync_coverage` (every MUST is covered, no box is open). Each asks for its evidence as JSON; what can be computed is computed, and evidence that contradicts it is refused. Between two steps, tests, code, ticks and commits are fine. The way ends where the spec changes, a task goes, a test that was red goes or is skipped, history is rewritten, or the file is edited by hand. The exit codes in the evidence are the caller’s word: gates run the tests themselves.',
  example: { item: 'STORY-042', step: 'green', evidence: '14 tests pass' },
  fields: {
    item: itemField,
    step: { type: 'text', required: true, description: 'the step that is done', values: checkpointSteps },
    evidence: { type: 'text', description: 'what shows it, as a JSON object' },
    status: { type: 'text', description: 'its status (default: in_progress)', values: checkpointStatuses },
    phase: { type: 'text', description: 'the phase (default: act)' },
    blocker: { type: 'text', description: 'what blocks it; with --status blocked' },
    fresh: { type: 'flag', description: 'begin again: the checkpoint there is kept below `history/`' },
  },
  reads,
  needs: 'git',
  writes: true,
  plan: async (workspace, input) => {
    const { project, now } = workspace;
    const item = itemOf(workspace, input.item);
    const path = checkpointPath(item.id);
    const text = await workspace.readFile(path);
    const before = input.fresh || text === undefined ? undefined : requireCheckpoint(text, path);
    const { step, status = step === 'sync_coverage' ? 'completed' : 'in_progress' } = input;
    const evidence = evidenceOf(input.evidence);
    if (before?.status === 'completed')
      throw new Refused('not-allowed', `${item.id} is completed: begin again with --fresh`);
    requireOrder(before, step);
    if (before) refuse(dishonestSince(before, item, project));
    if (status !== 'blocked') refuse(await missingEvidence(step, evidence, item, workspace));
    const tests = step === 'preflight' ? undefined : { ...before?.fingerprints.tests, ...testsOfItem(item) };
    const fingerprints = fingerprintsOf(item, project);
    const next: Omit<Checkpoint, 'seal'> = {
      schema_version: 1,
      story_id: item.id,
      command: `project-act ${item.id}`,
      phase: oneLine(input.phase ?? 'act'),
      step_id: step,
      status,
      evidence: shortened(evidence),
      // What was agreed is agreed at the first step, and HEAD may move on from there.
      fingerprints: {
        ...fingerprints,
        spec: before?.fingerprints.spec ?? fingerprints.spec,
        ...(tests ? { tests } : {}),
      },
      ...(input.blocker === undefined ? {} : { blocker: oneLine(input.blocker) }),
      updated_at: new Date(now).toISOString(),
    };
    const kept =
      input.fresh && text !== undefined ? [{ kind: 'create' as const, path: historyPath(item.id, now), text }] : [];
    return {
      changes: [...kept, ...wholeText(path, text, checkpointText(next))],
      answer: {
        message: `${item.id}: ${step} ${status}`,
        data: { path, step, status, nextStep: stepAfter(step) ?? null },
      },
    };
  },
});

/** Says where the work on an item goes on. */
export const resume = defineOperation({
  name: 'continuation resume',
  group: 'documents',
  summary: 'Says where the work on an item continues, or why it cannot',
  details:
    'Answers `start_fresh` where there is no checkpoint, `resume_at` with the next step, or `completed`. Refuses where the work is blocked, or something happened since that no honest work does; the reasons are listed.',
  example: { item: 'STORY-042' },
  fields: { item: itemField },
  reads,
  needs: 'git',
  writes: false,
  plan: async (workspace, { item: id }) => {
    const item = itemOf(workspace, id);
    const path = checkpointPath(item.id);
    const text = await workspace.readFile(path);
    if (text === undefined)
      return {
        answer: {
          message: `${id}: start fresh with ${checkpointSteps[0]}`,
          data: { state: 'start_fresh', nextStep: checkpointSteps[0] },
        },
      };
    const found = requireCheckpoint(text, path);
    if (found.status === 'completed')
      return { answer: { message: `${id}: completed`, data: { state: 'completed', checkpoint: found } } };
    refuse([
      ...(found.status === 'blocked'
        ? [`it is blocked${found.blocker === undefined ? '' : `: ${found.blocker}`}`]
        : []),
      ...dishonestSince(found, item, workspace.project),
    ]);
    const nextStep = stepAfter(found.step_id) ?? found.step_id;
    return {
      answer: {
        message: `${id}: continue with ${nextStep} (${found.step_id} is done)`,
        data: { state: 'resume_at', nextStep, checkpoint: found },
      },
    };
  },
});

function itemOf({ project, configuration }: OperationWorkspace, id: string): ItemTrace {
  const item = createTraceGraph(project, configuration).item(id);
  if (!item) requireItem(project, id);
  if (!item?.spec) throw new Refused('not-found', `${id} has no spec, so nothing was agreed`);
  return item;
}

function requireCheckpoint(text: string, path: string): Checkpoint {
  const found = readCheckpoint(text);
  if (!found)
    throw new Refused(
      'not-allowed',
      `${path} was not written by an operation, or was edited by hand: begin again with --fresh`,
    );
  return found;
}

/** Each step follows the one before it, or repeats it. */
function requireOrder(before: Checkpoint | undefined, step: CheckpointStep): void {
  const at = checkpointSteps.indexOf(step);
  const last = before ? checkpointSteps.indexOf(before.step_id) : -1;
  const due = before?.status === 'blocked' ? last : last + 1;
  if (at === due || (before && at === last)) return;
  throw new Refused('not-allowed', `${step} is not due: the next step is ${checkpointSteps[due] ?? 'none'}`, [
    checkpointSteps[due] ?? step,
  ]);
}

function refuse(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new Refused('not-allowed', reasons.join('; '), reasons);
}

function stepAfter(step: CheckpointStep): CheckpointStep | undefined {
  return checkpointSteps[checkpointSteps.indexOf(step) + 1];
}

function evidenceOf(text: string | undefined): Fields {
  const found = text === undefined ? {} : fieldsOf(parseJson(text));
  if (!found) throw new Refused('invalid-input', 'evidence is no JSON object');
  return found;
}

/** What a step lacks, or contradicts. */
async function missingEvidence(
  step: CheckpointStep,
  evidence: Fields,
  item: ItemTrace,
  workspace: OperationWorkspace,
): Promise<readonly string[]> {
  const says = (name: string, wanted: unknown): readonly string[] =>
    evidence[name] === wanted ? [] : [`${step} needs the evidence ${name}: ${JSON.stringify(wanted)}`];
  const exits = (wanted: number): readonly string[] =>
    fieldsOf(evidence['story_tests'])?.['exit_code'] === wanted
      ? []
      : [`${step} needs the evidence story_tests.exit_code: ${wanted}`];
  const lints = async (): Promise<readonly string[]> => {
    const found = (await judged(workspace)).get(item.spec?.path ?? '') ?? [];
    const errors = found.filter(({ severity }) => severity === 'error');
    return errors.map(({ code, message }) => `the spec does not lint: ${code} ${message}`);
  };
  switch (step) {
    case 'preflight':
      return [...says('spec_lint', 'pass'), ...(await lints())];
    case 'red':
      return [...exits(1), ...(item.tests.length === 0 ? ['no test names the item, so none can be red'] : [])];
    case 'green':
      return exits(0);
    case 'regression_lint':
      return [...says('regression', 'pass'), ...says('lint', 'pass')];
    case 'sync_coverage':
      return [
        ...says('spec_lint', 'pass'),
        ...exits(0),
        ...says('regression', 'pass'),
        ...says('lint', 'pass'),
        ...(await lints()),
        ...uncovered(item),
      ];
  }
}

function uncovered({ coverage, entries }: ItemTrace): readonly string[] {
  const bare = coverage.requirements.filter(
    ({ requirement, scenarios, tests }) => requirement.level?.value === 'MUST' && scenarios.length + tests.length === 0,
  );
  const unshown = coverage.criteria.filter(({ scenarios, tests }) => scenarios.length + tests.length === 0);
  const open = entries.flatMap(({ entry }) => entry.tasks).filter(({ checked }) => !checked);
  return [
    ...bare.map(({ requirement }) => `${requirement.id} has no scenario and no test`),
    ...unshown.map(({ criterion }) => `${criterion.id} has no scenario and no test`),
    ...open.map(({ text }) => `the task "${text.value}" is open`),
  ];
}

const longest = 500;
const secret =
  /\b(?:gh[pousr]_\w{20,}|sk-[\w-]{20,}|AKIA[A-Z0-9]{12,}|xox[abp]-[\w-]{10,})\b|(?<=(?:password|token|secret)["':=\s]{1,4})[^\s"']{6,}/giu;

/** Texts without secrets and home folders, cut where they are long. */
function shortened(value: Fields): Fields {
  const plain = (one: unknown): unknown => {
    if (typeof one === 'string')
      return one
        .replace(secret, '***')
        .replace(/(?:\/home|\/Users)\/[^/\s]+/gu, '~')
        .slice(0, longest);
    if (Array.isArray(one)) return one.map(plain);
    const inner = fieldsOf(one);
    return inner ? Object.fromEntries(Object.entries(inner).map(([name, more]) => [name, plain(more)])) : one;
  };
  return fieldsOf(plain(value)) ?? {};
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim().slice(0, longest);

function historyPath(item: string, now: number): string {
  return `.pactkit/continuations/history/${item}-${new Date(now).toISOString().replace(/[:.]/gu, '-')}.json`;
}
