import { present } from '../../base/json.js';
import { namesIn } from '../../base/namesIn.js';
import { UsageError } from '../../base/usageError.js';
import { itemProblem } from '../../documents/itemId.js';
import { knownAgents } from '../../execution/agents/knownAgents.js';
import type { RunRequest } from '../../execution/runs/planRun.js';
import { chooseAgent } from '../../execution/phases/chooseAgent.js';
import type { InputOf } from '../../operations/input.js';
import { agentsField, limitsOf, modelsField, silenceField, timeoutField } from './agentFields.js';
import { profileField, trustField } from './askGateHere.js';
import { rootField } from './command.js';
import type { CommandField, CommandFields } from './commandFacts.js';
import type { Io } from './io.js';
import { itemsField } from './itemField.js';
import path from 'node:path';
import type { Agent } from '../../agents/agent.js';
import { readReactions } from '../../execution/runs/readReactions.js';

const money = {
  type: 'text',
  placeholder: 'DOLLARS',
  check: (text) => (/^\d{1,6}(?:\.\d{1,2})?$/u.test(text) ? undefined : 'is not an amount: write it as 2.50'),
} as const satisfies Omit<CommandField, 'description'>;

/** `--labels`. */
export const labelsField = {
  type: 'text',
  placeholder: 'LABEL[,…]',
  description: 'what workers have to offer, e.g. linux,gpu',
  check: (text) =>
    namesIn(text).every((label) => /^[\w-]{1,40}$/u.test(label))
      ? undefined
      : 'is not a list of labels such as linux,gpu',
} as const satisfies CommandField;

/** What a run on other machines is planned from, beside the queue’s address. */
const afarFields = {
  workers: {
    type: 'flag',
    description:
      'have workers on other machines do the work (as --queue does), with the queue that PACTWRIGHT_QUEUE names',
  },
  remote: {
    type: 'text',
    placeholder: 'NAME',
    default: 'origin',
    description: 'with a queue or --pr: the git remote that carries the work',
  },
  labels: { ...labelsField, description: `with a queue: ${labelsField.description}` },
  needsEnv: {
    type: 'text',
    placeholder: 'NAME[,…]',
    description: 'with a queue: the names of variables that a worker has to have, such as ANTHROPIC_API_KEY',
    check: (text) =>
      namesIn(text).every((name) => /^[A-Za-z_]\w*$/u.test(name))
        ? undefined
        : 'is not a list of variables such as API_KEY',
  },
  lease: {
    type: 'integer',
    placeholder: 'SECONDS',
    from: 10,
    default: 60,
    description: 'with a queue: after which silence of its worker a packet is given to another one',
  },
} as const satisfies CommandFields;

/** What a run is planned from. */
export const planFields = {
  items: { ...itemsField, description: 'the items, e.g. STORY-042 (default: all that are open and have a spec)' },
  mission: {
    type: 'text',
    placeholder: 'SLUG',
    description: 'works on the work packages of a Spec Kitty mission in place of items',
  },
  host: {
    type: 'text',
    placeholder: 'PROGRAM',
    description: 'the program that hosts the mission, e.g. spec-kitty (default: Pactwright itself)',
  },
  plan: {
    type: 'text',
    placeholder: 'FILE',
    description: 'works on the packets of a `plan.json` of SpecOrch in place of items',
    completes: 'path',
  },
  target: {
    type: 'text',
    placeholder: 'BRANCH',
    description:
      'the branch to merge into: for items the default branch, for packets of a plan any (default: the default branch)',
  },
  parallel: { type: 'integer', from: 1, to: 1000, description: 'how many agents work at the same time (default: 2)' },
  perAgent: {
    type: 'text',
    placeholder: 'AGENT=N[,…]',
    description: 'the same by agent, e.g. codex=1; with + for those of one provider together: claude+opencode=3',
    check: (text) => (countsIn(text) ? undefined : 'is not a list such as claude=2,codex=1'),
  },
  exclusive: {
    type: 'texts',
    placeholder: 'NAME=ID[,…]',
    description:
      'something that only one item can use at a time, such as a port or a device, and the items that use it',
    check: (text) => (resourcesIn(text).length > 0 ? undefined : 'is not a list such as port-8080=STORY-001,STORY-002'),
  },
  agent: agentsField,
  model: modelsField,
  reviewAgent: { ...agentsField, description: 'the agent that reviews (default: from the configuration)' },
  reviewModel: { ...modelsField, description: 'the model of the agent that reviews' },
  noReview: { type: 'flag', description: 'merge without a review by another agent' },
  rounds: {
    type: 'integer',
    from: 1,
    to: 10,
    default: 2,
    description: 'how often the agent is started at most in each step',
  },
  returns: {
    type: 'integer',
    from: 0,
    to: 10,
    default: 2,
    description: 'how often a review, a gate or a conflict may send an item back',
  },
  retries: {
    type: 'integer',
    from: 0,
    to: 10,
    description: 'how often to retry a step if a service, the network or git fails (default: 3)',
  },
  retryWait: {
    type: 'integer',
    placeholder: 'SECONDS',
    from: 0,
    default: 15,
    description:
      'how long to wait before the first retry; each wait is four times as long as the one before, up to five minutes',
  },
  budget: { ...money, description: 'what the run may cost' },
  packetBudget: {
    ...money,
    description:
      'what each start of an agent may cost; it is put aside before the start (default: equal shares of --budget)',
  },
  maxTokens: {
    type: 'integer',
    from: 1,
    description: 'how many tokens agents may use in the run, in and out; then nothing more is started',
  },
  packetTokens: {
    type: 'integer',
    from: 1,
    description: 'how many tokens agents may use for an item before you are asked',
  },
  packetTime: {
    type: 'integer',
    placeholder: 'MINUTES',
    from: 1,
    description: 'how long agents may work on an item before you are asked',
  },
  mergeBatch: {
    type: 'integer',
    from: 1,
    to: 100,
    default: 1,
    description:
      'with --plan: how many packets are merged together at most, with their commands run once for all; if one fails, the bad ones are found by halves',
  },
  pr: {
    type: 'flag',
    description:
      'open a pull request on GitHub, or a merge request on GitLab, for each item in place of merging it; the run follows its reviews and CI (`.pactwright/reactions.yaml`)',
  },
  prPer: {
    type: 'text',
    values: ['item', 'run'],
    description:
      'with --pr: a pull request for each item, or one for the run, whose branch collects all items (default: item)',
  },
  autoMerge: {
    type: 'flag',
    description: 'with --pr: merge what is approved and green, if the gate profile allows it',
  },
  ...afarFields,
  maxTime: { type: 'integer', placeholder: 'MINUTES', from: 1, description: 'start nothing more after this time' },
  timeout: timeoutField,
  silence: silenceField,
  askAfterCrash: { type: 'flag', description: 'ask before a step that was interrupted is started again' },
  profile: profileField,
  trustCommands: trustField,
  root: rootField,
} as const satisfies CommandFields;

export type PlanInput = InputOf<typeof planFields>;

/** @returns undefined if the text is no such list. */
function countsIn(text: string): Readonly<Record<string, number>> | undefined {
  const pairs = namesIn(text).map((one) => /^([\w.-]+(?:\+[\w.-]+)*)=([1-9]\d?)$/u.exec(one));
  if (pairs.length === 0) return undefined;
  const counts: Record<string, number> = {};
  for (const pair of pairs) {
    if (pair?.[1] === undefined) return undefined;
    counts[pair[1]] = Number(pair[2]);
  }
  return counts;
}

/** @throws UsageError for a name that limits nobody. */
function perAgentOf(text: string | undefined, agents: readonly Agent[]): Readonly<Record<string, number>> {
  const counts = text === undefined ? {} : (countsIn(text) ?? {});
  const ids = agents.map(({ id }) => id);
  const names = Object.keys(counts).flatMap((group) => group.split('+'));
  const strange = names.find((name) => !ids.includes(name));
  if (strange !== undefined)
    throw new UsageError(`--per-agent limits "${strange}", which is no agent: ${ids.join(', ')}`);
  return counts;
}

/** @returns nothing if the text is no such list. */
function resourcesIn(text: string): readonly (readonly [name: string, items: readonly string[]])[] {
  const [, name, list] = /^([\w.:-]+)=(.+)$/u.exec(text) ?? [];
  if (name === undefined || list === undefined) return [];
  const items = namesIn(list);
  return items.length > 0 && items.every((id) => itemProblem(id) === undefined) ? [[name, items]] : [];
}

/** @throws UsageError for options that do not go together. */
function requireFit(input: PlanInput): void {
  if (input.noReview && (input.reviewAgent !== undefined || input.reviewModel !== undefined))
    throw new UsageError('--no-review and --review-agent cannot be used together');
  if (input.autoMerge && !input.pr) throw new UsageError('--auto-merge is for pull requests: add --pr');
  if (input.prPer !== undefined && !input.pr) throw new UsageError('--pr-per is for pull requests: add --pr');
  if (input.pr && input.mission !== undefined) throw new UsageError('--pr is not for missions: leave one of them out');
  if (input.pr && input.plan !== undefined && input.prPer !== 'run')
    throw new UsageError('packets of a plan have no pull requests of their own: add --pr-per run');
  if (input.mergeBatch > 1 && input.plan === undefined)
    throw new UsageError(
      '--merge-batch is for the packets of a plan: an item is judged by its own gate, so add --plan or leave it out',
    );
}

/** What a command line asks of a run. @param isQueued whether workers elsewhere do the work. @throws UsageError */
export async function runRequestOf(
  input: PlanInput,
  { machine, cwd }: Io,
  warn: (text: string) => void,
  isQueued = false,
): Promise<RunRequest> {
  const folder = path.resolve(cwd, input.root ?? '.');
  const agents = await knownAgents(machine, warn);
  const idsOf = async (names: string | undefined): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (const name of namesIn(names ?? '')) ids.push((await chooseAgent(name, agents, { machine, folder })).id);
    return ids;
  };
  requireFit(input);
  const { timeMs, silenceMs } = limitsOf(input);
  const budget = input.budget === undefined ? {} : { dollars: Number(input.budget) };
  const share = input.packetBudget === undefined ? {} : { dollarsPerStart: Number(input.packetBudget) };
  return {
    folder,
    items: input.items,
    target: input.target,
    resources: new Map(input.exclusive.flatMap((text) => resourcesIn(text))),
    limits: {
      perAgent: perAgentOf(input.perAgent, agents),
      rounds: input.returns,
      ...present({ parallel: input.parallel, retries: input.retries }),
      firstRetryMs: input.retryWait * 1000,
      askAfterCrash: input.askAfterCrash,
      ...(input.mergeBatch > 1 ? { mergeBatch: input.mergeBatch } : {}),
      ...budget,
      ...share,
      ...(input.maxTime === undefined ? {} : { maxMs: input.maxTime * 60_000 }),
      ...(input.packetTime === undefined ? {} : { maxMsPerPacket: input.packetTime * 60_000 }),
      ...(input.maxTokens === undefined ? {} : { tokens: input.maxTokens }),
      ...(input.packetTokens === undefined ? {} : { tokensPerPacket: input.packetTokens }),
    },
    review: input.noReview ? false : input.reviewAgent === undefined ? undefined : true,
    terms: {
      build: { agents: await idsOf(input.agent), ...(input.model === undefined ? {} : { model: input.model }) },
      review: {
        agents: await idsOf(input.reviewAgent),
        ...(input.reviewModel === undefined ? {} : { model: input.reviewModel }),
      },
      rounds: input.rounds,
      ...(timeMs === undefined ? {} : { timeMs }),
      ...(silenceMs === undefined ? {} : { silenceMs }),
      ...(input.profile === undefined ? {} : { profile: input.profile }),
      trustCommands: input.trustCommands,
      ...(input.pr
        ? {
            pulls: {
              remote: input.remote,
              autoMerge: input.autoMerge,
              reactions: await readReactions(machine, folder),
              // Which branch it is comes with the plan.
              ...(input.prPer === 'run' ? { into: '' } : {}),
            },
          }
        : {}),
      ...(isQueued
        ? {
            queue: {
              remote: input.remote,
              labels: namesIn(input.labels ?? ''),
              environment: namesIn(input.needsEnv ?? ''),
              leaseSeconds: input.lease,
            },
          }
        : {}),
    },
    agents,
  };
}
