import path from 'node:path';
import { parseJson } from '../../base/json.js';
import { read } from '../../base/schema.js';
import type { AgentEnd } from '../agentEnd.js';
import { refusedWords } from '../refusedWords.js';
import type { AgentEvent } from '../agentEvent.js';
import {
  type FileStamps,
  type GateAnswer,
  isDestroyed,
  type ProcessMark,
  type SessionEntry,
  sessionEntry,
  type SessionStart,
  type SessionState,
} from '../sessionRecord.js';

/** What the log of a session says of it. Times are milliseconds since 1970. */
export interface SessionFacts {
  readonly start: SessionStart;
  readonly startedAt: number;
  /** Our own process that looks after it. */
  readonly keeper: ProcessMark;
  /** What was not committed when the agent was started; undefined if that is not known. */
  readonly before?: FileStamps;
  /** The agent's program. */
  readonly process?: ProcessMark;
  /** Whether it was lost only a look at the processes tells. */
  readonly stage: Exclude<SessionState, 'lost'>;
  /** When that began. */
  readonly since: number;
  /** When it last reported anything; undefined if it has no way to. */
  readonly heardAt?: number;
  /** When its agent worked, as far as its program reports that; in a terminal not without hooks. While it is running, the last one continues. */
  readonly worked?: readonly Stretch[];
  /** What it is at, why it waits, or how it ended: one line; empty if there is nothing to say. */
  readonly note: string;
  readonly ended?: { readonly at: number; readonly code: number | null; readonly end: AgentEnd };
  readonly told: ToldOfSession;
  /** What it left when it was interrupted. */
  readonly left?: LeftWork;
  /** Whether its keeper waits for the answer and continues with it. */
  readonly awaited?: true | undefined;
  /** The answer to its last question. */
  readonly answer?: string | undefined;
}

/** From one time to another. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A folder at the end of an interrupted session: the commit of HEAD, and what was not committed. */
export interface LeftWork {
  readonly head: string;
  readonly files: FileStamps;
}

/** What came to be known of a session on the way. */
export interface ToldOfSession {
  /** The program's own name of its session, by which it can be resumed. */
  readonly agentSession?: string;
  /** The agent's own file: absolute. */
  readonly transcript?: string;
  readonly dollars?: number;
  readonly inputTokens?: number;
  /** Of these. */
  readonly cachedTokens?: number;
  readonly outputTokens?: number;
  /** As the program named it with its costs. */
  readonly model?: string;
  /** Its open question. */
  readonly question?: string | undefined;
  /** The last gate that answered. */
  readonly gate?: GateAnswer;
  /** The last gate that judged what it had done: one before the start says nothing of that. */
  readonly judged?: GateAnswer;
  /** How many of the user's files, branches, tags and stashes it has destroyed. */
  readonly destroyed?: number;
  /** Whether some of them were in the main checkout while it worked in a worktree. */
  readonly destroyedBeside?: boolean;
}

/**
 * Adds lines of a log to what those before them say. Lines that say nothing to this version are skipped, and so is all that
 * is before the `start`. Never throws.
 *
 * @param lines whole ones: the last of a log may still be written.
 * @returns undefined while there was no `start`.
 */
export function addLines(facts: SessionFacts | undefined, lines: readonly string[]): SessionFacts | undefined {
  return lines.reduce((before, line) => {
    const entry = read(sessionEntry, parseJson(line));
    return entry ? addEntry(before, entry) : before;
  }, facts);
}

function addEntry(facts: SessionFacts | undefined, entry: SessionEntry): SessionFacts | undefined {
  const next = factsAfter(facts, entry);
  if (!next || !facts) return next;
  const worked = workedAfter(facts, next, entry);
  const whole = worked ? { ...next, worked } : next;
  return next.stage === facts.stage ? whole : { ...whole, since: entry.at };
}

/** Someone who has a terminal open, or an agent that waits for an answer, does not work. */
function workedAfter(
  before: SessionFacts,
  { stage, start }: SessionFacts,
  entry: SessionEntry,
): SessionFacts['worked'] {
  const { worked = [], stage: was } = before;
  const last = worked.at(-1);
  if (last && was === 'running') return [...worked.slice(0, -1), { ...last, to: Math.max(last.to, entry.at) }];
  const begins = stage === 'running' && showsWork(entry, start);
  return begins ? [...worked, { from: entry.at, to: entry.at }] : before.worked;
}

/** Whether an agent that did not work does now. */
function showsWork(entry: SessionEntry, { mode }: SessionStart): boolean {
  if (entry.kind === 'event') return !silentEvents.has(entry.event.kind);
  return entry.kind === 'answer' || (entry.kind === 'process' && mode === 'headless');
}

/** What may be reported while a person has the turn. */
const silentEvents: ReadonlySet<AgentEvent['kind']> = new Set(['session', 'cost', 'error']);

function factsAfter(facts: SessionFacts | undefined, entry: SessionEntry): SessionFacts | undefined {
  if (entry.kind === 'start') {
    if (facts) return facts;
    const { at, start, keeper } = entry;
    return { start, startedAt: at, keeper, stage: 'starting', since: at, note: '', told: {} };
  }
  if (!facts) return undefined;
  switch (entry.kind) {
    case 'before':
      return facts.before ? facts : { ...facts, before: entry.files };
    case 'process':
      return {
        ...facts,
        process: entry.process,
        ...(facts.stage === 'starting' ? { stage: 'running' } : {}),
        // In a terminal it may have no hooks to report with.
        ...(facts.start.mode === 'headless' ? { heardAt: entry.at } : {}),
      };
    case 'event':
      return { ...addEvent(facts, entry.event), heardAt: entry.at };
    case 'commit':
      return facts;
    case 'left':
      return { ...facts, left: { head: entry.head, files: entry.files } };
    case 'heard':
      return { ...facts, heardAt: entry.at };
    case 'gate':
      return {
        ...facts,
        told: { ...facts.told, gate: entry.gate, ...(facts.ended ? { judged: entry.gate } : {}) },
        ...judgedBy(facts, entry.gate),
      };
    case 'lost': {
      const destroyed = entry.losses.filter(isDestroyed);
      const destroyedBeside = destroyed.some(({ name }) => path.isAbsolute(name));
      return { ...facts, told: { ...facts.told, destroyed: destroyed.length, destroyedBeside } };
    }
    case 'question': {
      const { text: question, awaited } = entry;
      return {
        ...facts,
        stage: 'waiting',
        note: question,
        told: { ...facts.told, question },
        awaited,
        answer: undefined,
      };
    }
    case 'answer': {
      const told = { ...facts.told, question: undefined };
      const stage = facts.ended ? 'finished' : 'running';
      return { ...facts, stage, note: '', told, awaited: undefined, answer: entry.text };
    }
    case 'end': {
      const { at, code, end } = entry;
      if (facts.ended) return facts;
      return { ...facts, stage: endStages[end.kind] ?? 'failed', note: end.message, ended: { at, code, end } };
    }
  }
}

/** A stop by a person or a limit is not a failure of the agent. */
const endStages: Partial<Record<AgentEnd['kind'], SessionFacts['stage']>> = {
  finished: 'finished',
  cancelled: 'stopped',
  timeLimit: 'stopped',
  silence: 'stopped',
  budget: 'stopped',
};

/** A gate that runs after the agent has finished, or after its turn, judges its work; an earlier one let it start. */
function judgedBy({ ended, stage }: SessionFacts, { gate, answer, next = '' }: GateAnswer): Partial<SessionFacts> {
  if (!ended && stage === 'idle') return { note: `${gate}: ${[answer, next].filter(Boolean).join('. ')}` };
  if (ended?.end.kind !== 'finished') return {};
  return answer === 'allowed' ? { stage: 'finished', note: '' } : { stage: 'refused', note: next };
}

function addEvent(facts: SessionFacts, event: AgentEvent): SessionFacts {
  switch (event.kind) {
    case 'session': {
      const { session, transcript } = event;
      const told = { agentSession: session, ...(transcript === undefined ? {} : { transcript }) };
      return { ...facts, told: { ...facts.told, ...told } };
    }
    case 'cost':
      return { ...facts, told: { ...facts.told, ...costAfter(facts.told, event) } };
    default:
      // A hook may report something after the end was recorded.
      return facts.ended ? facts : { ...facts, ...standingAfter(facts, event) };
  }
}

const costs = ['dollars', 'inputTokens', 'cachedTokens', 'outputTokens'] as const;

export type CostsOfSession = Pick<ToldOfSession, (typeof costs)[number] | 'model'>;

/** What a session has cost: what the program says of all, or what it says of a part and what was known before. */
export function costAfter(told: CostsOfSession, event: Extract<AgentEvent, { readonly kind: 'cost' }>): CostsOfSession {
  const figures: CostsOfSession = Object.fromEntries(
    costs.flatMap((name) => {
      const cost = event[name];
      return cost === undefined ? [] : [[name, cost + (event.isMore === true ? (told[name] ?? 0) : 0)]];
    }),
  );
  return { ...figures, ...(event.model === undefined ? {} : { model: event.model }) };
}

function standingAfter(
  { stage }: SessionFacts,
  event: Exclude<AgentEvent, { readonly kind: 'session' | 'cost' }>,
): Pick<SessionFacts, 'stage' | 'note'> {
  switch (event.kind) {
    case 'message':
      return { stage: 'running', note: event.text };
    case 'tool':
      return { stage: 'running', note: event.what === undefined ? event.tool : `${event.tool}: ${event.what}` };
    case 'refused':
      return { stage: 'running', note: `not allowed: ${refusedWords(event)}` };
    case 'fileChange':
      return { stage: 'running', note: event.path };
    case 'waiting':
      return { stage: 'waiting', note: event.why };
    case 'working':
      return { stage: 'running', note: '' };
    case 'turnEnd':
      return { stage: 'idle', note: '' };
    case 'error':
      return { stage: stage === 'starting' ? 'running' : stage, note: event.message };
  }
}
