import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Agent } from '../../agents/agent.js';
import { UsageError } from '../../base/usageError.js';
import { orRefused } from '../../operations/orRefused.js';
import { type EngineDesk, runEngine, type RunHands } from '../../runs/engine.js';
import type { RunState } from '../../runs/runState.js';
import type { Machine } from '../../workspace/machine.js';
import { lastingGit, lastingWorkGit } from '../../workspace/git/lastingGit.js';
import { createParsedTexts } from '../../workspace/parsedTexts.js';
import { markOf } from '../agents/processMark.js';
import type { HandsDesk } from './hands.js';
import { pruneLeft } from './leftFiles.js';
import { machineInto, openRunPull } from './runPull.js';
import { isDriven, type OpenedRun, openRun, type RunsPlace } from '../runLog/runFile.js';
import { termsOfRun } from './terms.js';

/** Who works on a run, and whom it tells. */
export interface Drive extends Pick<EngineDesk, 'onEvent' | 'signal'> {
  readonly machine: Machine;
  /** All agents there are. */
  readonly agents: readonly Agent[];
  /** What carries out the steps of a run. */
  readonly handsOf: (desk: HandsDesk) => RunHands;
}

function engineLock({ runs }: RunsPlace): string {
  return path.join(runs, 'engine.lock');
}

/** @throws UsageError if a run of the repository is being worked on; the signal's reason. */
export async function refuseSecond(machine: Machine, place: RunsPlace, signal: AbortSignal): Promise<void> {
  const locked = await machine.withLock(engineLock(place), () => Promise.resolve(), { waitMilliseconds: 0, signal });
  if (locked.kind !== 'done') throw new UsageError(lockedWords(locked));
}

function lockedWords({ held, message }: { readonly held: boolean; readonly message: string }): string {
  return held ? `a run is being worked on already: ${message}` : message;
}

/**
 * Works on a run until it ends, or a person stops it. One run of a repository at a time is worked on.
 *
 * @throws UsageError if another one is; the signal's reason, after which `run resume` goes on.
 */
export async function driveRun(
  { machine, agents, handsOf, onEvent, signal }: Drive,
  place: RunsPlace,
  id: string,
): Promise<RunState> {
  const locked = await machine.withLock(
    engineLock(place),
    async () => {
      const opened = await openRun(machine, place, id);
      const { state } = opened.fold;
      const main = orRefused(await machine.git.repository(state.plan.folder, signal));
      const terms = termsOfRun(state);
      // The next run tries again.
      await pruneLeft(main, { machine, signal }).catch(() => undefined);
      const target = terms.pulls?.into === undefined ? undefined : state.plan.target;
      const lasting = keepWhatLasts(target === undefined ? machine : machineInto(machine, target));
      const given: HandsDesk = {
        machine: lasting,
        run: opened.id,
        folder: opened.folder,
        root: state.plan.folder,
        repository: { main, target: state.plan.target, isPlanned: terms.plan !== undefined },
        terms,
        agents,
        sessions: place.sessions,
      };
      const hands = (await openRunPull(given, handsOf, state, signal)) ?? handsOf(given);
      const running = runEngine(opened.fold, {
        log: opened.log,
        hands,
        clock: machine.clock,
        sleep: async (ms, until) => {
          await pause(Math.max(0, ms), undefined, { signal: until }).catch(() => undefined);
        },
        process: await markOf(machine, machine.self.pid),
        ...(onEvent ? { onEvent } : {}),
        signal,
      });
      return running.finally(lasting.refs.end);
    },
    { waitMilliseconds: 0, signal },
  );
  if (locked.kind === 'done') return locked.value;
  throw new UsageError(lockedWords(locked));
}

/** Each step of each packet opens the project, or a worktree of it: most is as it was for the step before. The caller ends its refs. */
export function keepWhatLasts(machine: Machine): Machine & Required<Pick<Machine, 'refs'>> {
  const lastingWork = lastingWorkGit();
  return {
    ...machine,
    refs: machine.openRefs(),
    parsed: createParsedTexts(),
    git: lastingGit(machine.git),
    workGit: (scratch) => lastingWork(machine.workGit(scratch)),
  };
}

const lookMs = 300;

/**
 * Follows a run that another process works on, until that ends.
 *
 * @param onEvent called with each new event.
 * @param onLook called after each look, the last one included.
 */
export async function followRun(
  { machine, onEvent, onLook, signal }: Omit<Drive, 'agents' | 'handsOf'> & { readonly onLook?: () => Promise<void> },
  { fold, log }: OpenedRun,
): Promise<RunState> {
  for (;;) {
    const lives = await isDriven(machine, fold.state);
    for (const record of await log.refresh()) {
      fold.apply(record);
      onEvent?.(record, fold.state);
    }
    await onLook?.();
    if (!lives || signal.aborted) return fold.state;
    await pause(lookMs, undefined, { signal }).catch(() => undefined);
  }
}
