import * as v from 'valibot';
import type { ConditionResult, GateEvent, Verdict } from '../../../server/src/protocol.js';
import { runForEvents } from '../editor/eventProcess.js';
import { offset } from '../editor/schemas.js';
import type { GateAsking, GateSubject } from './gateAnswer.js';

export interface GateProcess {
  /** The command line's own program: absolute. */
  readonly program: string;
  /** The folder of the project root: absolute. */
  readonly folder: string;
  readonly subject: GateSubject;
  readonly how: GateAsking;
  readonly onEvent: (event: GateEvent) => void;
  readonly signal: AbortSignal;
}

const options: Readonly<Record<GateAsking, readonly string[]>> = {
  recorded: ['--recorded'],
  reuse: [],
  fresh: ['--fresh'],
};

const conditionSchema = v.object({ name: v.string(), title: v.string(), state: v.string(), required: v.boolean() });
const verdictSchema = v.object({ item: v.string(), answer: v.string(), conditions: v.array(conditionSchema) });

const eventSchema: v.GenericSchema<unknown, GateEvent> = v.variant('event', [
  v.object({ event: v.literal('condition'), name: v.string(), title: v.string() }),
  v.object({ event: v.literal('progress'), text: v.string() }),
  v.object({ event: v.literal('result'), result: v.custom<ConditionResult>((value) => v.is(conditionSchema, value)) }),
  v.object({
    event: v.literal('verdict'),
    verdict: v.custom<Verdict>((value) => v.is(verdictSchema, value)),
    report: v.string(),
    repository: v.string(),
    head: v.object({ number: offset, hashes: v.array(v.string()) }),
  }),
]);

/**
 * Runs a gate in a process of its own.
 *
 * @returns undefined once it has reported its verdict, else why it ended before: what it wrote to standard error.
 */
export function runGateProcess(run: GateProcess): Promise<string | undefined> {
  const { program, folder, subject, how, onEvent, signal } = run;
  const args = ['gate', subject.gate, subject.item, '--root', folder, '--format', 'events', ...options[how]];
  return runForEvents({ program, args, folder, signal, schema: eventSchema, last: 'verdict', onEvent });
}
