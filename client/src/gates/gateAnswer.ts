import type { ConditionResult, GateEvent, GateName, Verdict } from '../../../server/src/protocol.js';

/** What a gate is run for. */
export interface GateSubject {
  /** URI of the project root. */
  readonly root: string;
  readonly item: string;
  readonly gate: GateName;
}

/** What is known of an item at a gate. */
export interface GateAnswer {
  /** Set while the gate runs; the last verdict stays. */
  readonly running?: GateRunning;
  readonly verdict?: Verdict;
  /** The verdict as Markdown. */
  readonly report?: string;
  /** What the record and approvals are known by. */
  readonly repository?: string;
  /** Why the last asking came to no verdict. */
  readonly failure?: string;
}

interface GateRunning {
  /** `recorded`: nothing is run for it, and it is over in a moment. */
  readonly how: GateAsking;
  /** Whether it has to wait for another one to end. */
  readonly waits: boolean;
  /** The title of the condition that is looked at. */
  readonly looking?: string;
  /** What that condition is at. */
  readonly progress?: string;
  readonly results: readonly ConditionResult[];
}

/** `reuse`: what was run on this state is not run again. `fresh`: it is. `recorded`: nothing is run. */
export type GateAsking = 'recorded' | 'reuse' | 'fresh';

export function waiting(answer: GateAnswer, how: GateAsking): GateAnswer {
  return { ...answer, running: { how, waits: true, results: [] } };
}

export function started(answer: GateAnswer, how: GateAsking): GateAnswer {
  return { ...answer, running: { how, waits: false, results: [] } };
}

/** What is known after one more event of the process. */
export function afterEvent(answer: GateAnswer, event: GateEvent): GateAnswer {
  const { running } = answer;
  if (!running) return answer;
  switch (event.event) {
    case 'condition':
      return { ...answer, running: { ...withoutProgress(running), looking: event.title } };
    case 'progress':
      return { ...answer, running: { ...running, progress: event.text } };
    case 'result':
      return { ...answer, running: { ...withoutProgress(running), results: [...running.results, event.result] } };
    case 'verdict':
      return { running, verdict: event.verdict, report: event.report, repository: event.repository };
  }
}

/** What is known once the process has ended; what an earlier one found is where this one came to nothing. */
export function ended({ verdict, report, repository }: GateAnswer, failure?: string): GateAnswer {
  return {
    ...(verdict ? { verdict } : {}),
    ...(report === undefined ? {} : { report }),
    ...(repository === undefined ? {} : { repository }),
    ...(failure === undefined ? {} : { failure }),
  };
}

function withoutProgress({ how, waits, looking, results }: GateRunning): GateRunning {
  return { how, waits, results, ...(looking === undefined ? {} : { looking }) };
}
