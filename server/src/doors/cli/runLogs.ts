import type { PhaseEvent } from '../../agents/phases/phaseEvent.js';
import { fieldsOf, parseJson } from '../../base/json.js';
import { UsageError } from '../../base/usageError.js';
import { followRun } from '../../execution/runs/driveRun.js';
import { packetLog } from '../../execution/runs/packetDesk.js';
import { formatPhaseEvent } from '../../reports/phase.js';
import { formatRunEvent, formatStepEnd } from '../../reports/run.js';
import type { RunRecord } from '../../runs/event.js';
import type { RunState } from '../../runs/runState.js';
import { defineCommand, rootField } from './command.js';
import { openScene, packetField, runOption } from './driveHere.js';
import { exitCodes } from './io.js';

export const logsCommand = defineCommand({
  name: 'run logs',
  summary: 'Shows what happened to an item of a run: its phases, gates, agents and merges',
  fields: {
    item: { ...packetField, required: true },
    follow: { type: 'flag', description: 'wait for more, until the run ends' },
    run: runOption,
    root: rootField,
  },
  exitCodes: { 0: 'shown' },
  run: async ({ item, follow, ...which }, io) => {
    const { machine } = io;
    const steps: LogLine[] = [];
    const hear = (record: RunRecord, state: RunState): void => {
      steps.push(...stepLines(item, record, state));
    };
    const { opened } = await openScene(which, io, hear);
    if (!opened.fold.state.packets.has(item)) throw new UsageError(`${item} is not in the run ${opened.id}`);
    let shown = 0;
    const showMore = async (): Promise<void> => {
      const text = await machine.disk.readFile(packetLog(opened.folder, item), 'utf8').catch(() => '');
      const whole = text.slice(shown, text.lastIndexOf('\n') + 1);
      shown += whole.length;
      const said = whole.split('\n').map((line) => logLine(parseJson(line)));
      const lines = [...steps.splice(0), ...said].toSorted((one, other) => one.at - other.at);
      for (const line of lines) io.out(line.text);
    };
    await showMore();
    if (follow)
      await machine.terminal.untilTermination(async (signal) => {
        await followRun({ machine, signal, onEvent: hear, onLook: showMore }, opened);
      });
    return exitCodes.fine;
  },
});

interface LogLine {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/** What the log of a run says of the steps of a packet. Why one did not pass, the packet's own log says in full. */
function stepLines(item: string, { at, event }: RunRecord, state: RunState): readonly LogLine[] {
  const isStep = event.kind === 'started' || (event.kind === 'ended' && event.result.outcome === 'passed');
  if (!isStep || event.packet !== item) return [];
  return [{ at, text: formatRunEvent({ number: 0, at, event }, state) }];
}

/** A line of a packet's log. Lines that an older version wrote may say less. */
function logLine(value: unknown): LogLine {
  const line = fieldsOf(value) ?? {};
  const at = typeof line['at'] === 'number' ? line['at'] : 0;
  if (line['event'] === undefined || line['event'] === 'begin') return { at, text: '' };
  if (line['event'] === 'warning' && typeof line['text'] === 'string') return { at, text: `${line['text']}\n` };
  if (line['event'] === 'stepEnd') return { at, text: formatStepEnd(line) };
  // Written by us from events of phases.
  return { at, text: formatPhaseEvent(value as PhaseEvent) };
}
