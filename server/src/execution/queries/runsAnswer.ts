import { formatRun } from '../../reports/run.js';
import { viewRun } from '../../runs/runView.js';
import { isDriven, findRuns, listRuns, openRun } from '../runLog/runFile.js';
import type { QueryAnswer, QueryScene } from './query.js';

/** A run as it is now, and the ids of all, the newest first. */
export async function runsAnswer(
  { machine, folder, signal }: QueryScene,
  { run }: { readonly run?: string | undefined },
): Promise<QueryAnswer> {
  const place = await findRuns(machine, folder, signal);
  const all = (await listRuns(machine, place)).toReversed();
  if (all.length === 0 && run === undefined)
    return { message: 'there is no run yet: `pactwright run start` starts one', data: { runs: [] } };
  const { state } = (await openRun(machine, place, run)).fold;
  const now = machine.clock();
  const view = viewRun(state, await isDriven(machine, state), now);
  return { message: formatRun(view, now).trimEnd(), data: { runs: all, run: view } };
}
