import { type Job, type RunHands, runEngine, type RunLog } from '../../server/src/runs/engine.js';
import { emptyEnd, lineAfter, parseLines } from '../../server/src/runs/chain.js';
import { mergeInBatches } from '../../server/src/runs/mergeQueue.js';
import { collide } from '../../server/src/runs/decide.js';
import type { Packet, PlannedEvent, RunEvent, RunLimits, RunRecord, StepResult } from '../../server/src/runs/event.js';
import { openFold } from '../../server/src/runs/runFold.js';
import type { RunState } from '../../server/src/runs/runState.js';

/** Time that passes only while everybody waits. */
class VirtualTime {
  now = 0;
  readonly #waiting: { readonly at: number; readonly order: number; readonly wake: () => void }[] = [];
  #order = 0;

  /** Resolves when the time has come, or at once when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      if (signal?.aborted) wake();
      signal?.addEventListener('abort', wake, { once: true });
      const at = this.now + Math.max(0, ms);
      const order = this.#order++;
      let low = 0;
      let high = this.#waiting.length;
      // The earliest is the last.
      while (low < high) {
        const middle = (low + high) >> 1;
        const one = this.#waiting[middle];
        if (one && (one.at > at || (one.at === at && one.order > order))) low = middle + 1;
        else high = middle;
      }
      this.#waiting.splice(low, 0, { at, order, wake });
    });
  }

  /** Lets time pass until something is settled. */
  async until<T>(work: Promise<T>): Promise<T> {
    const settled = new AbortController();
    const settle = (): void => {
      settled.abort();
    };
    work.then(settle, settle);
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (settled.signal.aborted) return work;
      const next = this.#waiting.pop();
      if (!next) throw new Error('everybody waits, and nobody for a time');
      this.now = Math.max(this.now, next.at);
      next.wake();
    }
  }
}

/** What chance decides: numbers from 0 up to and without 1. */
export type Chance = () => number;

/** How a step of a world ends: by its packet, its step and how often that came to its end before. */
export type Script = (packet: string, step: Job['step'], times: number) => StepResult;

export const allPasses: Script = () => ({ outcome: 'passed' });

class Killed extends Error {}

/** A machine in memory: what would be worktrees, agents and the target branch. It remembers what happened, whoever is killed. */
export class RunWorld {
  readonly time = new VirtualTime();
  readonly merged: string[] = [];
  readonly places = new Set<string>();
  readonly keptWork = new Set<string>();
  /** Why packets cannot be taken back. */
  readonly left = new Map<string, string>();
  readonly agents = new Map<string, string>();
  /** How often each step of a packet came to an end that its engine could see, or would have seen. */
  readonly ends = new Map<string, number>();
  readonly problems: string[] = [];
  /** What was written to the log, piece by piece: a million characters in one text are slow to look at. */
  readonly #written: string[] = [];
  mostAgents = 0;
  mostTogether = 0;
  #life = 0;
  #kill: (error: Error) => void = () => undefined;
  #killIn = Infinity;
  readonly #finished = new Map<string, StepResult>();
  readonly #script: Script;
  readonly plan: PlannedEvent;

  readonly #lasts: (step: Job['step']) => number;

  constructor(
    packets: readonly Packet[],
    limits: Partial<RunLimits>,
    chance: Chance,
    script: Script = allPasses,
    /** How long a step lasts, in milliseconds. */
    lasts: (step: Job['step']) => number = () => 1000 + chance() * 600_000,
  ) {
    this.#lasts = lasts;
    this.#script = script;
    const usual = {
      parallel: 3,
      perAgent: {},
      agents: {},
      review: true,
      rounds: 3,
      retries: 3,
      firstRetryMs: 1000,
      haltAfter: 1000,
      askAfterCrash: false,
    };
    this.plan = {
      kind: 'planned',
      run: 'run',
      folder: '/p',
      target: 'main',
      packets,
      limits: { ...usual, ...limits },
      terms: {},
    };
    this.#written.push(`${lineAfter(emptyEnd, 0, this.plan)}\n`);
  }

  get text(): string {
    return this.#written.join('');
  }

  state(): RunState {
    const parsed = parseLines(this.text);
    const fold = openFold(parsed.records);
    if (!fold || parsed.broken !== undefined) throw new Error(parsed.broken ?? 'no plan');
    return fold.state;
  }

  /** What another process writes into the log. */
  say(event: RunEvent): void {
    this.#write(lineAfter(parseLines(this.text).end, this.time.now, event));
  }

  #write(line: string): void {
    this.#written.push(`${this.#written.at(-1)?.endsWith('\n') === false ? '\n' : ''}${line}\n`);
  }

  /** Starts an engine, and kills it after so many moments at which that is possible. @returns whether it was killed. */
  async engine(killIn = Infinity): Promise<'killed' | RunState> {
    const life = ++this.#life;
    this.#killIn = killIn;
    const killed = new Promise<never>((_, reject) => (this.#kill = reject));
    const log = this.#log(life);
    const fold = openFold(await log.refresh());
    if (!fold) throw new Error('no plan');
    const work = runEngine(fold, {
      log,
      hands: this.#hands(life),
      clock: () => this.time.now,
      sleep: (ms, signal) => (life === this.#life ? this.time.sleep(ms, signal) : never),
      lookMs: 10 * 60_000,
      process: { pid: life, startedAt: '' },
      signal: new AbortController().signal,
    });
    try {
      return await this.time.until(Promise.race([work, killed]));
    } catch (error) {
      if (error instanceof Killed) return 'killed';
      throw error;
    }
  }

  /** A moment at which the engine may be killed: what it would do next never happens then. */
  async #moment(life: number): Promise<void> {
    if (life !== this.#life) await never;
    if (--this.#killIn > 0) return;
    this.#life++;
    this.#kill(new Killed());
    await never;
  }

  #log(life: number): RunLog {
    let read = 0;
    let end = emptyEnd;
    const refresh = (): readonly RunRecord[] => {
      const parsed = parseLines(this.#written.slice(read).join(''), end);
      if (parsed.broken !== undefined) this.problems.push(parsed.broken);
      read = this.#written.length;
      ({ end } = parsed);
      return parsed.records;
    };
    return {
      refresh: () => Promise.resolve(refresh()),
      append: async (event) => {
        await this.#moment(life);
        const before = refresh();
        const line = lineAfter(end, this.time.now, event);
        // Whoever is killed while it writes leaves half a line.
        if (this.#killIn === 1) this.#written.push(line.slice(0, line.length / 2));
        await this.#moment(life);
        this.#write(line);
        const after = refresh();
        await this.#moment(life);
        return [...before, ...after];
      },
    };
  }

  #hands(life: number): RunHands {
    const pass = async (ms: number): Promise<void> => {
      await this.time.sleep(ms);
      await this.#moment(life);
    };
    const carryOut = async (job: Job, signal: AbortSignal): Promise<StepResult> => {
      const { id } = job.one.packet;
      await this.#moment(life);
      if (job.step === 'build') this.#begin(job);
      if (job.step === 'build' || job.step === 'review') {
        this.agents.set(job.key, id);
        this.mostAgents = Math.max(this.mostAgents, this.agents.size);
      }
      if (job.step === 'merge' && this.merged.includes(id)) return { outcome: 'passed' };
      await pass(this.#lasts(job.step));
      this.agents.delete(job.key);
      if (signal.aborted) throw signal.reason;
      const ended = `${id}/${job.step}`;
      const times = this.ends.get(ended) ?? 0;
      const result = this.#script(id, job.step, times);
      this.ends.set(ended, times + 1);
      if (job.step === 'merge' && result.outcome === 'passed') this.merged.push(id);
      if (job.step === 'clean') this.places.delete(id);
      this.#finished.set(job.key, result);
      await pass(10);
      return result;
    };
    return {
      isFresh: ({ packet }) => Promise.resolve(!this.places.has(packet.id)),
      carryOut,
      mergeTogether: async (jobs, signal) => {
        const results = new Map<string, StepResult>();
        this.mostTogether = Math.max(this.mostTogether, jobs.length);
        await mergeInBatches<Job, StepResult>(jobs, {
          // The same step for each, one after the other: who is killed in between has merged some of them.
          attempt: async (some) => {
            for (const job of some) {
              const result = await carryOut(job, signal);
              results.set(job.key, result);
              if (result.outcome !== 'passed') return result;
            }
            return undefined;
          },
          refuse: (job, why) => {
            results.set(job.key, why);
            return Promise.resolve();
          },
        });
        return results;
      },
      recover: async (job) => {
        await this.#moment(life);
        for (const [key, id] of this.agents) if (id === job.one.packet.id) this.agents.delete(key);
        const result = this.#finished.get(job.key);
        // Of agents their sessions tell; a merge is looked up in the target branch when it is tried again.
        return job.step === 'build' && result ? result : { outcome: 'lost' };
      },
      takeBack: async ({ packet }) => {
        await this.#moment(life);
        if (this.places.has(packet.id) && !this.merged.includes(packet.id)) this.keptWork.add(packet.id);
        if (!this.left.has(packet.id)) this.places.delete(packet.id);
        return this.left.get(packet.id);
      },
    };
  }

  /** What must hold whenever work on a packet begins. */
  #begin({ one: { packet, rounds } }: Job): void {
    for (const need of packet.needs)
      if (!this.merged.includes(need)) this.problems.push(`${packet.id} begins before ${need} is merged`);
    if (this.merged.includes(packet.id)) this.problems.push(`${packet.id} begins, and is merged`);
    // Each look reads the whole log.
    if (rounds === 0 && this.plan.packets.length <= 100)
      for (const other of this.plan.packets)
        if (other.id !== packet.id && this.#isOpen(other.id) && collide(other, packet))
          this.problems.push(`${packet.id} begins while ${other.id} has the same files`);
    this.places.add(packet.id);
  }

  #isOpen(id: string): boolean {
    return this.places.has(id) && !this.merged.includes(id) && this.state().packets.get(id)?.outcome === undefined;
  }
}

const never = new Promise<never>(() => undefined);
