import path from 'node:path';
import type { Machine } from '../../workspace/machine.js';
import type { Agent } from '../../agents/agent.js';
import { Refused } from '../../operations/errorCodes.js';
import { chosenModels, knownAgents } from '../../execution/agents/knownAgents.js';
import { chooseAgent, installedAgents, requireModel } from '../../execution/phases/chooseAgent.js';
import type { PhaseEvent, PhaseOutcome } from '../../agents/phases/phaseEvent.js';
import { runPhase } from '../../execution/phases/runPhase.js';
import { exitCodeOf } from './exitCodeOf.js';
import { formatPhaseEvent } from '../../reports/phase.js';
import { phaseHelp } from './phaseHelp.js';
import { type ExitCode, exitCodes, type Io } from './io.js';
import { UsageError } from '../../base/usageError.js';
import { type PhaseOptions, readPhaseOptions } from './phaseOptions.js';
import { plainLines, plainText } from '../../base/plainText.js';

/** `pactwright phase`. @throws UsageError */
export async function runPhaseCommand(args: readonly string[], io: Io): Promise<ExitCode> {
  const options = readPhaseOptions(args);
  if (options === 'help') {
    io.out(phaseHelp);
    return exitCodes.fine;
  }
  const isAttended = io.terminal && io.machine.terminal.isAttended();
  if (!isAttended && !options.headless && !options.withoutAgent && !options.dryRun)
    throw new UsageError('there is no terminal for the agent: give --headless, or --no-agent where the work is done');
  return io.machine.terminal.untilTermination(async (signal) => {
    try {
      return codes[await run(options, isAttended, io, signal)];
    } catch (error) {
      if (error instanceof Refused) {
        const candidates = error.candidates.map((one) => `  ${one}\n`);
        io.err(plainLines([`pactwright: ${error.message}\n`, ...candidates].join('')));
        return exitCodeOf(error.code);
      }
      if (!signal.aborted) throw error;
      io.err('pactwright: the phase was broken off\n');
      return exitCodes.unknown;
    }
  });
}

const codes: Readonly<Record<PhaseOutcome, ExitCode>> = {
  passed: exitCodes.fine,
  left: exitCodes.fine,
  shown: exitCodes.fine,
  refused: exitCodes.findings,
  unknown: exitCodes.unknown,
  agentFailed: exitCodes.unknown,
};

async function run(options: PhaseOptions, isAttended: boolean, io: Io, signal: AbortSignal): Promise<PhaseOutcome> {
  const { format, headless, withoutAgent, root, ...rest } = options;
  const told: PhaseEvent[] = [];
  const tell = (event: PhaseEvent): void => {
    switch (format) {
      case 'events':
        io.out(`${JSON.stringify(event)}\n`);
        break;
      case 'json':
        if (event.event !== 'condition' && event.event !== 'agentEvent') told.push(event);
        break;
      case 'text':
        io.out(formatPhaseEvent(event));
        if (event.event === 'condition' && io.terminal) io.err(`… ${event.title}\n`);
    }
  };
  const folder = path.resolve(io.cwd, root ?? '.');
  const warn = (text: string): void => {
    io.err(`pactwright: ${plainText(text)}\n`);
  };
  const isAsked = isAttended && !headless;
  const mode = isAsked ? 'interactive' : 'headless';
  const chosen = withoutAgent
    ? undefined
    : await findAgent(options, await knownAgents(io.machine, warn), { machine: io.machine, folder });
  requireModel(chosen, options.model);
  const outcome = await runPhase(
    { ...rest, agent: chosen, folder, mode, models: await chosenModels(io.machine, warn) },
    {
      machine: io.machine,
      warn,
      tell,
      confirm: isAsked ? (question) => io.machine.terminal.confirm(question, signal) : undefined,
      ...(isAsked ? { ask: (question: string) => io.machine.terminal.ask(question, signal) } : {}),
      signal,
    },
  );
  if (format === 'json') io.out(`${JSON.stringify({ version: 1, outcome, events: told }, undefined, 2)}\n`);
  return outcome;
}

/** What would be asked of an agent can be shown without one, or without its command where it is not clear which it would be. */
async function findAgent(
  { agent, dryRun }: PhaseOptions,
  all: readonly Agent[],
  place: { readonly machine: Machine; readonly folder: string },
): Promise<Agent | undefined> {
  if (agent !== undefined || !dryRun) return chooseAgent(agent, all, place);
  const [only, another] = await installedAgents(all, place);
  return another ? undefined : only;
}
