import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { describeError, isErrorCode } from '../../base/errors.js';
import { createInTurn } from '../../base/inTurn.js';
import { UsageError } from '../../base/usageError.js';
import { emptyEnd, lineAfter, type LogEnd, parseLines } from '../../runs/chain.js';
import type { RunLog } from '../../runs/engine.js';
import type { PlannedEvent, RunEvent, RunRecord } from '../../runs/event.js';
import { openFold, type RunFold } from '../../runs/runFold.js';
import type { RunState } from '../../runs/runState.js';
import type { Machine } from '../../workspace/machine.js';
import { findSessionPlace } from '../agents/sessionPlace.js';

/** Where the runs of a repository are: absolute folders. */
export interface RunsPlace {
  /** A folder for each run; it need not be there. */
  readonly runs: string;
  /** The logs of the agents’ sessions. */
  readonly sessions: string;
}

/** @throws UsageError if there is no repository, or git fails. */
export async function findRuns(machine: Machine, folder: string, signal?: AbortSignal): Promise<RunsPlace> {
  const { logs, repository } = await findSessionPlace(machine, folder, signal);
  if (!repository) throw new UsageError('a run needs a git repository: `git init` makes one');
  return { runs: path.join(path.dirname(logs), 'runs'), sessions: logs };
}

const idForm = /^\d{8}-\d{6}-[0-9a-f]{4}$/u;

/** A new name of a run, in UTC, so that names sort by time: `20261124-021500-1f3a`. @param now milliseconds since 1970. */
export function newRunId(now: number): string {
  const [day = '', time = ''] = new Date(now)
    .toISOString()
    .replace(/[-:]|\..*/gu, '')
    .split('T');
  return `${day}-${time}-${randomBytes(2).toString('hex')}`;
}

/** The runs of a repository, oldest first. */
export async function listRuns(machine: Machine, { runs }: RunsPlace): Promise<readonly string[]> {
  const names = await machine.disk.readdir(runs).catch(() => []);
  return names.filter((name) => idForm.test(name)).sort();
}

/** Makes the log of a new run. @throws UsageError if it cannot be written. */
export async function createRun(machine: Machine, { runs }: RunsPlace, plan: PlannedEvent): Promise<void> {
  const folder = path.join(runs, plan.run);
  try {
    await machine.disk.makeFolder(folder, 0o700);
    await machine.logs.create(eventsOf(folder), lineAfter(emptyEnd, machine.clock(), plan));
  } catch (error) {
    throw new UsageError(`the run cannot be recorded in ${folder}: ${describeError(error)}`);
  }
}

/** The log of a run. @param folder what is kept of it: absolute. */
export function eventsOf(folder: string): string {
  return path.join(folder, 'events.jsonl');
}

/** A run, with the log that says what it is. */
export interface OpenedRun {
  readonly id: string;
  /** What is kept of it: absolute. */
  readonly folder: string;
  readonly fold: RunFold;
  readonly log: RunLog;
}

/**
 * @param id undefined: the newest.
 * @param onEvent told each event that is there, with the state after it.
 * @throws UsageError if there is no such run, or its log is broken.
 */
export async function openRun(
  machine: Machine,
  place: RunsPlace,
  id?: string,
  onEvent?: (record: RunRecord, state: RunState) => void,
): Promise<OpenedRun> {
  const known = await listRuns(machine, place);
  const name = id ?? known.at(-1);
  if (name === undefined) throw new UsageError('there is no run yet: `pactwright run start` starts one');
  if (!known.includes(name)) throw new UsageError(`there is no run ${name} (\`pactwright run list\` shows all)`);
  const folder = path.join(place.runs, name);
  const log = createRunLog(machine, eventsOf(folder));
  const [first, ...rest] = await log.refresh();
  const fold = first && openFold([first]);
  if (!fold) throw new UsageError(`${eventsOf(folder)} is not the log of a run that this version knows`);
  for (const record of rest) {
    fold.apply(record);
    onEvent?.(record, fold.state);
  }
  return { id: name, folder, fold, log };
}

/** How long another writer may take, in milliseconds. */
const waitMilliseconds = 10_000;

/** The log of a run in a file, to which several processes write. */
function createRunLog(machine: Machine, file: string): RunLog {
  let end: LogEnd = emptyEnd;
  let offset = 0;
  const inTurn = createInTurn();

  const readNew = async (): Promise<readonly RunRecord[]> => {
    const size = await sizeOf(machine, file);
    if (size < offset) throw new UsageError(`${file} became shorter: restore it, or remove ${path.dirname(file)}`);
    if (size === offset) return [];
    const bytes = await machine.logs.read(file, offset, size);
    const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
    const parsed = parseLines(whole.toString('utf8'), end);
    if (parsed.broken !== undefined) throw new UsageError(`${parsed.broken}: ${file}`);
    offset += whole.length;
    ({ end } = parsed);
    return parsed.records;
  };

  return {
    refresh: () => inTurn(readNew),
    append: (event: RunEvent) =>
      inTurn(async () => {
        const write = async (): Promise<readonly RunRecord[]> => {
          const before = await readNew();
          const at = machine.clock();
          const line = lineAfter(end, at, event);
          await machine.logs.append(file, () => line);
          return [...before, ...(await readNew())];
        };
        const locked = await machine.withLock(`${file}.lock`, write, { waitMilliseconds });
        if (locked.kind !== 'done') throw new UsageError(locked.message);
        return locked.value;
      }),
  };
}

async function sizeOf(machine: Machine, file: string): Promise<number> {
  try {
    return (await machine.disk.stat(file)).size;
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return 0;
    throw error;
  }
}

/** Whether an engine works on a run. */
export async function isDriven(machine: Machine, { engine }: RunState): Promise<boolean> {
  return engine !== undefined && (await machine.programs.whichLive([engine])).has(engine);
}
