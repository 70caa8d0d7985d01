import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { UsageError } from '../../base/usageError.js';
import { isDriven, findRuns, listRuns, openRun, type RunsPlace } from '../../execution/runLog/runFile.js';
import { launchdList, type Service, systemdUnit } from '../../reports/serviceUnit.js';
import { isHeld } from '../../runs/decide.js';
import { defineCommand, rootField } from './command.js';
import { driveHere, eventsFormat } from './driveHere.js';
import { exitCodes, type Io, warner } from './io.js';

/** How often to look for runs without a coordinator, in milliseconds. */
const lookMs = 2_000;

export const serveCommand = defineCommand({
  name: 'run serve',
  summary: 'Works on every run of the repository that nobody works on, and waits for more',
  description:
    'It continues what was interrupted, one run at a time, the oldest first. Runs that are paused, halted or over stay as they are. With --unit it prints the unit of a service manager that keeps it running, and starts nothing.',
  fields: {
    once: { type: 'flag', description: 'end when no run is left to be worked on' },
    unit: {
      type: 'text',
      placeholder: 'KIND',
      values: ['systemd', 'launchd'],
      description: 'print a unit for this service manager',
    },
    root: rootField,
    format: eventsFormat,
  },
  examples: [['run serve --unit systemd > ~/.config/systemd/user/pactwright.service', 'keep runs going with systemd']],
  exitCodes: { 0: 'done', 3: 'interrupted' },
  run: async ({ once, unit, root, format }, io) => {
    const folder = path.resolve(io.cwd, root ?? '.');
    if (unit !== undefined) {
      const service = serviceAt(folder, io);
      io.out(unit === 'systemd' ? systemdUnit(service) : launchdList('pactwright.runs', service));
      return exitCodes.fine;
    }
    const place = await findRuns(io.machine, folder);
    return io.machine.terminal.untilTermination(async (signal) => {
      // What could not go on is left alone until the next look, and with `--once` for good.
      const tried = new Set<string>();
      while (!signal.aborted) {
        const id = await nextRun(place, tried, io);
        if (id !== undefined) {
          tried.add(id);
          await orWarn(io, async () => driveHere(place, id, format, io));
        } else if (once) return exitCodes.fine;
        else {
          await pause(lookMs, undefined, { signal }).catch(() => undefined);
          tried.clear();
        }
      }
      return exitCodes.unknown;
    });
  },
});

/** @throws UsageError if it is not known how this program was started. */
function serviceAt(folder: string, { machine: { self } }: Io): Service {
  if (self.script === undefined)
    throw new UsageError('this Pactwright has no program of its own: install `pactwright`');
  return {
    command: [self.node, self.script, 'run', 'serve'],
    folder,
    description: `Runs of Pactwright in ${folder}`,
  };
}

/** The oldest run that can continue, has no coordinator, and was not tried. */
async function nextRun(place: RunsPlace, tried: ReadonlySet<string>, io: Io): Promise<string | undefined> {
  const { machine } = io;
  for (const id of await listRuns(machine, place)) {
    if (tried.has(id)) continue;
    const canGoOn = await orWarn(io, async () => {
      const { state } = (await openRun(machine, place, id)).fold;
      if (state.outcome !== undefined || state.mode !== 'open' || isHeld(state, machine.clock())) return false;
      return !(await isDriven(machine, state));
    });
    if (canGoOn) return id;
  }
  return undefined;
}

/** What is wrong with one run, such as a broken log, keeps the other runs from nothing. */
async function orWarn<T>(io: Io, use: () => Promise<T>): Promise<T | undefined> {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    warner(io)(error.message);
    return undefined;
  }
}
