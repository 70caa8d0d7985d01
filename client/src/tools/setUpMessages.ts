/** What the page that sets a project up for agents and the extension say to each other. Both ends check what they get. */
import * as v from 'valibot';
import { listOf, readAs } from '../editor/schemas.js';

export const setUpActions = ['init', 'update', 'remove'] as const;
export type SetUpAction = (typeof setUpActions)[number];

const name = v.pipe(v.string(), v.regex(/^[a-z][a-z-]*$/u));

const askedSchema = v.object({
  /** URI of a workspace folder. */
  root: v.string(),
  action: v.picklist(setUpActions),
  agents: v.array(name),
  /** What is left out; undefined: what was left out before. */
  exclude: v.exactOptional(v.array(name)),
});

/** What is to be planned or done. */
export type AskedSetUp = v.InferOutput<typeof askedSchema>;

const names = v.fallback(listOf(v.string()), []);

/** As `pactwright init --dry-run --format json` prints it. */
export const setUpPlanSchema = v.object({
  answer: v.object({
    message: v.string(),
    data: v.object({
      choice: v.fallback(v.object({ agents: names, exclude: names }), { agents: [], exclude: [] }),
      known: v.fallback(v.object({ agents: names, parts: names }), { agents: [], parts: [] }),
      /** Files that stay as they are, and why. */
      kept: names,
      approvals: names,
    }),
  }),
  changes: v.array(v.object({ kind: v.string(), path: v.string(), patch: v.string() })),
  steps: v.array(v.object({ summary: v.string() })),
});

export type SetUpPlan = v.InferOutput<typeof setUpPlanSchema>;

const wordsSchema = v.object({
  title: v.string(),
  folder: v.string(),
  action: v.string(),
  actions: v.object(v.entriesFromList(setUpActions, v.string())),
  agents: v.string(),
  parts: v.string(),
  plan: v.string(),
  planning: v.string(),
  applying: v.string(),
  nothing: v.string(),
  /** `{0}`: files. */
  files: v.string(),
  steps: v.string(),
  toDo: v.string(),
  apply: v.string(),
  cancel: v.string(),
});

/** All text of the page that is not of the plan, in the language of the editor. */
export type SetUpWords = v.InferOutput<typeof wordsSchema>;

const messageSchema = v.variant('type', [
  v.object({
    type: v.literal('begin'),
    words: wordsSchema,
    folders: v.array(v.object({ name: v.string(), uri: v.string() })),
  }),
  v.object({ type: v.literal('working'), what: v.picklist(['planning', 'applying']) }),
  v.object({ type: v.literal('plan'), plan: setUpPlanSchema }),
  v.object({ type: v.literal('done'), message: v.string(), approvals: v.array(v.string()) }),
  v.object({ type: v.literal('failed'), message: v.string() }),
]);

/** From the extension to the page. */
export type SetUpMessage = v.InferOutput<typeof messageSchema>;

const pageMessageSchema = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('plan'), asked: askedSchema }),
  v.object({ type: v.literal('apply'), asked: askedSchema }),
  v.object({ type: v.literal('cancel') }),
]);

/** From the page to the extension. */
export type SetUpPageMessage = v.InferOutput<typeof pageMessageSchema>;

/** The message, if it is the extension's. */
export function readSetUpMessage(message: unknown): SetUpMessage | undefined {
  return readAs(messageSchema, message);
}

/** The message, if it is one that a page of ours sends. */
export function readSetUpPageMessage(message: unknown): SetUpPageMessage | undefined {
  return readAs(pageMessageSchema, message);
}
