/**
 * What the page of the code graph and the extension say to each other. Both ends check what they get: names of files and
 * functions come from a repository.
 */
import * as v from 'valibot';
import { offset, readAs } from '../editor/schemas.js';

/** What can be drawn, in the order in which the page offers it. */
export const graphModes = [
  'file',
  'module',
  'class',
  'call',
  'layers',
  'complexity',
  'unified',
  'focus',
  'impact',
  'blast-radius',
  'reverse',
  'item',
] as const;
export type GraphMode = (typeof graphModes)[number];

/** Those that begin at something: a file, a function or an item. Calls may. */
export const modesWithStart: ReadonlySet<GraphMode> = new Set(['focus', 'impact', 'blast-radius', 'reverse', 'item']);

const askedSchema = v.object({
  /** URI of a workspace folder. */
  root: v.string(),
  mode: v.picklist(graphModes),
  /** A file, a function or an item; empty if the mode begins at nothing. */
  start: v.string(),
});

/** What is to be drawn. */
export type AskedGraph = v.InferOutput<typeof askedSchema>;

const nodeSchema = v.object({
  id: v.string(),
  kind: v.picklist(['file', 'test', 'class', 'function', 'module', 'item', 'commit']),
  label: v.string(),
  /** Relative to the root; empty for a commit. */
  path: v.string(),
  /** From 1. */
  line: v.exactOptional(offset),
  group: v.exactOptional(v.string()),
  complexity: v.exactOptional(v.number()),
});

const edgeSchema = v.object({
  from: v.string(),
  to: v.string(),
  kind: v.picklist(['imports', 'calls', 'extends', 'has']),
  count: v.exactOptional(v.number()),
  byName: v.exactOptional(v.literal(true)),
  against: v.exactOptional(v.literal(true)),
});

/** As `pactwright visualize --format json` prints it. */
export const graphSchema = v.object({
  /** Absolute; paths of nodes are relative to it. */
  root: v.string(),
  nodes: v.array(nodeSchema),
  edges: v.array(edgeSchema),
});

export type CodeGraph = v.InferOutput<typeof graphSchema>;
export type GraphNode = v.InferOutput<typeof nodeSchema>;

const wordsSchema = v.object({
  title: v.string(),
  folder: v.string(),
  mode: v.string(),
  modes: v.object(v.entriesFromList(graphModes, v.string())),
  start: v.string(),
  draw: v.string(),
  search: v.string(),
  zoomIn: v.string(),
  zoomOut: v.string(),
  fit: v.string(),
  export: v.string(),
  /** How the graph is used with keys. */
  keys: v.string(),
  reading: v.string(),
  nothing: v.string(),
  /** `{0}` nodes, `{1}` edges. */
  summary: v.string(),
  /** `{0}` of `{1}` matches. */
  matches: v.string(),
  noMatch: v.string(),
  /** `{0}`: a node, `{1}`: its path, `{2}` edges that lead to it, `{3}` that lead away. */
  selected: v.string(),
  /** Of a mode that begins at something: what to name. */
  startMissing: v.string(),
});

/** All text of the page that is not of the project, in the language of the editor; `{0}` and the like are filled in by the page. */
export type GraphWords = v.InferOutput<typeof wordsSchema>;

const messageSchema = v.variant('type', [
  v.object({
    type: v.literal('begin'),
    words: wordsSchema,
    folders: v.array(v.object({ name: v.string(), uri: v.string() })),
    /** What the command that opened the page names; absent where the page's own state counts. */
    asked: v.exactOptional(askedSchema),
  }),
  v.object({ type: v.literal('reading') }),
  v.object({ type: v.literal('graph'), graph: graphSchema }),
  v.object({ type: v.literal('failed'), message: v.string() }),
]);

/** From the extension to the page. */
export type GraphMessage = v.InferOutput<typeof messageSchema>;

const pageMessageSchema = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('draw'), asked: askedSchema }),
  v.object({ type: v.literal('open'), node: v.string() }),
  /** `content`: the text of an SVG, or a PNG in base 64. */
  v.object({ type: v.literal('export'), format: v.picklist(['svg', 'png']), content: v.string() }),
]);

/** From the page to the extension. */
export type GraphPageMessage = v.InferOutput<typeof pageMessageSchema>;

/** The message, if it is the extension's. */
export function readGraphMessage(message: unknown): GraphMessage | undefined {
  return readAs(messageSchema, message);
}

/** The message, if it is one that a page of ours sends. */
export function readGraphPageMessage(message: unknown): GraphPageMessage | undefined {
  return readAs(pageMessageSchema, message);
}

/** What the page keeps of what was asked for. */
export function readAskedGraph(state: unknown): AskedGraph | undefined {
  return readAs(askedSchema, state);
}
