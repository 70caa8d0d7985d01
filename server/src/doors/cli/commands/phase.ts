import path from 'node:path';
import type { Machine } from '../../../workspace/machine.js';
import type { Agent } from '../../../agents/agent.js';
import { Refused } from '../../../operations/errorCodes.js';
import { chosenModels, knownAgents } from '../../../execution/agents/knownAgents.js';
import { chooseAgent, installedAgents, requireModel } from '../../../execution/phases/chooseAgent.js';
import type { PhaseEvent, PhaseOutcome } from '../../../agents/phases/phaseEvent.js';
import { runPhase } from '../../../execution/phases/runPhase.js';
import { exitCodeOf } from '../exitCodeOf.js';
import { formatPhaseEvent } from '../../../reports/phase.js';
import { UsageError } from '../../../base/usageError.js';
import { namesIn } from '../../../base/namesIn.js';
import { plainLines, plainText } from '../../../base/plainText.js';
import { phaseNames } from '../../../agents/phase.js';
import { phases } from '../../../agents/phases/phases.js';
import type { InputOf } from '../../../operations/input.js';
import { versionProblem } from '../../../operations/support/versionField.js';
import { agentsField, limitsOf, modelsField, silenceField, timeoutField } from '../agentFields.js';
import { profileField, trustField } from '../askGateHere.js';
import { defineCommand, formatField, rootField } from '../command.js';
import type { CommandFields } from '../commandFacts.js';
import { type ExitCode, exitCodes, type Io } from '../io.js';
import { itemField } from '../itemField.js';

const fields = {
  phase: {
    type: 'text',
    positional: true,
    required: true,
    placeholder: 'NAME',
    description: 'the phase',
    values: phaseNames,
  },
  item: itemField,
  about: {
    type: 'text',
    description: 'what you want: the title of a new item (plan, hotfix, sprint), or what to look at',
  },
  agent: agentsField,
  noAgent: { type: 'flag', description: 'nobody: the work is done, run the gates and do the rest' },
  headless: { type: 'flag', description: 'without a terminal: nobody can answer the agent' },
  model: modelsField,
  timeout: timeoutField,
  silence: silenceField,
  rounds: { type: 'integer', from: 1, to: 10, default: 2, description: 'how often the agent is started at most' },
  version: { type: 'text', placeholder: 'VERSION', description: 'what release releases', check: tagProblem },
  lesson: { type: 'text', description: 'with done: what was learned' },
  yes: { type: 'flag', description: 'carry out what is planned at the end without asking' },
  dryRun: { type: 'flag', description: 'show the prompt and the command, and do nothing' },
  root: rootField,
  profile: { ...profileField, description: `${profileField.description}; for a hotfix: hotfix` },
  trustCommands: trustField,
  format: {
    ...formatField('text', 'json', 'events'),
    description: 'how it is reported; events is JSON, line by line, while it goes on',
  },
} as const satisfies CommandFields;

type PhaseInput = InputOf<typeof fields>;

/** `pactwright phase`. */
export const phase = defineCommand({
  name: 'phase',
  summary: 'Runs a phase of an item: the gate before it, an agent with the playbook, the gate behind it',
  description: `${Object.values(phases)
    .map((one) => `${one.name}: ${one.summary}`)
    .join(
      '.\n\n',
    )}.\n\nA refused gate says what to do. The agent is sent back with exactly that, as often as --rounds says; in a terminal, Pactwright asks you before that. Commits, pushes and pull requests are shown, and done once you agree. docs/guide/phases.md tells more.`,
  fields,
  examples: [['phase act STORY-042', 'let an agent build what the spec says']],
  exitCodes: { 0: 'done', 1: 'a gate refused', 3: 'something could not be run or found out' },
  run: async (input, io) => {
    if (input.noAgent && input.agent !== undefined)
      throw new UsageError('--no-agent lets nobody work and --agent somebody: choose one');
    const isAttended = io.terminal && io.machine.terminal.isAttended();
    if (!isAttended && !input.headless && !input.noAgent && !input.dryRun)
      throw new UsageError('there is no terminal for the agent: give --headless, or --no-agent where the work is done');
    return io.machine.terminal.untilTermination(async (signal) => {
      try {
        return codes[await run(input, isAttended, io, signal)];
      } catch (error) {
        if (error instanceof Refused) {
          const candidates = error.candidates.map((one) => `  ${one}\n`);
          io.err(plainLines([`pactwright: ${error.message}\n`, ...candidates].join('')));
          return exitCodeOf(error.code);
        }
        if (!signal.aborted) throw error;
        io.err('pactwright: the phase was canceled\n');
        return exitCodes.unknown;
      }
    });
  },
});

/** What is wrong with a version that becomes the name of a tag, too, as the end of a sentence that begins with it. */
function tagProblem(text: string): string | undefined {
  return (
    versionProblem(text) ??
    (/^[\w.+-]+$/u.test(text) ? undefined : 'cannot be the name of a tag: write one such as 1.4.0')
  );
}

const codes: Readonly<Record<PhaseOutcome, ExitCode>> = {
  passed: exitCodes.fine,
  left: exitCodes.fine,
  shown: exitCodes.fine,
  refused: exitCodes.findings,
  unknown: exitCodes.unknown,
  agentFailed: exitCodes.unknown,
};

async function run(options: PhaseInput, isAttended: boolean, io: Io, signal: AbortSignal): Promise<PhaseOutcome> {
  const { format, headless, noAgent, root, timeout, silence, ...rest } = options;
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
  const [chosen, ...fallbacks] = noAgent
    ? []
    : await findAgents(options, await knownAgents(io.machine, warn), { machine: io.machine, folder });
  requireModel(chosen, options.model);
  const outcome = await runPhase(
    {
      ...rest,
      agent: chosen,
      fallbacks,
      limits: limitsOf({ timeout, silence }),
      folder,
      mode,
      models: await chosenModels(io.machine, warn),
    },
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
async function findAgents(
  { agent, dryRun }: PhaseInput,
  all: readonly Agent[],
  place: { readonly machine: Machine; readonly folder: string },
): Promise<readonly Agent[]> {
  if (agent !== undefined) {
    const chosen: Agent[] = [];
    for (const name of namesIn(agent)) chosen.push(await chooseAgent(name, all, place));
    return chosen;
  }
  if (!dryRun) return [await chooseAgent(undefined, all, place)];
  const installed = await installedAgents(all, place);
  return installed.length > 1 ? [] : installed;
}
