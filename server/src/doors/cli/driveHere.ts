import path from 'node:path';
import { plainLines } from '../../base/plainText.js';
import { UsageError } from '../../base/usageError.js';
import { knownAgents } from '../../execution/agents/knownAgents.js';
import { keepAwake } from '../../execution/runs/keepAwake.js';
import { createRunHands, type HandsDesk } from '../../execution/runs/hands.js';
import { createPlanHands } from '../../execution/planFile/planHands.js';
import { createMissionHands } from '../../execution/specKitty/missionHands.js';
import { patiently, QueueGone } from '../../execution/runs/patiently.js';
import { createQueueHands } from '../../execution/runs/queueHands.js';
import { driveRun, followRun } from '../../execution/runs/driveRun.js';
import { isDriven, findRuns, type OpenedRun, openRun, type RunsPlace } from '../../execution/runLog/runFile.js';
import { Refused } from '../../operations/errorCodes.js';
import { formatOpenPackets, formatRun, formatRunEvent } from '../../reports/run.js';
import type { RunHands } from '../../runs/engine.js';
import type { RunEvent, RunRecord } from '../../runs/event.js';
import type { RunState } from '../../runs/runState.js';
import { viewRun } from '../../runs/runView.js';
import type { WorkQueue } from '../../workspace/workQueue.js';
import { openQueue, queueAddress, type QueueInput, withoutQueue } from './queueAddress.js';
import { formatField } from './command.js';
import type { CommandField } from './commandFacts.js';
import { exitCodeOf } from './exitCodeOf.js';
import { openLiveTable } from './liveTable.js';
import { type ExitCode, exitCodes, type Io, warner } from './io.js';

/** `--run`. */
export const runOption = {
  type: 'text',
  placeholder: 'RUN',
  description: 'the run (default: the newest)',
} as const satisfies CommandField;

/** What a command about one packet is about: packets of plans and missions have other names than items. */
export const packetField = {
  type: 'text',
  placeholder: 'ITEM',
  positional: true,
  description: 'an item or packet of the run, e.g. STORY-042',
  completes: 'item',
} as const satisfies CommandField;

/** The run that a command is about. */
export const runField = { ...runOption, positional: true } as const;

export const eventsFormat = {
  ...formatField('text', 'json', 'events'),
  description: 'output format; events is one JSON object per line, as it happens',
} as const;

export type EventsFormat = 'text' | 'json' | 'events';

export const runExitCodes = {
  0: 'all is merged, or the run is paused',
  1: 'the run cannot go on by itself, or was aborted',
  3: 'the run was interrupted, or something could not be run',
} as const;

/** Where the runs of the project are that a command is called in. */
export interface RunScene {
  readonly place: RunsPlace;
  readonly opened: OpenedRun;
}

/** @throws UsageError */
export async function openScene(
  { run, root }: { readonly run?: string | undefined; readonly root?: string | undefined },
  { machine, cwd }: Io,
  onEvent?: (record: RunRecord, state: RunState) => void,
): Promise<RunScene> {
  const place = await findRuns(machine, path.resolve(cwd, root ?? '.'));
  return { place, opened: await openRun(machine, place, run, onEvent) };
}

/** Writes what a person says into the log of a run. */
export async function say({ fold, log }: OpenedRun, event: RunEvent): Promise<void> {
  for (const record of await log.append(event)) fold.apply(record);
}

/** Opens the queue of a run that has one. @throws UsageError; the signal's reason. */
async function queueOf(
  place: RunsPlace,
  id: string,
  given: QueueInput,
  { io, signal }: { readonly io: Io; readonly signal: AbortSignal },
): Promise<WorkQueue | undefined> {
  const { state } = (await openRun(io.machine, place, id)).fold;
  if (state.plan.terms['queue'] === undefined) return undefined;
  const address = await queueAddress(given, io);
  // A run that is aborted does not need it to clean up here.
  const limit = state.mode === 'aborted' ? AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) : signal;
  const opened = patiently(() => openQueue(address, true, io), {
    signal: limit,
    warn: warner(io),
    isFinal: (error) => error instanceof UsageError,
  });
  return opened.catch((error: unknown) => {
    if (signal.aborted || state.mode !== 'aborted') throw error;
    if (error instanceof UsageError) warner(io)(error.message);
    return unreachable(error);
  });
}

const patienceMs = 15_000;

function unreachable(why: unknown): WorkQueue {
  const fail = (): Promise<never> => Promise.reject(new QueueGone('the queue cannot be reached', { cause: why }));
  const close = (): Promise<void> => Promise.resolve();
  return { submit: fail, look: fail, cancel: fail, forget: fail, take: fail, renew: fail, finish: fail, close };
}

/** Works on a run in this process and shows what happens. @throws UsageError */
export async function driveHere(
  place: RunsPlace,
  id: string,
  format: EventsFormat,
  io: Io,
  given: QueueInput & { readonly keepAwake?: boolean } = {},
): Promise<ExitCode> {
  const machine = withoutQueue(io.machine);
  const letSleep = given.keepAwake === true ? await keepAwake(machine, io.cwd, warner(io)) : undefined;
  const agents = await knownAgents(machine, warner(io));
  return machine.terminal.untilTermination(async (signal) => {
    let queue: WorkQueue | undefined;
    const teller = openTeller(format, io);
    try {
      queue = await queueOf(place, id, given, { io, signal });
      const handsOf = (desk: HandsDesk): RunHands => {
        const { source, plan } = desk.terms;
        const here = plan ? (own: HandsDesk): RunHands => createPlanHands(own, plan) : createRunHands;
        if (queue) return createQueueHands(desk, { queue, warn: warner(io), here });
        return source ? createMissionHands(source, desk) : here(desk);
      };
      const state = await driveRun({ machine, agents, handsOf, signal, onEvent: teller.onEvent }, place, id);
      teller.close();
      return await showEnd(state, format, io);
    } catch (error) {
      if (error instanceof Refused) {
        io.err(plainLines(`pactwright: ${error.message}\n`));
        return exitCodeOf(error.code);
      }
      if (!signal.aborted || error instanceof UsageError) throw error;
      io.err('pactwright: the run was interrupted: `pactwright run resume` continues it\n');
      return exitCodes.unknown;
    } finally {
      teller.close();
      letSleep?.();
      await queue?.close().catch(() => undefined);
    }
  });
}

/** Who writes what happens in a run. */
interface RunTeller {
  readonly onEvent: (record: RunRecord, state: RunState) => void;
  /** Removes what would be drawn again. */
  readonly close: () => void;
}

/** Writes events as they come, in the format asked for; to a terminal, above a table of what is open. */
function openTeller(format: EventsFormat, io: Io, state?: RunState): RunTeller {
  if (format === 'text' && io.terminal) return openTableTeller(io, state);
  return {
    onEvent: (record, after) => {
      if (format === 'events') io.out(`${JSON.stringify({ number: record.number, at: record.at, ...record.event })}\n`);
      if (format === 'text') io.out(formatRunEvent(record, after));
    },
    close: () => undefined,
  };
}

function openTableTeller({ machine, out }: Io, state: RunState | undefined): RunTeller {
  let latest = state;
  const table = openLiveTable(out, () => {
    const now = machine.clock();
    return latest ? formatOpenPackets(viewRun(latest, true, now), now) : [];
  });
  return {
    onEvent: (record, after) => {
      latest = after;
      table.print(formatRunEvent(record, after));
    },
    close: table.close,
  };
}

/** Follows a run that another process works on, and shows how it ends. */
export async function followHere(opened: OpenedRun, format: EventsFormat, io: Io): Promise<ExitCode> {
  const { machine } = io;
  const { state } = opened.fold;
  return machine.terminal.untilTermination(async (signal) => {
    const teller = openTeller(format, io, state);
    try {
      await followRun({ machine, signal, onEvent: teller.onEvent }, opened);
    } finally {
      teller.close();
    }
    return showEnd(state, format, io);
  });
}

/** Shows the state of a run that has stopped. */
async function showEnd(state: RunState, format: EventsFormat, io: Io): Promise<ExitCode> {
  // This process has just worked on it.
  await show(state, false, format, io);
  const { state: shown } = viewRun(state, false, io.machine.clock());
  return shown === 'merged' || shown === 'paused' ? exitCodes.fine : exitCodes.findings;
}

/** @param lives whether an engine works on it. */
export async function show(state: RunState, lives: boolean | undefined, format: EventsFormat, io: Io): Promise<void> {
  const { machine } = io;
  const now = machine.clock();
  const view = viewRun(state, lives ?? (await isDriven(machine, state)), now);
  if (format === 'json') io.out(`${JSON.stringify({ version: 1, ...view }, undefined, 2)}\n`);
  if (format === 'text') io.out(formatRun(view, now));
}
