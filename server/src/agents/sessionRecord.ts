import * as v from 'valibot';
import { count, finite, listOf, maybe, object, type Read, someRecordOf } from '../base/schema.js';
import { agentEnd } from './agentEnd.js';
import { agentEvent } from './agentEvent.js';
import { phaseNames } from './phase.js';

const text = v.string();

/**
 * Files by their way from the top of the repository, with `/`, and what changes with each of their states: to be compared, and not
 * read.
 */
export type FileStamps = Readonly<Record<string, string>>;

const gateAnswer = object({
  gate: text,
  answer: text,
  /** What to do now, as a sentence without full stop. */
  next: maybe(text),
});

export type GateAnswer = Read<typeof gateAnswer>;

/** A process is found again by both, as pids are given away again. */
export const processMark = object({
  pid: count,
  /** As the machine tells it, to be compared and not read; empty if it tells none (Windows), or the process was gone already. */
  startedAt: text,
});

export type ProcessMark = Read<typeof processMark>;

/** Something of a person's that is not as it was when an agent was started. */
const loss = object({
  /**
   * `removed`, `putBack` (as it was committed), `broughtBack` (it had been deleted) and `changed`: a file. `moved` (to a commit that does
   * not hold the one before) and `gone`: a branch, tag or stash. `beyond`: it is gone, and is in no snapshot.
   */
  kind: v.picklist(['removed', 'putBack', 'broughtBack', 'changed', 'moved', 'gone', 'beyond']),
  /** The ref's short name, or the path; absolute if it is in the main checkout and the agent worked in a worktree. */
  name: text,
});

export type Loss = Read<typeof loss>;

/** Whether it is destroyed, and not only worked on. */
export function isDestroyed({ kind }: Loss): boolean {
  return kind !== 'changed';
}

const sessionStart = object({
  /** Our own: `20260301-141502-act-STORY-042-1f3a`; the name of its log, too. */
  id: text,
  agent: text,
  mode: v.picklist(['interactive', 'headless']),
  access: v.picklist(['read', 'write']),
  /** As the program names it; undefined: its own choice. */
  model: maybe(text),
  item: maybe(text),
  phase: maybe(v.picklist(phaseNames)),
  /** From 1: how often the agent was sent back is one less. */
  round: count,
  /** Absolute: where the agent works. */
  folder: text,
  branch: maybe(text),
  /** The program and its arguments. */
  command: listOf(text),
  /** The session that it resumes: our id. */
  resumes: maybe(text),
  /** The first session of its phase run: our id; undefined if it is the first. */
  began: maybe(text),
});

export type SessionStart = Read<typeof sessionStart>;

/** Milliseconds since 1970. */
const at = finite;

/** A line of a session's log; a log begins with `start`. */
export const sessionEntry = v.variant('kind', [
  /** `keeper`: our own process that looks after it. */
  object({ kind: v.literal('start'), at, start: sessionStart, keeper: processMark }),
  /** What was not committed when the agent started; reported when work on an item starts. */
  object({ kind: v.literal('before'), at, files: someRecordOf(text) }),
  /** The program runs. */
  object({ kind: v.literal('process'), at, process: processMark }),
  object({ kind: v.literal('event'), at, event: agentEvent }),
  /** It wrote something that is not an event; not recorded every time. */
  object({ kind: v.literal('heard'), at }),
  /** A gate before or after the agent answered. */
  object({ kind: v.literal('gate'), at, gate: gateAnswer }),
  /** What was committed of its work after its turn. */
  object({ kind: v.literal('commit'), at, hash: text, subject: text }),
  /** It ended with a question for a person. `awaited`: its keeper continues once there is an answer. */
  object({ kind: v.literal('question'), at, text, awaited: maybe(v.literal(true)) }),
  object({ kind: v.literal('answer'), at, text }),
  /** What of a person's was not as before when the agent had ended. */
  object({ kind: v.literal('lost'), at, losses: listOf(loss) }),
  /** What it left when it was interrupted: the commit of HEAD, and what was not committed. */
  object({ kind: v.literal('left'), at, head: text, files: someRecordOf(text) }),
  object({ kind: v.literal('end'), at, code: v.nullable(v.number()), end: agentEnd }),
]);

export type SessionEntry = Read<typeof sessionEntry>;

/**
 * The state of a session. `waiting`: for an answer, possibly after its program has ended. `refused`: the agent has finished, but the gate
 * refused its work. `stopped`: by a person or a limit. `lost`: its end was not recorded, and its process is gone.
 */
export type SessionState =
  'starting' | 'running' | 'waiting' | 'idle' | 'finished' | 'refused' | 'stopped' | 'failed' | 'lost';
