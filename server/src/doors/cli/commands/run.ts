import path from 'node:path';
import { plainLines } from '../../../base/plainText.js';
import { UsageError } from '../../../base/usageError.js';
import type { PhaseDesk } from '../../../execution/phases/phaseDesk.js';
import { planFromFile } from '../../../execution/planFile/planFromFile.js';
import { planMission } from '../../../execution/specKitty/planMission.js';
import { refuseSecond } from '../../../execution/runs/driveRun.js';
import { planRun } from '../../../execution/runs/planRun.js';
import { isDriven, createRun, findRuns, listRuns, openRun } from '../../../execution/runLog/runFile.js';
import { Refused } from '../../../operations/errorCodes.js';
import { countPackets, formatPlan } from '../../../reports/run.js';
import { viewRun } from '../../../runs/runView.js';
import { type PlannedEvent, stepNames } from '../../../runs/event.js';
import { openFold } from '../../../runs/runFold.js';
import type { CommandField } from '../commandFacts.js';
import { type CommandGroup, defineCommand, formatField, rootField } from '../command.js';
import {
  driveHere,
  followHere,
  eventsFormat,
  openScene,
  packetField,
  runExitCodes,
  runField,
  runOption,
  say,
  show,
} from '../driveHere.js';
import { exitCodeOf } from '../exitCodeOf.js';
import { branchesCommand, compareCommand } from '../runBranches.js';
import { type ExitCode, exitCodes, type Io, warner } from '../io.js';
import { deadCommand, retryCommand } from '../runGivenUp.js';
import { logsCommand } from '../runLogs.js';
import { serveCommand } from '../serveRuns.js';
import { checkQueueHere, queueAddress, queueFields } from '../queueAddress.js';
import { planFields, type PlanInput, runRequestOf } from '../runPlanFields.js';

const planCommand = defineCommand({
  name: 'run plan',
  summary: 'Shows the waves in which items would be worked on, and starts nothing',
  fields: { ...planFields, format: formatField('text', 'json') },
  exitCodes: { 0: 'shown', 1: 'an item cannot be worked on' },
  run: async ({ format, ...input }, io) =>
    orExit(io, async () => {
      const state = openFold([
        { number: 1, at: io.machine.clock(), event: await planOf(input, io, { isSketch: true }) },
      ])?.state;
      if (state && format === 'text') io.out(formatPlan(state.plan));
      else if (state) await show(state, true, format, io);
      return exitCodes.fine;
    }),
});

const stepField = {
  type: 'text',
  values: stepNames,
  description: 'only this step (default: all of the run)',
} as const satisfies CommandField;

const keepAwakeField = {
  type: 'flag',
  description: 'keep the computer awake during the run (caffeinate on macOS, systemd-inhibit on Linux)',
} as const satisfies CommandField;

const startCommand = defineCommand({
  name: 'run start',
  summary: 'Works on several items at the same time until each is merged or waits for you',
  description:
    'Each item gets a worktree and a branch, an agent that builds it, a review by another agent, and a merge into the default branch: one at a time, with the gate `done` asked about the very files that the branch is to have. Items that touch the same files are not worked on at the same time. Everything is recorded first, so after a crash or Ctrl+C `pactwright run resume` continues where it stopped. See docs/guide/runs.md.',
  fields: { ...planFields, ...queueFields, keepAwake: keepAwakeField, format: eventsFormat },
  examples: [
    ['run start STORY-042 STORY-043 --parallel 2', 'build, review and merge two items'],
    ['run start --agent claude --review-agent codex --budget 20', 'all open items, for at most 20 dollars'],
  ],
  exitCodes: runExitCodes,
  run: async ({ format, keepAwake, ...input }, io) =>
    orExit(io, async () => {
      const given = { queue: input.queue, queueFile: input.queueFile, keepAwake };
      const plan = await planOf(input, io, {
        isQueued: input.workers || given.queue !== undefined || given.queueFile !== undefined,
      });
      const place = await findRuns(io.machine, plan.folder);
      // One that cannot be worked on would be the newest, which all commands are about.
      if (plan.terms['queue'] !== undefined) {
        checkQueueHere(io);
        await queueAddress(given, io);
      }
      await refuseSecond(io.machine, place, new AbortController().signal);
      await createRun(io.machine, place, plan);
      if (format === 'text') io.out(`Run ${plan.run}: ${countPackets(plan)} into ${plan.target}\n`);
      return driveHere(place, plan.run, format, io, given);
    }),
});

const resumeCommand = defineCommand({
  name: 'run resume',
  summary: 'Continues a run that was paused or interrupted, or that you have answered',
  fields: {
    run: runField,
    step: stepField,
    root: rootField,
    ...queueFields,
    keepAwake: keepAwakeField,
    format: eventsFormat,
  },
  exitCodes: runExitCodes,
  run: async ({ format, queue, queueFile, keepAwake, step, ...which }, io) => {
    const { place, opened } = await openScene(which, io);
    const { state } = opened.fold;
    if (state.mode === 'aborted') throw new UsageError(`the run ${opened.id} was aborted: start a new one`);
    await say(opened, { kind: 'resumed', ...(step === undefined ? {} : { step }) });
    if (!(await isDriven(io.machine, state)))
      return driveHere(place, opened.id, format, io, { queue, queueFile, keepAwake });
    if (format === 'text') io.out('The run continues.\n');
    return exitCodes.fine;
  },
});

const statusCommand = defineCommand({
  name: 'run status',
  summary: 'Shows a run: what is merged, what is running, and what waits for what',
  fields: { run: runField, root: rootField, format: formatField('text', 'json') },
  exitCodes: { 0: 'shown' },
  run: async ({ format, ...which }, io) => {
    const { opened } = await openScene(which, io);
    await show(opened.fold.state, undefined, format, io);
    return exitCodes.fine;
  },
});

const watchCommand = defineCommand({
  name: 'run watch',
  summary: 'Follows a run that another process works on, until it ends',
  fields: { run: runField, root: rootField, format: eventsFormat },
  exitCodes: runExitCodes,
  run: async ({ format, ...which }, io) => {
    const { opened } = await openScene(which, io);
    // At the end it is shown once more.
    const isFollowed = format === 'text' && !io.terminal && (await isDriven(io.machine, opened.fold.state));
    if (isFollowed) await show(opened.fold.state, true, format, io);
    return followHere(opened, format, io);
  },
});

const pauseCommand = defineCommand({
  name: 'run pause',
  summary: 'Starts nothing more in a run; what is going on is finished',
  description:
    'With `--step` only that step pauses, for example `--step merge`: items are built and reviewed, and none is merged until `pactwright run resume`.',
  fields: { run: runField, step: stepField, root: rootField },
  exitCodes: { 0: 'done' },
  run: async ({ step, ...which }, io) => {
    const { opened } = await openScene(which, io);
    const { state } = opened.fold;
    if (state.outcome !== undefined) throw new UsageError(`the run ${opened.id} is over`);
    await say(opened, { kind: 'paused', ...(step === undefined ? {} : { step }) });
    io.out(
      `${step === undefined ? 'The run' : `The step ${step}`} pauses: what is going on is finished. \`pactwright run resume\` continues it.\n`,
    );
    return exitCodes.fine;
  },
});

const abortCommand = defineCommand({
  name: 'run abort',
  summary: 'Ends a run: stops its agents and removes the worktrees and branches that it made',
  description:
    'What is merged stays. Work that is not merged, uncommitted files included, is kept under `refs/pactwright/runs/RUN/ITEM`. Worktrees and branches that were there before the run stay as they are.',
  fields: { run: runField, root: rootField, ...queueFields, format: eventsFormat },
  exitCodes: { 0: 'done', 3: 'something could not be removed' },
  run: async ({ format, queue, queueFile, ...which }, io) => {
    const { place, opened } = await openScene(which, io);
    const { machine } = io;
    const { state } = opened.fold;
    if (state.outcome === 'merged' || state.outcome === 'aborted') throw new UsageError(`the run ${opened.id} is over`);
    const driven = await isDriven(machine, state);
    await say(opened, { kind: 'aborted' });
    if (!driven) await driveHere(place, opened.id, format, io, { queue, queueFile });
    else await followHere(opened, format, io);
    return (await openRun(machine, place, opened.id)).fold.state.outcome === 'aborted'
      ? exitCodes.fine
      : exitCodes.unknown;
  },
});

const answerCommand = defineCommand({
  name: 'run answer',
  summary: 'Answers an item of a run that waits for you or has failed: once more, or not at all',
  fields: {
    item: { ...packetField, required: true },
    text: {
      type: 'text',
      positional: true,
      placeholder: 'TEXT',
      description: 'an answer or instruction for the agent',
    },
    drop: { type: 'flag', description: 'leave the item out of the run' },
    run: runOption,
    root: rootField,
  },
  examples: [['run answer STORY-042 "Use the existing table"', 'tell the agent what it asked, and let it go on']],
  exitCodes: { 0: 'done' },
  run: async ({ item, text, drop, ...which }, io) => {
    const { opened } = await openScene(which, io);
    const { state } = opened.fold;
    if (state.mode === 'aborted') throw new UsageError(`the run ${opened.id} was aborted: start a new one`);
    const one = state.packets.get(item);
    if (!one) throw new UsageError(`${item} is not in the run ${opened.id}`);
    if (one.outcome === 'merged' || one.flight || (one.asks === undefined && one.outcome === undefined))
      throw new UsageError(`${item} does not wait for an answer`);
    const answer = drop ? 'drop' : 'again';
    await say(opened, { kind: 'answered', packet: item, answer, ...(text === undefined ? {} : { text }) });
    const isDone = await isDriven(io.machine, state);
    io.out(
      `${item}: ${drop ? 'dropped' : 'once more'}.${isDone ? '' : ' `pactwright run resume` continues the run.'}\n`,
    );
    return exitCodes.fine;
  },
});

const listCommand = defineCommand({
  name: 'run list',
  summary: 'Lists the runs of this repository, the newest first',
  fields: { root: rootField, format: formatField('text', 'json') },
  exitCodes: { 0: 'shown' },
  run: async ({ format, root }, io) => {
    const { machine } = io;
    const place = await findRuns(machine, root ?? io.cwd);
    const views = [];
    for (const id of (await listRuns(machine, place)).toReversed()) {
      const { state } = (await openRun(machine, place, id)).fold;
      views.push(viewRun(state, await isDriven(machine, state), machine.clock()));
    }
    if (format === 'json') io.out(`${JSON.stringify({ version: 1, runs: views }, undefined, 2)}\n`);
    else if (views.length === 0) io.out('There is no run yet (`pactwright run start` starts one).\n');
    else
      for (const { run, state, packets } of views)
        io.out(
          `${run}  ${state}  ${packets.filter(({ stage }) => stage === 'merged').length} of ${packets.length} merged\n`,
        );
    return exitCodes.fine;
  },
});

/** `pactwright run`. */
export const run: CommandGroup = {
  name: 'run',
  summary: 'Works on many items with several agents: in waves, each in its own worktree, merged one at a time',
  members: [
    planCommand,
    startCommand,
    listCommand,
    statusCommand,
    watchCommand,
    pauseCommand,
    resumeCommand,
    answerCommand,
    deadCommand,
    retryCommand,
    logsCommand,
    branchesCommand,
    compareCommand,
    abortCommand,
    serveCommand,
  ],
};

async function planOf(
  input: PlanInput,
  io: Io,
  { isQueued = false, isSketch = false }: { readonly isQueued?: boolean; readonly isSketch?: boolean },
): Promise<PlannedEvent> {
  const desk = requestDesk(io);
  const request = { ...(await runRequestOf(input, io, desk.warn, isQueued)), isSketch };
  const { mission, host, plan } = input;
  if (isQueued && mission !== undefined)
    throw new UsageError('workers do not work on missions: leave out the queue, or --mission');
  if (isQueued && input.mergeBatch > 1)
    throw new UsageError('--merge-batch cannot be used with a queue: leave one of them out');
  if (plan !== undefined) {
    if (mission !== undefined) throw new UsageError('--plan and --mission cannot be used together');
    return planFromFile(request, path.resolve(io.cwd, plan), desk);
  }
  if (mission === undefined) {
    const planned = await planRun(request, desk);
    // A name that is mistyped would leave two items unprotected from each other.
    for (const [name, ids] of request.resources)
      for (const id of ids)
        if (planned.packets.every((packet) => packet.id !== id))
          desk.warn(`${id} is not in this run, so --exclusive ${name} has no effect on it`);
    return planned;
  }
  const isPath = host !== undefined && /[/\\]/u.test(host);
  return planMission(request, { mission, version: io.version, host: isPath ? path.resolve(io.cwd, host) : host }, desk);
}

/** Says why something is refused. @throws UsageError */
async function orExit(io: Io, use: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    io.err(plainLines(`pactwright: ${error.message}\n`));
    return exitCodeOf(error.code);
  }
}

/** A desk for queries: it warns, and asks no questions. */
function requestDesk(io: Io): PhaseDesk {
  return {
    machine: io.machine,
    warn: warner(io),
    tell: () => undefined,
    confirm: undefined,
    signal: new AbortController().signal,
  };
}
