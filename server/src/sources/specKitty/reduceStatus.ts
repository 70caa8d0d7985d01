import { canonicalJson } from '../../base/canonicalJson.js';
import { type Fields, fieldsOf } from '../../base/json.js';
import { countedLanes, type Lane } from './lanes.js';
import { type AnnotationEvent, isAnnotation, type StatusEvent, type TransitionEvent } from './statusEvent.js';

/** How a work package is: what `status.json` holds of it. */
interface WorkPackageStatus {
  readonly actor: string;
  readonly force_count: number;
  readonly lane: Lane;
  readonly last_event_id: string;
  readonly last_transition_at: string;
  readonly notes: readonly string[];
  readonly review_result: Fields | null;
  /** By the id of the subtask. */
  readonly subtasks: Fields;
}

/** How a mission is: the fold of its events. */
export interface StatusSnapshot {
  readonly event_count: number;
  readonly last_event_id: string | null;
  /** When the last event was; null if there is none. */
  readonly materialized_at: string | null;
  readonly summary: Readonly<Record<string, number>>;
  readonly work_packages: Readonly<Record<string, WorkPackageStatus>>;
}

/**
 * Folds the events of a mission, in whatever order a merge of two logs has left them: each id counts once, time and id give the
 * order, and of what happened at the same moment a review that sends back counts for more than a step forward.
 */
export function reduceStatus(events: readonly StatusEvent[]): StatusSnapshot {
  const ordered = [...new Map([...events].reverse().map((event) => [event.event_id, event])).values()].sort(byTime);
  const states = new Map<string, WorkPackageStatus>();
  const moved = new Map<string, TransitionEvent>();
  const transitions = ordered.filter((event): event is TransitionEvent => !isAnnotation(event));
  for (const event of transitions) {
    const before = states.get(event.wp_id);
    const last = moved.get(event.wp_id);
    if (last?.at === event.at && isRollback(last) && !isRollback(event)) continue;
    moved.set(event.wp_id, event);
    states.set(event.wp_id, afterTransition(before, event));
  }
  for (const event of ordered)
    if (isAnnotation(event)) {
      const before = states.get(event.wp_id);
      if (before) states.set(event.wp_id, afterAnnotation(before, event));
    }
  const last = transitions.at(-1);
  const lanesNow = [...states.values()].map(({ lane }) => lane);
  return {
    event_count: transitions.length,
    last_event_id: last?.event_id ?? null,
    materialized_at: last?.at ?? null,
    summary: Object.fromEntries(countedLanes.map((lane) => [lane, lanesNow.filter((one) => one === lane).length])),
    work_packages: Object.fromEntries(states),
  };
}

function byTime(one: StatusEvent, other: StatusEvent): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  return one.event_id < other.event_id ? -1 : 1;
}

/** Whether a review sends the work back. */
function isRollback({ from_lane: from, to_lane: to, review_ref: reference }: TransitionEvent): boolean {
  return to === 'in_progress' && (from === 'in_review' || (from === 'for_review' && reference !== undefined));
}

function afterTransition(before: WorkPackageStatus | undefined, event: TransitionEvent): WorkPackageStatus {
  return {
    actor: event.actor,
    force_count: (before?.force_count ?? 0) + (event.force ? 1 : 0),
    lane: event.to_lane,
    last_event_id: event.event_id,
    last_transition_at: event.at,
    notes: before?.notes ?? [],
    review_result: event.review_result ?? before?.review_result ?? null,
    subtasks: before?.subtasks ?? {},
  };
}

function afterAnnotation(before: WorkPackageStatus, { delta }: AnnotationEvent): WorkPackageStatus {
  const note = delta['note'];
  return {
    ...before,
    notes: typeof note === 'string' ? [...before.notes, note] : before.notes,
    subtasks: { ...before.subtasks, ...fieldsOf(delta['subtasks']) },
  };
}

/** The text of `status.json`, byte for byte as Spec Kitty writes it. @param mission what `meta.json` says of it. */
export function statusText(snapshot: StatusSnapshot, mission: Readonly<Record<string, string | null>>): string {
  const sorted: unknown = JSON.parse(canonicalJson({ ...snapshot, ...mission }));
  return `${JSON.stringify(sorted, undefined, 2)}\n`;
}
