import type { ListedRun, PacketStage, PacketView } from '../../../server/src/protocol.js';

/** A row of the Runs view. */
export type RunRow = RunItemRow | WaveRow | PacketRow;

export interface RunItemRow {
  readonly kind: 'run';
  readonly id: string;
  readonly run: ListedRun;
  readonly rows: readonly WaveRow[];
}

interface WaveRow {
  readonly kind: 'wave';
  readonly id: string;
  /** From 1. */
  readonly number: number;
  readonly rows: readonly PacketRow[];
}

export interface PacketRow {
  readonly kind: 'packet';
  readonly id: string;
  readonly run: Pick<ListedRun, 'run' | 'folder'>;
  readonly packet: PacketView;
}

/** What a person has to look at first is above the rest of its wave. */
const order: readonly PacketStage[] = [
  'asks',
  'failed',
  'interrupted',
  'build',
  'review',
  'merge',
  'clean',
  'waiting',
  'merged',
  'dropped',
];
const placeOf = new Map(order.map((stage, at) => [stage, at]));

/** The command line that answers a packet. @param text what a person typed, such as `--drop`; never an option. */
export function answerArgs(
  { run: { run }, packet: { id } }: PacketRow,
  answer: 'drop' | { readonly text: string },
): readonly string[] {
  const on = ['run', 'answer', id, '--run', run];
  if (answer === 'drop') return [...on, '--drop'];
  return answer.text === '' ? on : [...on, '--', answer.text];
}

export function runRows(runs: readonly ListedRun[]): readonly RunItemRow[] {
  return runs.map((run) => {
    const waves = new Map<number, PacketRow[]>();
    for (const packet of run.packets) {
      const row: PacketRow = {
        kind: 'packet',
        id: `${run.run}/${packet.id}`,
        run: { run: run.run, folder: run.folder },
        packet,
      };
      const wave = waves.get(packet.wave);
      if (wave) wave.push(row);
      else waves.set(packet.wave, [row]);
    }
    const rows = [...waves]
      .sort(([one], [other]) => one - other)
      .map(([number, packets]): WaveRow => ({
        kind: 'wave',
        id: `${run.run}/wave-${number}`,
        number,
        rows: packets.sort((a, b) => (placeOf.get(a.packet.stage) ?? 0) - (placeOf.get(b.packet.stage) ?? 0)),
      }));
    return { kind: 'run', id: run.run, run, rows };
  });
}

/** What needs a person: by an id that is another one for another question. */
export function needsOf(
  runs: readonly ListedRun[],
): ReadonlyMap<string, { readonly run: ListedRun; readonly packet?: PacketView }> {
  const needs = new Map<string, { readonly run: ListedRun; readonly packet?: PacketView }>();
  for (const run of runs) {
    if (run.state === 'halted' || run.state === 'stuck' || (run.state === 'running' && run.isStopped))
      needs.set(`${run.run} ${run.state} ${run.why ?? ''}`, { run });
    for (const packet of run.packets)
      if (packet.stage === 'asks') needs.set(`${run.run} ${packet.id} ${packet.note ?? ''}`, { run, packet });
  }
  return needs;
}
