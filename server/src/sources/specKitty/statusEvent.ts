import * as v from 'valibot';
import { parseJson } from '../../base/json.js';
import { fields, maybe, object, type Read, read } from '../../base/schema.js';
import { laneOf } from './lanes.js';

const text = v.string();

const lane = v.pipe(
  text,
  v.transform((name) => laneOf(name)),
  v.custom<NonNullable<ReturnType<typeof laneOf>>>((found) => found !== undefined),
);

const transitionSchema = object({
  event_id: text,
  wp_id: text,
  from_lane: lane,
  to_lane: lane,
  /** ISO 8601. */
  at: text,
  actor: text,
  force: v.boolean(),
  reason: maybe(text),
  review_ref: maybe(text),
  review_result: maybe(fields),
  evidence: maybe(fields),
});

const annotationSchema = object({
  kind: v.literal('annotation'),
  event_id: text,
  wp_id: text,
  at: text,
  actor: text,
  delta: fields,
});

/** A work package went from one lane to another. */
export type TransitionEvent = Read<typeof transitionSchema>;

/** What was said of a work package without a change of its lane. */
export type AnnotationEvent = Read<typeof annotationSchema>;

/** What `status.events.jsonl` says of work packages. */
export type StatusEvent = TransitionEvent | AnnotationEvent;

export function isAnnotation(event: StatusEvent): event is AnnotationEvent {
  return 'kind' in event;
}

/** An event of a file's line, or of a JSON value; undefined for events of a mission’s life, and for what is none. */
export function readStatusEvent(value: unknown): StatusEvent | undefined {
  return read(annotationSchema, value) ?? read(transitionSchema, value);
}

/** The events of a log; what cannot be read is ignored, as another version may have written it. Never throws. */
export function readStatusEvents(log: string): readonly StatusEvent[] {
  return log.split('\n').flatMap((line) => {
    const event = line.trim() === '' ? undefined : readStatusEvent(parseJson(line));
    return event ? [event] : [];
  });
}
