import { decide } from '../../server/src/runs/decide.js';
import type { Packet, RunEvent, StepResult } from '../../server/src/runs/event.js';
import { openFold, type RunFold } from '../../server/src/runs/runFold.js';

const passed: StepResult = { outcome: 'passed' };

/** A run that is in its log alone: what may be started, and what becomes of it. */
export class FoldedRun {
  readonly fold: RunFold;
  #number = 1;

  constructor(packets: readonly Packet[], review = false) {
    const limits = {
      parallel: 2,
      perAgent: {},
      agents: {},
      review,
      rounds: 1,
      retries: 0,
      firstRetryMs: 0,
      haltAfter: 9,
      askAfterCrash: false,
    };
    const planned: RunEvent = { kind: 'planned', run: 'r', folder: '/p', target: 'run/r', packets, limits, terms: {} };
    const fold = openFold([{ number: 1, at: 0, event: planned }]);
    if (!fold) throw new Error('there is no plan');
    this.fold = fold;
  }

  say(event: RunEvent): void {
    this.fold.apply({ number: ++this.#number, at: this.#number, event });
  }

  starts(): readonly string[] {
    return decide(this.fold.state, 9_000).starts.map(({ packet: { id }, step }) => `${id} ${step}`);
  }

  /** Starts what may be started, as a packet and a step. @returns what ends it. */
  begin(start: string): (result: StepResult) => void {
    const one = decide(this.fold.state, 9_000).starts.find(({ packet: { id }, step }) => start === `${id} ${step}`);
    if (!one) throw new Error(`${start} cannot be started: ${this.starts().join(', ')}`);
    const { key, packet, step } = one;
    this.say({ kind: 'started', key, packet: packet.id, step });
    return (result) => {
      this.say({ kind: 'ended', key, packet: packet.id, result });
    };
  }

  /** Carries it out. */
  take(start: string, result: StepResult = passed): void {
    this.begin(start)(result);
  }

  merge(...ids: readonly string[]): void {
    for (const id of ids) for (const step of ['build', 'merge', 'clean']) this.take(`${id} ${step}`);
  }
}
