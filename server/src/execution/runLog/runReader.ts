import path from 'node:path';
import type { RunView } from '../../runs/runView.js';
import { viewRun } from '../../runs/runView.js';
import type { Machine } from '../../workspace/machine.js';
import { isDriven, listRuns, type OpenedRun, openRun } from './runFile.js';

/** Reads the runs of repositories, and of each only what was added since the last time. */
export interface RunReader {
  /** The newest runs, newest first; one that cannot be read is left out. @param logs the folder of the sessions: absolute. */
  readonly read: (logs: string) => Promise<readonly RunView[]>;
}

/** Older ones are not shown. */
const mostRuns = 10;

export function createRunReader(machine: Machine): RunReader {
  const known = new Map<string, OpenedRun>();
  const readOne = async (logs: string, id: string): Promise<RunView> => {
    const place = { runs: path.join(path.dirname(logs), 'runs'), sessions: logs };
    const key = path.join(place.runs, id);
    let opened = known.get(key);
    if (opened) for (const record of await opened.log.refresh()) opened.fold.apply(record);
    else known.set(key, (opened = await openRun(machine, place, id)));
    const { state } = opened.fold;
    return viewRun(state, await isDriven(machine, state), machine.clock());
  };
  return {
    read: async (logs) => {
      const place = { runs: path.join(path.dirname(logs), 'runs'), sessions: logs };
      const views: RunView[] = [];
      for (const id of (await listRuns(machine, place)).slice(-mostRuns).reverse()) {
        const view = await readOne(logs, id).catch(() => undefined);
        if (view) views.push(view);
        else known.delete(path.join(place.runs, id));
      }
      return views;
    },
  };
}
