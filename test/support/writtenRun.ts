import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { emptyEnd, lineAfter, type LogEnd, parseLines } from '../../server/src/runs/chain.js';
import type { Packet, PlannedEvent, RunEvent, RunLimits } from '../../server/src/runs/event.js';

/** The log of a run that a test writes in place of an engine. */
export interface WrittenRun {
  readonly id: string;
  readonly say: (...events: readonly RunEvent[]) => void;
}

const usual: RunLimits = {
  parallel: 2,
  perAgent: {},
  agents: {},
  review: true,
  rounds: 2,
  retries: 1,
  firstRetryMs: 1,
  haltAfter: 3,
  askAfterCrash: false,
};

/** @param folder the repository: absolute. @param from when its first event is; each of the others is a millisecond after the one before. */
export function writeRun(
  folder: string,
  packets: readonly Packet[],
  limits: Partial<RunLimits> = {},
  {
    id = '20261126-021500-1f3a',
    from = 1,
    terms = {},
  }: { readonly id?: string; readonly from?: number; readonly terms?: PlannedEvent['terms'] } = {},
): WrittenRun {
  const place = path.join(folder, '.git', 'pactwright', 'runs', id);
  mkdirSync(place, { recursive: true });
  let end: LogEnd = emptyEnd;
  let at = from;
  const say: WrittenRun['say'] = (...events) => {
    for (const event of events) {
      const line = `${lineAfter(end, at++, event)}\n`;
      ({ end } = parseLines(line, end));
      appendFileSync(path.join(place, 'events.jsonl'), line);
    }
  };
  const plan: PlannedEvent = {
    kind: 'planned',
    run: id,
    folder,
    target: 'main',
    packets,
    limits: { ...usual, ...limits },
    terms: { build: { agents: [] }, review: { agents: [] }, rounds: 1, trustCommands: false, ...terms },
  };
  say(plan);
  return { id, say };
}
