import path from 'node:path';
import { untouchedSince } from '../../execution/agents/beforeWork.js';
import { type AskedGate, askGate, type GateRequest } from '../../execution/gates/askGate.js';
import { builtInProfiles } from '../../gates/profiles.js';
import type { GateEvent } from '../../protocol.js';
import type { CommandField } from './commandFacts.js';
import type { Io } from './io.js';

/** `--profile`. */
export const profileField = {
  type: 'text',
  placeholder: 'PROFILE',
  description: `the gate profile: ${Object.keys(builtInProfiles).join(', ')}, or one of the project's own (default: gates.profile)`,
  completes: Object.keys(builtInProfiles),
} as const satisfies CommandField;

/** `--trust-commands`. */
export const trustField = {
  type: 'flag',
  description: 'run the commands of .pactwright/config.yaml even if they were not approved on this machine',
} as const satisfies CommandField;

/** What a command line says of the gate that it asks. */
type Asked = Pick<GateRequest, 'gate' | 'item' | 'profile' | 'fresh' | 'recorded' | 'trustCommands'> & {
  readonly root: string | undefined;
};

/** @returns undefined if it was interrupted, which is reported. @throws UsageError */
export async function askGateHere(
  { root, ...request }: Asked,
  io: Io,
  onEvent: (event: GateEvent) => void,
): Promise<AskedGate | undefined> {
  return io.machine.terminal.untilTermination(async (signal) => {
    try {
      return await askGate({
        ...request,
        folder: path.resolve(io.cwd, root ?? '.'),
        machine: io.machine,
        untouched: (opened) => untouchedSince(io.machine, opened, signal),
        signal,
        onEvent,
        warn: (text) => {
          io.err(`pactwright: ${text}\n`);
        },
      });
    } catch (error) {
      if (!signal.aborted) throw error;
      io.err('pactwright: the gate was canceled, and nothing was decided\n');
      return undefined;
    }
  });
}
