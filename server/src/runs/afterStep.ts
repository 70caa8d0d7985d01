import { durationWords } from '../base/duration.js';
import type { RunLimits, StepName, StepResult } from './event.js';
import type { Changing } from '../base/changing.js';
import type { PacketState, RunState } from './runState.js';

/** The shortest wait before it is looked again what others have done, in milliseconds. */
const shortestLookMs = 1_000;

/** The longest wait before a retry, in milliseconds. */
const longestWaitMs = 5 * 60_000;

/** What a packet is after a step has ended, and what that is to its run. */
export function afterStep(state: Changing<RunState>, before: PacketState, at: number, result: StepResult): PacketState {
  const after = withResult(state, before, at, result);
  if (after.outcome !== undefined || after.asks !== undefined || !isAgentStep(after.step)) return after;
  const over = overLimit(after, state.limits);
  return over === undefined ? after : { ...after, asks: over };
}

/** Why no agent may go on with a packet; undefined if one may. A question. */
function overLimit({ tokens, agentMs }: PacketState, limits: RunLimits): string | undefined {
  const { tokensPerPacket = Infinity, maxMsPerPacket = Infinity } = limits;
  if (tokens >= tokensPerPacket) return `${tokens} tokens are used, and ${tokensPerPacket} are allowed: go on?`;
  if (agentMs < maxMsPerPacket) return undefined;
  return `agents have worked for ${durationWords(agentMs)}, and ${durationWords(maxMsPerPacket)} are allowed: go on?`;
}

function withResult(state: Changing<RunState>, before: PacketState, at: number, result: StepResult): PacketState {
  const { limits } = state;
  const { note, dollars = 0, tokens = 0, agentMs = 0, commit } = result;
  state.dollars += dollars;
  state.tokens += tokens;
  const one: PacketState = {
    ...before,
    flight: undefined,
    dollars: before.dollars + dollars,
    tokens: before.tokens + tokens,
    agentMs: before.agentMs + agentMs,
    ...(note === undefined ? {} : { note }),
    ...(commit === undefined ? {} : { commit }),
  };
  const fail = (): PacketState => {
    // What is merged is merged, whatever became of its worktree.
    if (one.outcome === 'merged') return { ...one, begun: false, since: undefined };
    state.failedInARow++;
    return { ...one, outcome: 'failed', since: undefined };
  };
  const retry = (): PacketState =>
    one.tries >= limits.retries
      ? fail()
      : {
          ...one,
          tries: one.tries + 1,
          notBefore: at + Math.min(limits.firstRetryMs * 4 ** one.tries, longestWaitMs),
        };
  switch (result.outcome) {
    case 'passed':
      state.failedInARow = 0;
      return passed(one, limits);
    case 'lost':
      if (limits.askAfterCrash && isAgentStep(one.step))
        return { ...one, asks: `${one.step} was interrupted: start it again?` };
      return result.failure === 'transient' ? retry() : one;
    case 'later':
      return { ...one, notBefore: at + Math.max(shortestLookMs, limits.firstRetryMs * 4) };
    case 'asks':
      return { ...one, asks: result.question ?? note ?? 'what now?' };
    case 'back':
      // It waits until they are merged again.
      if (result.reopens) return { ...one, begun: false, since: undefined, tries: 0 };
      return sentBack(state, one, note);
    case 'failed':
      if (result.failure === 'halt') return { ...one, since: undefined };
      return result.failure === 'transient' ? retry() : fail();
  }
}

/** A packet that is built again with what was said of its work, or has failed if that was said too often. */
export function sentBack(state: Changing<RunState>, one: PacketState, note: string | undefined): PacketState {
  const rounds = one.rounds + 1;
  const isGivenUp = rounds > state.limits.rounds;
  if (isGivenUp) state.failedInARow++;
  const outcome = isGivenUp ? 'failed' : undefined;
  return { ...one, step: 'build', rounds, tries: 0, told: note, since: undefined, outcome };
}

function passed(before: PacketState, { review }: RunLimits): PacketState {
  const one: PacketState = { ...before, tries: 0, since: undefined, note: undefined };
  switch (one.step) {
    case 'build':
      return { ...one, step: review ? 'review' : 'merge', told: undefined };
    case 'review':
      return { ...one, step: 'merge' };
    case 'merge':
      return { ...one, step: 'clean', outcome: 'merged' };
    case 'clean':
      return { ...one, begun: false };
  }
}

/** Whether an agent works in it. */
export function isAgentStep(step: StepName): boolean {
  return step === 'build' || step === 'review';
}
