import path from 'node:path';
import { formatRunEvent } from '../../reports/run.js';
import type { RunRecord } from '../../runs/event.js';
import type { RunState } from '../../runs/runState.js';
import type { RunView } from '../../runs/runView.js';
import { viewRun } from '../../runs/runView.js';
import type { Machine } from '../../workspace/machine.js';
import { isDriven, listRuns, type OpenedRun, openRun } from './runFile.js';

/** Something that has happened in a run, in words. */
export interface RunLogLine {
  /** Of the event. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/** Reads the runs of repositories, and of each only what was added since the last time. */
export interface RunReader {
  /** The newest runs, newest first; one that cannot be read is left out. @param logs the folder of the sessions: absolute. */
  readonly read: (logs: string) => Promise<readonly RunView[]>;
  /** The last lines of a run that was read, after an event. */
  readonly linesOf: (logs: string, run: string, after: number) => readonly RunLogLine[];
}

/** Older ones are not shown. */
const mostRuns = 10;

/** So many lines of each run are kept. */
const mostLines = 200;

interface Known {
  readonly opened: OpenedRun;
  readonly lines: RunLogLine[];
}

export function createRunReader(machine: Machine): RunReader {
  const known = new Map<string, Known>();
  const placeOf = (logs: string): string => path.join(path.dirname(logs), 'runs');
  const readOne = async (logs: string, id: string): Promise<RunView> => {
    const key = path.join(placeOf(logs), id);
    const lines = known.get(key)?.lines ?? [];
    const hear = (record: RunRecord, state: RunState): void => {
      // What to type into a terminal comes after it.
      const text = formatRunEvent(record, state).split('\n', 1)[0] ?? '';
      if (text !== '') lines.push({ number: record.number, at: record.at, text });
    };
    const opened =
      known.get(key)?.opened ?? (await openRun(machine, { runs: placeOf(logs), sessions: logs }, id, hear));
    known.set(key, { opened, lines });
    const { state, apply } = opened.fold;
    for (const record of await opened.log.refresh()) {
      apply(record);
      hear(record, state);
    }
    lines.splice(0, lines.length - mostLines);
    return viewRun(state, await isDriven(machine, state), machine.clock());
  };
  return {
    read: async (logs) => {
      const place = { runs: placeOf(logs), sessions: logs };
      const views: RunView[] = [];
      for (const id of (await listRuns(machine, place)).slice(-mostRuns).reverse()) {
        const view = await readOne(logs, id).catch(() => undefined);
        if (view) views.push(view);
        else known.delete(path.join(place.runs, id));
      }
      return views;
    },
    linesOf: (logs, run, after) =>
      known.get(path.join(placeOf(logs), run))?.lines.filter(({ number }) => number > after) ?? [],
  };
}
