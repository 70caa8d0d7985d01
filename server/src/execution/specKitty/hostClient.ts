import { UsageError } from '../../base/usageError.js';
import { withoutRedirections } from '../../base/gitEnvironment.js';
import { type HostCall, type HostReply, readReply } from '../../sources/specKitty/hostAnswers.js';
import type { Machine } from '../../workspace/machine.js';
import { runForOutput } from '../../workspace/processOutput.js';

/** A host of missions: another program, which is called and whose files are not touched. */
export interface MissionHost {
  /** @throws UsageError if it cannot be called, or answers something else; the signal's reason. */
  readonly call: <T>(
    call: HostCall<T>,
    args: readonly string[],
    signal: AbortSignal,
  ) => Promise<Exclude<HostReply<T>, { readonly kind: 'unreadable' }>>;
}

/** Only the end of what it prints is kept: an answer is far shorter. */
const mostKept = 4_000_000;

/**
 * @param command its program, absolute, and what is before all other arguments; undefined: this Pactwright.
 * @param root the main checkout: absolute.
 */
export function createMissionHost(machine: Machine, command: readonly string[] | undefined, root: string): MissionHost {
  const { node, script, isElectron } = machine.self;
  if (command === undefined && script === undefined)
    throw new UsageError('this Pactwright cannot call itself: name the program of the host with --host');
  const [file = node, ...first] = command ?? [node, script ?? ''];
  return {
    call: async ({ name, schema }, args, signal) => {
      const end = await runForOutput(
        machine.processes,
        {
          program: file,
          args: [...first, 'orchestrator-api', name, ...args],
          folder: root,
          env: {
            ...withoutRedirections(machine.places.env),
            SPECIFY_REPO_ROOT: root,
            ELECTRON_RUN_AS_NODE: command === undefined && isElectron ? '1' : undefined,
          },
          signal,
        },
        mostKept,
      );
      signal.throwIfAborted();
      if (end.kind === 'notStarted') throw new UsageError(`the host ${file} cannot be started: ${end.message}`);
      const reply = readReply(schema, end.output);
      if (reply.kind === 'unreadable')
        throw new UsageError(
          `the host ${file} did not answer ${name} as contract 1.3.0 has it (exit code ${end.code ?? 'none'}): ${end.errors.trim().slice(-300)}`,
        );
      return reply;
    },
  };
}
