import path from 'node:path';
import type { Agent } from '../../../agents/agent.js';
import { knownAgents } from '../../../execution/agents/knownAgents.js';
import { chooseAgent } from '../../../execution/phases/chooseAgent.js';
import type { PhaseRequest } from '../../../execution/phases/phaseRequest.js';
import { UsageError } from '../../../base/usageError.js';
import { namesIn } from '../../../base/namesIn.js';
import { phaseNames } from '../../../agents/phase.js';
import { phases } from '../../../agents/phases/phases.js';
import type { InputOf } from '../../../operations/input.js';
import { type SprintPhase, sprintPhaseNames } from '../../../workspace/sprintPhases.js';
import { versionProblem } from '../../../operations/support/versionField.js';
import { agentsField, limitsOf, modelsField, roleField, silenceField, timeoutField } from '../agentFields.js';
import { profileField, trustField } from '../askGateHere.js';
import { defineCommand, formatField, rootField } from '../command.js';
import type { CommandFields } from '../commandFacts.js';
import type { Io } from '../io.js';
import { itemsField } from '../itemField.js';
import { runPhaseHere } from '../runPhaseHere.js';

const fields = {
  phase: {
    type: 'text',
    positional: true,
    required: true,
    placeholder: 'NAME',
    description: 'the phase',
    values: phaseNames,
  },
  items: { ...itemsField, description: 'the item, e.g. STORY-042; sprint takes several' },
  about: {
    type: 'text',
    description: 'what you want: the title of a new item (plan, hotfix, sprint), or what to look at',
  },
  phases: {
    type: 'text',
    placeholder: 'NAME[,…]',
    description: `with sprint: its phases, of ${sprintPhaseNames.join(', ')} (default: agents.sprint)`,
    check: (text) =>
      sprintPhasesIn(text)
        ? undefined
        : `is no list of phases of a sprint: name some of ${sprintPhaseNames.join(', ')}`,
  },
  keepGoing: { type: 'flag', description: 'with sprint: continue with the next item if one fails' },
  board: { type: 'flag', description: 'with sprint: all items that are open on the board, in progress first' },
  agent: agentsField,
  noAgent: { type: 'flag', description: 'no agent: the work is already done, so run the gates and finish the phase' },
  headless: { type: 'flag', description: 'without a terminal: nobody can answer the agent' },
  model: modelsField,
  role: roleField,
  timeout: timeoutField,
  silence: silenceField,
  budget: {
    type: 'text',
    placeholder: 'DOLLARS',
    description: 'without a terminal, start no agent once this run has cost this much',
    check: (text) => (/^\d{1,6}(?:\.\d{1,2})?$/u.test(text) ? undefined : 'is not an amount: write it as 2.50'),
  },
  retries: {
    type: 'integer',
    from: 0,
    to: 10,
    description: 'how often to retry if the agent’s service fails (default: as configured)',
  },
  rounds: { type: 'integer', from: 1, to: 10, default: 2, description: 'how often the agent is started at most' },
  version: { type: 'text', placeholder: 'VERSION', description: 'the version to release', check: tagProblem },
  lesson: { type: 'text', description: 'with done: what was learned' },
  here: { type: 'flag', description: 'work in this folder instead of a worktree of the item' },
  noMerge: { type: 'flag', description: 'with done: leave the branch for a pull request' },
  yes: { type: 'flag', description: 'commit, push and open pull requests without asking' },
  dryRun: { type: 'flag', description: 'show the prompt and the command without running anything' },
  root: rootField,
  profile: { ...profileField, description: `${profileField.description}; for a hotfix: hotfix` },
  trustCommands: trustField,
  format: {
    ...formatField('text', 'json', 'events'),
    description: 'output format; events is one JSON object per line, as it happens',
  },
} as const satisfies CommandFields;

type PhaseInput = InputOf<typeof fields>;

/** `pactwright phase`. */
export const phase = defineCommand({
  name: 'phase',
  summary: 'Runs a phase of an item: the gate before it, an agent with the playbook, the gate after it',
  description: `${Object.values(phases)
    .map((one) => `${one.name}: ${one.summary}`)
    .join(
      '.\n\n',
    )}.\n\nA refused gate says what to do. The agent is sent back with exactly that, as often as --rounds says; in a terminal, Pactwright asks you before that. Commits, pushes and pull requests are shown, and done once you agree. See docs/guide/phases.md.`,
  fields,
  examples: [
    ['phase act STORY-042', 'let an agent build what the spec says'],
    [
      'phase sprint STORY-042 STORY-043 --headless --yes',
      'plan, build, check and close two items, one after the other',
    ],
  ],
  exitCodes: {
    0: 'done',
    1: 'a gate refused',
    3: 'something could not be run or decided, or the agent is waiting for an answer',
  },
  run: async (input, io) => {
    if (input.noAgent && input.agent !== undefined)
      throw new UsageError('--no-agent and --agent cannot be used together');
    const isAttended = io.terminal && io.machine.terminal.isAttended();
    if (!isAttended && !input.headless && !input.noAgent && !input.dryRun)
      throw new UsageError('there is no terminal for the agent: give --headless, or --no-agent where the work is done');
    const mode = isAttended && !input.headless ? 'interactive' : 'headless';
    return runPhaseHere((warn) => requestOf(input, mode, io, warn), { mode, format: input.format }, io);
  },
});

/** What is wrong with a version that becomes the name of a tag, too, as the end of a sentence that begins with it. */
function tagProblem(text: string): string | undefined {
  return (
    versionProblem(text) ??
    (/^[\w.+-]+$/u.test(text) ? undefined : 'cannot be the name of a tag: write one such as 1.4.0')
  );
}

/** @returns undefined if some word is none. */
function sprintPhasesIn(text: string): readonly SprintPhase[] | undefined {
  const names = namesIn(text);
  const found = names.flatMap((name) => sprintPhaseNames.find((one) => one === name) ?? []);
  return found.length === names.length && names.length > 0 ? found : undefined;
}

async function requestOf(
  { noAgent, noMerge, root, timeout, silence, budget, retries, board, items, phases, ...rest }: PhaseInput,
  mode: PhaseRequest['mode'],
  { machine, cwd }: Io,
  warn: (text: string) => void,
): Promise<PhaseRequest> {
  const [item, ...more] = items;
  if (rest.phase !== 'sprint' && more.length > 0)
    throw new UsageError(`${rest.phase} takes one ID: \`pactwright phase sprint ${items.join(' ')}\` takes several`);
  if (rest.phase !== 'sprint' && (board || rest.keepGoing || phases !== undefined))
    throw new UsageError('--board, --keep-going and --phases are for the phase sprint');
  if (board && items.length > 0) throw new UsageError('name items, or give --board: not both');
  const folder = path.resolve(cwd, root ?? '.');
  const agents = noAgent ? undefined : await knownAgents(machine, warn);
  const named: Agent[] = [];
  for (const name of namesIn(rest.agent ?? '')) named.push(await chooseAgent(name, agents ?? [], { machine, folder }));
  const [agent, ...fallbacks] = named;
  const limits = limitsOf({ timeout, silence });
  return {
    ...rest,
    item,
    items,
    wholeBoard: board,
    phases: phases === undefined ? undefined : sprintPhasesIn(phases),
    ...(retries === undefined ? {} : { retries }),
    ...(budget === undefined ? {} : { budget: Number(budget) }),
    merge: !noMerge,
    agent,
    fallbacks,
    limits,
    folder,
    mode,
    agents,
  };
}
