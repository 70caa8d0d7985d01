import path from 'node:path';
import type { AgentEnd } from '../../agents/agentEnd.js';
import type { PhaseEvent } from '../../agents/phases/phaseEvent.js';
import { blockers } from '../../gates/verdict.js';
import { headline } from '../../gates/headline.js';
import type { StepResult } from '../../runs/event.js';
import type { Machine } from '../../workspace/machine.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';

/** The events of a phase that decide how its step ended. */
export interface Heard {
  /** Why it ended as it did: a sentence without full stop. */
  readonly why: () => string | undefined;
  readonly end: () => AgentEnd | undefined;
  readonly question: () => string | undefined;
}

/** The log of a packet, for people: the events of its phases, a line of JSON each. @param run the folder of the run: absolute. */
export function packetLog(run: string, packet: string): string {
  return path.join(run, `${packet}.log.jsonl`);
}

/** The desk of a step: it writes events to the packet's log, and has no person to ask. */
export function openPacketDesk(
  machine: Machine,
  run: string,
  packet: string,
  signal: AbortSignal,
): {
  readonly desk: PhaseDesk;
  readonly heard: Heard;
  /** Says how the step ended. */
  readonly end: (result: StepResult) => void;
  readonly written: () => Promise<void>;
} {
  const file = packetLog(run, packet);
  let writing: Promise<unknown> = machine.logs.create(file, JSON.stringify({ at: machine.clock(), event: 'begin' }));
  // What cannot be logged keeps nothing from being done.
  const write = (event: object): void => {
    writing = writing
      .then(() => machine.logs.append(file, () => JSON.stringify({ at: machine.clock(), ...event })))
      .catch(() => undefined);
  };
  let why: string | undefined;
  let end: AgentEnd | undefined;
  let question: string | undefined;
  const hear = (event: PhaseEvent): void => {
    if (event.event === 'agentEnd' || event.event === 'spent') {
      ({ end } = event);
      if (event.end.kind !== 'finished') why = event.end.message || event.end.kind;
    }
    if (event.event === 'question') why = question = event.question;
    if (event.event === 'gate' && event.verdict.answer !== 'allowed')
      why = blockers(event.verdict.conditions).find(({ next }) => next !== undefined)?.next ?? headline(event.verdict);
    if (event.event === 'review' && event.review?.verdict === 'fail')
      why = `the review failed: ${event.review.findings.map(({ text }) => text).join('; ')}`;
    if (event.event !== 'condition' && event.event !== 'agentEvent') write(event);
  };
  const desk: PhaseDesk = {
    machine,
    warn: (text) => {
      write({ event: 'warning', text });
    },
    tell: hear,
    confirm: undefined,
    signal,
  };
  return {
    desk,
    heard: { why: () => why, end: () => end, question: () => question },
    end: ({ outcome, failure, note, question: asked }) => {
      write({ event: 'stepEnd', outcome, failure, note, question: asked });
    },
    written: async () => {
      await writing;
    },
  };
}
