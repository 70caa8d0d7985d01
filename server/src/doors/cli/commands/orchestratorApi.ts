import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { acceptMission, mergeMission, mergeStrategies } from '../../../execution/specKitty/closeMission.js';
import {
  answerReady,
  answerState,
  answerVersion,
  appendHistory,
  type HostData,
  moveTo,
  resolveWorkspace,
  startImplementation,
  startReview,
} from '../../../execution/specKitty/hostCalls.js';
import { type MissionDesk, openMissionDesk } from '../../../execution/specKitty/missionDesk.js';
import type { InputOf } from '../../../operations/input.js';
import { envelopeOf, HostRefusal } from '../../../sources/specKitty/contract.js';
import { type Command, type CommandGroup, defineCommand } from '../command.js';
import type { CommandFields } from '../commandFacts.js';
import { type ExitCode, exitCodes, type Io } from '../io.js';

const mission = { type: 'text', required: true, placeholder: 'SLUG', description: 'the mission' } as const;
const wp = { type: 'text', required: true, placeholder: 'WP', description: 'the work package: `WP01`' } as const;
const actor = { type: 'text', required: true, placeholder: 'NAME', description: 'who makes the change' } as const;
const policy = {
  type: 'text',
  placeholder: 'JSON',
  description: 'who the orchestrator is and what it lets agents do; it is recorded with the change',
} as const;
const reviewRef = { type: 'text', placeholder: 'REF', description: 'the name of the review' } as const;
const text = (description: string) => ({ type: 'text', description }) as const;
const flag = (description: string) => ({ type: 'flag', description }) as const;

/** Orchestrators for older hosts send it. */
const common = { json: flag('accepted and ignored: the answer is always JSON') } as const;

function defineCall<const F extends CommandFields>(
  name: string,
  summary: string,
  fields: F,
  answer: (input: InputOf<F & typeof common>, desk: () => Promise<MissionDesk>) => HostData | Promise<HostData>,
): Command {
  return defineCommand<F & typeof common>({
    name: `orchestrator-api ${name}`,
    summary,
    fields: { ...fields, ...common },
    exitCodes: { 0: 'done', 1: 'refused: `error_code` says why', 2: 'the call is not understood' },
    run: async (input, io) =>
      io.machine.terminal.untilTermination(async (signal) => {
        const { SPECIFY_REPO_ROOT: named } = io.machine.places.env;
        const desk = async (): Promise<MissionDesk> =>
          openMissionDesk(io.machine, path.resolve(io.cwd, named ?? '.'), signal);
        try {
          return say(name, await answer(input, desk), io);
        } catch (error) {
          if (error instanceof HostRefusal) return say(name, error, io);
          throw error;
        }
      }),
  });
}

function say(name: string, outcome: HostData | HostRefusal, io: Io): ExitCode {
  const id = randomUUID().replaceAll('-', '');
  io.out(`${JSON.stringify(envelopeOf(name, outcome, { now: io.machine.clock(), id }))}\n`);
  if (!(outcome instanceof HostRefusal)) return exitCodes.fine;
  return outcome.code === 'USAGE_ERROR' ? exitCodes.usage : exitCodes.findings;
}

/** What two flags say that cannot be used together. */
function said(yes: boolean, no: boolean): boolean | undefined {
  return no ? false : yes ? true : undefined;
}

/** `pactwright orchestrator-api`: the calls with which spec-kitty-orchestrator drives the missions of a repository. */
export const orchestratorApi: CommandGroup = {
  name: 'orchestrator-api',
  summary: 'Hosts Spec Kitty missions for an orchestrator: each call prints one JSON object (contract 1.3.0)',
  description:
    'spec-kitty-orchestrator calls this in place of `spec-kitty orchestrator-api`. Missions are in `kitty-specs/` of the main checkout. [What is the same and what differs](guide/spec-kitty.md).',
  answerUsage: (message, io) => say('unknown', new HostRefusal('USAGE_ERROR', message), io),
  members: [
    defineCall(
      'contract-version',
      'Shows the version of the contract',
      { providerVersion: text('the version of the caller: it is checked') },
      ({ providerVersion }) => answerVersion(providerVersion),
    ),
    defineCall(
      'mission-state',
      'Shows the work packages of a mission and their lanes',
      { mission },
      async (input, desk) => answerState(await desk(), input.mission),
    ),
    defineCall('list-ready', 'Lists the work packages that can be started', { mission }, async (input, desk) =>
      answerReady(await desk(), input.mission),
    ),
    defineCall('resolve-workspace', 'Shows where a work package is worked on', { mission, wp }, async (input, desk) =>
      resolveWorkspace(await desk(), input),
    ),
    defineCall(
      'start-implementation',
      'Claims a work package, creates the worktree of its lane and starts it',
      { mission, wp, actor, policy },
      async (input, desk) => startImplementation(await desk(), input),
    ),
    defineCall(
      'start-review',
      'Starts the review of a work package',
      { mission, wp, actor, policy, reviewRef },
      async (input, desk) => startReview(await desk(), input),
    ),
    defineCall(
      'transition',
      'Moves a work package to another lane, if the guards of both allow it',
      {
        mission,
        wp,
        to: { type: 'text', required: true, placeholder: 'LANE', description: 'the lane' },
        actor,
        note: text('why'),
        policy,
        force: flag('moves it whatever the guards say; needs --note'),
        reviewRef,
        reviewResultJson: text('the result of a review: reviewer, verdict, reference'),
        evidenceJson: text('the evidence of a review'),
        subtasksComplete: flag('accepted; the log of the mission decides'),
        noSubtasksComplete: flag('says that subtasks are open'),
        implementationEvidencePresent: flag('accepted; the commits of the lane decide'),
        noImplementationEvidencePresent: flag('says that nothing is implemented'),
      },
      async (input, desk) =>
        moveTo(await desk(), {
          ...input,
          reviewResult: input.reviewResultJson,
          evidence: input.evidenceJson,
          subtasksComplete: said(input.subtasksComplete, input.noSubtasksComplete),
          implementationEvidence: said(input.implementationEvidencePresent, input.noImplementationEvidencePresent),
        }),
    ),
    defineCall(
      'append-history',
      'Adds a note to a work package',
      { mission, wp, actor, note: { type: 'text', required: true, description: 'the note' } },
      async (input, desk) => appendHistory(await desk(), input),
    ),
    defineCall(
      'accept-mission',
      'Accepts a mission whose work packages are all approved or done',
      { mission, actor },
      async (input, desk) => acceptMission(await desk(), input.mission, input.actor),
    ),
    defineCall(
      'merge-mission',
      'Merges the lanes of a mission into its target branch',
      {
        mission,
        target: { type: 'text', placeholder: 'BRANCH', description: 'the branch (default: the one in lanes.json)' },
        strategy: { ...text(`how: ${mergeStrategies.join(', ')}`), default: 'merge' },
        push: flag('pushes the target branch to origin afterwards'),
        actor: { ...text('who merges'), placeholder: 'NAME', default: 'merge-mission' },
      },
      async (input, desk) => mergeMission(await desk(), input),
    ),
  ],
};
