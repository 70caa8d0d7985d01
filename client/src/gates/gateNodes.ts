import {
  blockers,
  type ConditionResult,
  type GateName,
  type Problem,
  type TraceItemView,
  type TraceProjectView,
  type TraceStage,
} from '../../../server/src/protocol.js';
import type { GateAnswer, GateSubject } from './gateAnswer.js';
import { siblingIds } from '../editor/siblingIds.js';

/** A row of the Gates view. Rows know what they are below, so that one of them can be revealed. */
export type GateRow = { readonly id: string; readonly parent: GateRow | undefined } & (
  | { readonly kind: 'project'; readonly name: string; readonly root: string; readonly rows: readonly GateItemShown[] }
  | ({ readonly kind: 'item' } & GateItemShown)
  | { readonly kind: 'looking'; readonly text: string }
  | { readonly kind: 'failure'; readonly text: string }
  | { readonly kind: 'condition'; readonly subject: GateSubject; readonly result: ConditionResult }
  /** The conditions that hold. */
  | { readonly kind: 'passed'; readonly subject: GateSubject; readonly results: readonly ConditionResult[] }
  | {
      readonly kind: 'problem';
      readonly subject: GateSubject;
      readonly result: ConditionResult;
      readonly problem: Problem;
    }
  | { readonly kind: 'next'; readonly text: string }
);

/** An item with the gate that is shown for it, and what is known of it there. */
export interface GateItemShown {
  readonly subject: GateSubject;
  readonly item: TraceItemView;
  readonly answer: GateAnswer;
}

/** The gate that is before an item, by how far it is. */
export const nextGate: Readonly<Record<TraceStage, GateName>> = {
  unplanned: 'plan',
  backlog: 'act-in',
  inProgress: 'done',
  done: 'release',
  archived: 'release',
};

/** What a row must know beside the items. */
export interface GateLookup {
  readonly chosenGate: (root: string, item: string) => GateName | undefined;
  readonly answer: (subject: GateSubject) => GateAnswer | undefined;
}

/** The items that are shown: those a person ran a gate for, then those in progress, which stay where they are. */
export function shownItems({ root, items }: TraceProjectView, { chosenGate, answer }: GateLookup): GateItemShown[] {
  const shown = items.flatMap((item) => {
    const chosen = chosenGate(root, item.id);
    if (item.stage !== 'inProgress' && chosen === undefined) return [];
    const subject = { root, item: item.id, gate: chosen ?? nextGate[item.stage] };
    return [{ subject, item, answer: answer(subject) ?? {} }];
  });
  const isInProgress = ({ item }: GateItemShown): boolean => item.stage === 'inProgress';
  return [...shown.filter((one) => !isInProgress(one)), ...shown.filter(isInProgress)];
}

/** The rows of the first level: the items of the only project, or the projects that have some. */
export function topRows(projects: readonly TraceProjectView[], lookup: GateLookup): GateRow[] {
  const shown = projects
    .map((project) => ({ project, rows: shownItems(project, lookup) }))
    .filter(({ rows }) => rows.length > 0);
  const [only, ...others] = shown;
  if (only && others.length === 0) return itemRows(only.rows, undefined);
  return shown.map(({ project: { root, name }, rows }) => ({
    kind: 'project',
    id: root,
    parent: undefined,
    root,
    name,
    rows,
  }));
}

export function rowsBelow(row: GateRow): GateRow[] {
  switch (row.kind) {
    case 'project':
      return itemRows(row.rows, row);
    case 'item':
      return answerRows(row);
    case 'condition':
      return conditionRows(row);
    case 'passed':
      return row.results.map((result) => conditionRow(row.subject, result, row));
    case 'looking':
    case 'failure':
    case 'problem':
    case 'next':
      return [];
  }
}

/** The row of an item; undefined if it is not shown. */
export function findItemRow(top: readonly GateRow[], root: string, item: string): GateRow | undefined {
  for (const row of top) {
    if (row.kind === 'item' && row.subject.root === root && row.subject.item === item) return row;
    const below = row.kind === 'project' && row.root === root ? findItemRow(rowsBelow(row), root, item) : undefined;
    if (below) return below;
  }
  return undefined;
}

function itemRows(items: readonly GateItemShown[], parent: GateRow | undefined): GateRow[] {
  return items.map((shown) => ({
    kind: 'item',
    id: [shown.subject.root, 'item', shown.subject.item].join('\u0000'),
    parent,
    ...shown,
  }));
}

function answerRows(row: GateRow & { kind: 'item' }): GateRow[] {
  const { subject, answer } = row;
  const { running, verdict, failure } = answer;
  if (running && running.how !== 'recorded') {
    const { looking, progress } = running;
    const text = [looking, progress].filter((one) => one !== undefined).join(': ');
    return [
      ...running.results.map((result) => conditionRow(subject, result, row)),
      ...(text === '' ? [] : [{ kind: 'looking', id: `${row.id}\u0000looking`, parent: row, text } as const]),
    ];
  }
  const failed: readonly GateRow[] =
    failure === undefined ? [] : [{ kind: 'failure', id: `${row.id}\u0000failure`, parent: row, text: failure }];
  if (!verdict) return [...failed];
  const { open, passed } = sorted(verdict.conditions);
  return [
    ...failed,
    ...open.map((result) => conditionRow(subject, result, row)),
    ...(passed.length === 0
      ? []
      : [{ kind: 'passed', id: `${row.id}\u0000passed`, parent: row, subject, results: passed } as const]),
  ];
}

/** What blocks first, then what else does not hold, in the order of the gate; apart from what holds. */
function sorted(conditions: readonly ConditionResult[]): {
  readonly open: readonly ConditionResult[];
  readonly passed: readonly ConditionResult[];
} {
  const inTheWay = blockers(conditions);
  const rest = conditions.filter((result) => !inTheWay.includes(result));
  return {
    open: [...inTheWay, ...rest.filter(({ state }) => state !== 'pass')],
    passed: rest.filter(({ state }) => state === 'pass'),
  };
}

function conditionRow(subject: GateSubject, result: ConditionResult, parent: GateRow): GateRow {
  // Below the item, wherever it is: a condition that comes to hold moves, and stays the same row.
  const above = parent.kind === 'passed' && parent.parent ? parent.parent : parent;
  return { kind: 'condition', id: [above.id, subject.gate, result.name].join('\u0000'), parent, subject, result };
}

function conditionRows(row: GateRow & { kind: 'condition' }): GateRow[] {
  const { subject, result } = row;
  const { problems = [], next } = result;
  return [
    ...siblingIds(row.id, problems, ({ message, place }) => `${place?.path ?? ''} ${message}`).map(
      ([id, problem]): GateRow => ({ kind: 'problem', id, parent: row, subject, result, problem }),
    ),
    ...(next === undefined ? [] : [{ kind: 'next', id: `${row.id}\u0000next`, parent: row, text: next } as const]),
  ];
}
