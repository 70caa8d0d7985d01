/** What the page of a run and the extension say to each other. Both ends check what they get. */
import * as v from 'valibot';
import { readAs } from '../editor/schemas.js';

/** What a person can do to a run from its page. */
export const runActions = ['pause', 'resume', 'abort', 'watch'] as const;
/** The same to a packet. */
export const packetActions = ['answer', 'openWorktree', 'compare', 'showLog'] as const;

const nodeSchema = v.object({
  id: v.string(),
  label: v.string(),
  kind: v.picklist(['waiting', 'working', 'needsYou', 'merged', 'left']),
  title: v.string(),
  group: v.string(),
  /** All of it in words: stage, what it waits for, rounds, cost. */
  summary: v.string(),
  actions: v.array(v.picklist(packetActions)),
});

const edgeSchema = v.object({
  from: v.string(),
  to: v.string(),
  label: v.exactOptional(v.string()),
  dashed: v.exactOptional(v.boolean()),
  alarming: v.exactOptional(v.boolean()),
});

const lineSchema = v.object({ number: v.number(), time: v.string(), text: v.string() });

const wordsSchema = v.object({
  title: v.string(),
  run: v.string(),
  /** There is no run. */
  none: v.string(),
  log: v.string(),
  cost: v.string(),
  zoomIn: v.string(),
  zoomOut: v.string(),
  fit: v.string(),
  keys: v.string(),
  /** What the signs before names and the dashed lines mean. */
  legend: v.string(),
  /** Nothing is selected. */
  choose: v.string(),
  runActions: v.object(v.entriesFromList(runActions, v.string())),
  packetActions: v.object(v.entriesFromList(packetActions, v.string())),
});

/** All text of the page that is not of the project, in the language of the editor. */
export type RunWords = v.InferOutput<typeof wordsSchema>;

const shownFields = {
  id: v.string(),
  summary: v.string(),
  dollars: v.number(),
  budget: v.exactOptional(v.number()),
  actions: v.array(v.picklist(runActions)),
  nodes: v.array(nodeSchema),
  edges: v.array(edgeSchema),
};
const shownSchema = v.object(shownFields);
/** Nodes that differ, new edges, and those that are gone. */
const changeSchema = v.object({ ...shownFields, gone: v.array(edgeSchema) });

const messageSchema = v.variant('type', [
  v.object({ type: v.literal('begin'), words: wordsSchema }),
  v.object({
    type: v.literal('run'),
    /** Newest first. */
    runs: v.array(v.object({ id: v.string(), name: v.string() })),
    /** The one that is shown; undefined: there is none. */
    shown: v.exactOptional(shownSchema),
  }),
  /** In what the run that is shown differs from what was said of it last. */
  v.object({ type: v.literal('change'), change: changeSchema }),
  /** What has happened since, oldest first. */
  v.object({ type: v.literal('lines'), run: v.string(), lines: v.array(lineSchema) }),
]);

/** From the extension to the page. */
export type RunMessage = v.InferOutput<typeof messageSchema>;
export type ShownRun = v.InferOutput<typeof shownSchema>;
export type RunChange = v.InferOutput<typeof changeSchema>;
export type RunNode = ShownRun['nodes'][number];
export type RunEdge = ShownRun['edges'][number];

const pageMessageSchema = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('choose'), run: v.string() }),
  v.object({ type: v.literal('act'), run: v.string(), action: v.picklist(runActions) }),
  v.object({
    type: v.literal('actOn'),
    run: v.string(),
    packet: v.string(),
    action: v.picklist(packetActions),
  }),
]);

/** From the page to the extension. */
export type RunPageMessage = v.InferOutput<typeof pageMessageSchema>;

/** The message, if it is the extension's. */
export function readRunMessage(message: unknown): RunMessage | undefined {
  return readAs(messageSchema, message);
}

/** The message, if it is one that a page of ours sends. */
export function readRunPageMessage(message: unknown): RunPageMessage | undefined {
  return readAs(pageMessageSchema, message);
}
