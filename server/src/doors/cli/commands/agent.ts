import path from 'node:path';
import type { AgentEndKind } from '../../../agents/agentEnd.js';
import type { Agent } from '../../../agents/agent.js';
import type { Phase } from '../../../agents/phase.js';
import { type PhaseSettings, saidAgents, saidModels } from '../../../agents/phaseChoice.js';
import { namesIn } from '../../../base/namesIn.js';
import { detectAgents } from '../../../agents/detect.js';
import { type KnownRoles, leaderName } from '../../../agents/roles.js';
import { foreignFolders, resolveProgram } from '../../../execution/agents/resolveProgram.js';
import { knownAgents } from '../../../execution/agents/knownAgents.js';
import { readPhaseSettings } from '../../../execution/agents/phaseSettings.js';
import { type AgentRun, runAgent } from '../../../execution/agents/runAgent.js';
import { findSessionPlace } from '../../../execution/agents/sessionPlace.js';
import { createSessionReader } from '../../../execution/agents/sessionReader.js';
import { undoSession } from '../../../execution/agents/undoSession.js';
import { undoEnd } from '../../../execution/snapshots/snapshot.js';
import { stopSession } from '../../../execution/agents/stopSession.js';
import { readPortVariables } from '../../../execution/worktrees/setUpState.js';
import { chooseAgent, requireModel } from '../../../execution/phases/chooseAgent.js';
import { isLive, type SessionView } from '../../../agents/sessions/sessionView.js';
import { formatAgents, formatCheckpoints, formatSessions } from '../../../reports/agents.js';
import { agentLine, endWords, lossLines } from '../../../reports/phase.js';
import { UsageError } from '../../../base/usageError.js';
import { durationWords } from '../../../base/duration.js';
import { plainText } from '../../../base/plainText.js';
import { count } from '../../../base/count.js';
import { readTextFile } from '../../../project/readTextFile.js';
import type { InputOf } from '../../../operations/input.js';
import { phaseNames } from '../../../agents/phase.js';
import { answerCommand } from '../agentAnswer.js';
import { transcriptCommand } from '../agentTranscript.js';
import { agentField, limitsOf, modelField, silenceField, timeoutField } from '../agentFields.js';
import { type CommandGroup, defineCommand, formatField } from '../command.js';
import type { CommandFields } from '../commandFacts.js';
import { findSession, type NamedSession, sessionField, sessionRoot as rootOption } from '../findSession.js';
import { type ExitCode, exitCodes, type Io, warner } from '../io.js';
import { itemOption } from '../itemField.js';
import { goOnWithPhase, isOfPhase } from '../sessionPhase.js';

const startFields = {
  promptFile: {
    type: 'text',
    placeholder: 'FILE',
    description: 'what it is to do; without a terminal it may come on the standard input instead',
    completes: 'path',
  },
  headless: { type: 'flag', description: 'without a terminal: nobody can answer it' },
  timeout: timeoutField,
  silence: silenceField,
} as const satisfies CommandFields;

const exitMeanings = {
  0: 'done',
  1: 'the agent stopped or failed',
  3: 'it could not be started, had no access, was stopped or took too long',
} as const;

const listCommand = defineCommand({
  name: 'agent list',
  summary: 'Shows which agents are installed, and where to get the others',
  fields: { format: formatField('text', 'json') },
  exitCodes: { 0: 'shown' },
  run: list,
});

const runFields = {
  agent: agentField,
  ...startFields,
  item: { ...itemOption, description: 'the item it is for, to be shown with the session' },
  phase: { type: 'text', placeholder: 'PHASE', description: 'the phase it is for', values: phaseNames },
  folder: {
    type: 'text',
    placeholder: 'DIR',
    description: 'where it works (default: the current folder)',
    completes: 'folder',
  },
  readOnly: { type: 'flag', description: 'it shall change nothing' },
  model: modelField,
} as const satisfies CommandFields;

const runCommand = defineCommand({
  name: 'agent run',
  summary: 'Lets an agent work on a prompt',
  fields: runFields,
  exitCodes: exitMeanings,
  run,
});

const sessionsCommand = defineCommand({
  name: 'agent sessions',
  summary: 'Shows what agents are at in this repository, and what became of them',
  fields: {
    all: { type: 'flag', description: 'those that ended more than a day ago, too' },
    root: rootOption,
    format: formatField('text', 'json'),
  },
  exitCodes: { 0: 'shown' },
  run: sessions,
});

const stopCommand = defineCommand({
  name: 'agent stop',
  summary: 'Ends a session: the agent with all that it has started',
  fields: { session: sessionField, root: rootOption },
  exitCodes: { 0: 'done' },
  run: stop,
});

const undoCommand = defineCommand({
  name: 'agent undo',
  summary: 'Puts everything back as it was before a session',
  description:
    'Before an agent starts, a snapshot keeps what is not committed, staged, untracked or ignored, with branches, tags and stashes. This puts the folder where it worked back to that. What is there now is kept before: `pactwright agent undo ID-undo` restores it.',
  fields: {
    session: sessionField,
    round: {
      type: 'integer',
      from: 1,
      description: 'restore the state before this round of its phase: `pactwright agent checkpoints` lists the rounds',
    },
    root: rootOption,
  },
  examples: [['agent undo 1f3a --round 2', 'keep the work of the first round']],
  exitCodes: { 0: 'done', 1: 'some files could not be written' },
  run: undo,
});

const checkpointsCommand = defineCommand({
  name: 'agent checkpoints',
  summary: 'Lists the rounds of a session’s phase that can be undone',
  description: 'Each round starts with a snapshot. `pactwright agent undo ID --round N` restores it.',
  fields: { session: sessionField, root: rootOption, format: formatField('text', 'json') },
  exitCodes: { 0: 'shown' },
  run: checkpoints,
});

const gateCommand = defineCommand({
  name: 'agent gate',
  summary: 'Runs the gate on the work of a session so far, as its phase does at the end',
  description:
    'In the phases Act and Hotfix the work is committed first. The agent may still be open, but its turn has to be over.',
  fields: { session: sessionField, root: rootOption },
  exitCodes: { 0: 'allowed', 1: 'refused', 3: 'something could not be found out' },
  run: judge,
});

const resumeCommand = defineCommand({
  name: 'agent resume',
  summary: 'Takes up a session again that has ended or was lost',
  description: 'A session of a phase continues that phase: the gate runs afterwards as usual.',
  fields: { session: sessionField, root: rootOption, ...startFields },
  exitCodes: exitMeanings,
  run: resume,
});

/** `pactwright agent`. */
export const agent: CommandGroup = {
  name: 'agent',
  summary: 'Runs agents, and sees to their sessions',
  description:
    'In a terminal the agent is talked to as without Pactwright, and an interrupt (Ctrl+C) is for it alone. docs/agents.md says what is known of each agent.',
  members: [
    listCommand,
    runCommand,
    sessionsCommand,
    stopCommand,
    checkpointsCommand,
    undoCommand,
    resumeCommand,
    answerCommand,
    gateCommand,
    transcriptCommand,
  ],
};

type Format = 'text' | 'json';
type StartInput = InputOf<typeof startFields>;

async function list({ format }: { readonly format: Format }, io: Io): Promise<ExitCode> {
  const agents = await knownAgents(io.machine, warner(io));
  const { repository } = await findSessionPlace(io.machine, io.cwd);
  const places = {
    env: io.machine.places.env,
    platform: io.machine.places.platform,
    foreign: foreignFolders(io.machine, io.cwd, repository),
  };
  const detections = await io.machine.terminal.untilTermination((signal) =>
    detectAgents(agents, {
      processes: io.machine.processes,
      find: (program) => resolveProgram(io.machine, program, places),
      env: { ...io.machine.places.env, ELECTRON_RUN_AS_NODE: undefined },
      folder: io.machine.places.home,
      signal,
    }),
  );
  if (format === 'text') io.out(formatAgents(agents, detections));
  else {
    const told = agents.map(({ id, name, installPage, interactive, headless, models, resumes }, index) => ({
      id,
      name,
      installPage,
      interactive: interactive !== undefined,
      headless: headless !== undefined,
      models,
      resumes,
      ...detections[index],
    }));
    const installed = agents.filter((_, index) => detections[index]?.found === true);
    const { settings, roles } = await readPhaseSettings(io.machine, io.cwd, warner(io));
    const named = Array.from(roles.roles.values(), ({ name, title }) => ({ name, title }));
    const phases = chosenByPhase(installed, settings, roles);
    io.out(`${JSON.stringify({ version: 1, agents: told, phases, roles: named }, undefined, 2)}\n`);
  }
  return exitCodes.fine;
}

/** The agents that settings name for a phase, as far as they are installed; without those phases for which they name none. */
function chosenByPhase(
  installed: readonly Agent[],
  settings: PhaseSettings,
  { roles }: KnownRoles,
): Readonly<Record<string, readonly string[]>> {
  const ids = new Set(installed.map(({ id }) => id));
  return Object.fromEntries(
    phaseNames.flatMap((phase): [string, readonly string[]][] => {
      const role = roles.get(leaderName(phase, settings));
      const said = role && saidAgents({ phase, role }, settings).map(({ value }) => value.filter((id) => ids.has(id)));
      const chosen = said?.find((value) => value.length > 0);
      return chosen ? [[phase, chosen]] : [];
    }),
  );
}

async function run(options: InputOf<typeof runFields>, io: Io): Promise<ExitCode> {
  const folder = path.resolve(io.cwd, options.folder ?? '.');
  if ((await io.machine.files.kindOf(folder)) !== 'folder')
    throw new UsageError(`${folder} is not a folder: name one with --folder`);
  const mode = modeOf(options, io);
  const agent = await chooseAgent(options.agent, await knownAgents(io.machine, warner(io)), {
    machine: io.machine,
    folder,
  });
  const { item, phase } = options;
  requireModel(agent, options.model);
  const model = options.model ?? (await settingsModel(agent, phase, folder, io));
  return work(
    {
      agent,
      mode,
      round: 1,
      prompt: await promptOf(options, io),
      access: options.readOnly ? 'read' : 'write',
      folder,
      ...(item === undefined ? {} : { item }),
      ...(phase === undefined ? {} : { phase }),
      ...(model === undefined ? {} : { model }),
      limits: limitsOf(options),
    },
    io,
  );
}

/** The model an agent has by what is set, of a phase or without one. @throws UsageError */
async function settingsModel(
  agent: Agent,
  phase: Phase | undefined,
  folder: string,
  io: Io,
): Promise<string | undefined> {
  const { settings, roles } = await readPhaseSettings(io.machine, folder, warner(io));
  if (phase === undefined) return namesIn(settings.models.get(agent.id) ?? '')[0];
  const role = roles.roles.get(leaderName(phase, settings));
  return role && saidModels({ phase, role }, agent, settings)?.value[0];
}

/** What a session is told that goes on without another word. */
const goOn = 'Go on with what you were doing.\n';

async function resume(options: NamedSession & StartInput, io: Io): Promise<ExitCode> {
  const { session } = await findSession(options, io);
  const { agentSession, item, phase, model } = session;
  if (isLive(session))
    throw new UsageError(`${session.id} goes on: end it first (\`pactwright agent stop ${session.id}\`)`);
  const agent = await chooseAgent(session.agent, await knownAgents(io.machine, warner(io)), {
    machine: io.machine,
    folder: session.folder,
  });
  if (!agent.resumes || agentSession === undefined)
    throw new UsageError(
      agent.resumes
        ? `${agent.name} never told its own name of ${session.id}, by which it could be taken up again: begin a new one`
        : `${agent.name} cannot take up a session again: begin a new one`,
    );
  const mode = modeOf(options, io);
  const prompt = options.promptFile === undefined ? goOn : await promptOf(options, io);
  const began = session.began ?? session.id;
  if (isOfPhase(session))
    return goOnWithPhase(
      session,
      agent,
      { mode, resumes: { session: session.id, agentSession, began, prompt }, limits: limitsOf(options) },
      io,
    );
  return work(
    {
      agent,
      mode,
      round: session.round,
      prompt,
      access: session.access,
      folder: session.folder,
      resumes: { session: session.id, agentSession },
      began,
      ...(item === undefined ? {} : { item }),
      ...(phase === undefined ? {} : { phase }),
      ...(model === undefined ? {} : { model }),
      limits: limitsOf(options),
    },
    io,
  );
}

const codes: Readonly<Record<AgentEndKind, ExitCode>> = {
  finished: exitCodes.fine,
  crash: exitCodes.findings,
  refusedCall: exitCodes.findings,
  auth: exitCodes.unknown,
  rateLimit: exitCodes.unknown,
  quota: exitCodes.unknown,
  timeout: exitCodes.unknown,
  cancelled: exitCodes.unknown,
  notStarted: exitCodes.unknown,
  timeLimit: exitCodes.unknown,
  silence: exitCodes.unknown,
  budget: exitCodes.unknown,
};

async function work(what: Omit<AgentRun, 'machine' | 'warn' | 'signal' | 'onEvent'>, io: Io): Promise<ExitCode> {
  return io.machine.terminal.untilTermination(async (signal) => {
    const { session, end, losses } = await runAgent({
      ...what,
      env: await readPortVariables(io.machine, what.folder),
      machine: io.machine,
      warn: warner(io),
      ...(what.mode === 'interactive' ? { ask: (question: string) => io.machine.terminal.ask(question, signal) } : {}),
      onEvent: (event) => {
        io.out(agentLine(event));
      },
      onSilence: (ms) => {
        io.err(`… silent for ${durationWords(ms)}\n`);
      },
      signal,
    });
    // A terminal that hung up takes no more.
    if (signal.aborted) return exitCodes.unknown;
    const how = `${endWords[end.kind]}${end.message === '' ? '' : `: ${plainText(end.message)}`}`;
    if (end.kind !== 'finished') io.err(`pactwright: ${what.agent.name} (${session}) ${how}\n`);
    io.err(lossLines(session, losses));
    return codes[end.kind];
  });
}

const day = 24 * 60 * 60 * 1000;

async function sessions(
  { root, all, format }: { readonly root: string | undefined; readonly all: boolean; readonly format: Format },
  io: Io,
): Promise<ExitCode> {
  const { logs } = await findSessionPlace(io.machine, path.resolve(io.cwd, root ?? '.'));
  const now = io.machine.clock();
  const found = (await createSessionReader(io.machine).read(logs)).filter(
    ({ endedAt, startedAt, state }) =>
      all || state === 'waiting' || (endedAt ?? (state === 'lost' ? startedAt : now)) > now - day,
  );
  io.out(
    format === 'text'
      ? formatSessions(found, now)
      : `${JSON.stringify({ version: 1, sessions: found }, undefined, 2)}\n`,
  );
  return exitCodes.fine;
}

async function stop(options: NamedSession, io: Io): Promise<ExitCode> {
  const { session, log } = await findSession(options, io);
  const stopped = await stopSession(io.machine, log);
  io.out(stopped === 'stopped' ? `${session.id} is stopped.\n` : `${session.id} had ended before.\n`);
  return exitCodes.fine;
}

async function judge(options: NamedSession, io: Io): Promise<ExitCode> {
  const { session, log } = await findSession(options, io);
  if (!isOfPhase(session))
    throw new UsageError(`${session.id} does not belong to a phase of an item, so it has no gate`);
  if (session.state === 'running' || session.state === 'starting')
    throw new UsageError(`${session.agent} is still working: wait until its turn is over`);
  const agent = await chooseAgent(session.agent, await knownAgents(io.machine, warner(io)), {
    machine: io.machine,
    folder: session.folder,
  });
  return goOnWithPhase(session, agent, { mode: 'headless', judges: log }, io);
}

async function checkpoints(options: NamedSession & { readonly format: Format }, io: Io): Promise<ExitCode> {
  const { session, all } = await findSession(options, io);
  const rounds = roundsOf(session, all);
  io.out(
    options.format === 'text'
      ? formatCheckpoints(rounds, io.machine.clock())
      : `${JSON.stringify({ version: 1, checkpoints: rounds.map((one, index) => ({ ...one, round: index + 1 })) }, undefined, 2)}\n`,
  );
  return exitCodes.fine;
}

/** The rounds of the phase run that a session belongs to, oldest first. */
function roundsOf({ id, began = id }: SessionView, all: readonly SessionView[]): readonly SessionView[] {
  return all
    .filter((one) => one.id === began || one.began === began)
    .sort((a, b) => a.startedAt - b.startedAt || a.round - b.round);
}

async function undo(options: NamedSession & { readonly round?: number | undefined }, io: Io): Promise<ExitCode> {
  const isUndo = options.session.endsWith(undoEnd);
  const session = isUndo ? options.session.slice(0, -undoEnd.length) : options.session;
  const { session: found, all } = await findSession({ ...options, session }, io);
  const rounds = roundsOf(found, all);
  const wanted = options.round === undefined ? found : rounds[options.round - 1];
  if (!wanted)
    throw new UsageError(`${found.id} has ${count(rounds.length, 'round')}, and no round ${String(options.round)}`);
  const live = rounds.find(isLive);
  if (live) throw new UsageError(`${live.id} is running: end it first (\`pactwright agent stop ${live.id}\`)`);
  const { id, folder, destroyedBeside } = wanted;
  const undone = await io.machine.terminal.untilTermination((signal) =>
    undoSession(io.machine, folder, isUndo ? `${id}${undoEnd}` : id, signal, destroyedBeside),
  );
  io.out(`${folder} is as it was before ${id}. To undo this: pactwright agent undo ${undone.undo}\n`);
  for (const failure of undone.failures) io.err(`pactwright: not written: ${plainText(failure)}\n`);
  return undone.failures.length === 0 ? exitCodes.fine : exitCodes.findings;
}

/** @throws UsageError where a person is to talk to it, and there is no terminal. */
function modeOf({ headless }: { readonly headless: boolean }, io: Io): AgentRun['mode'] {
  if (headless) return 'headless';
  if (!io.terminal || !io.machine.terminal.isAttended())
    throw new UsageError(
      'there is no terminal for the agent: give --headless, and the prompt by --prompt-file or on the standard input',
    );
  return 'interactive';
}

/** @throws UsageError where there is none. */
async function promptOf(
  { promptFile, headless }: { readonly promptFile: string | undefined; readonly headless: boolean },
  io: Io,
): Promise<string> {
  if (promptFile !== undefined) {
    const file = path.resolve(io.cwd, promptFile);
    const text = await readTextFile(file, io.machine.files);
    if (text === undefined) throw new UsageError(`${file} does not exist`);
    return text;
  }
  // In a terminal what is typed is for the agent.
  if (!headless || io.machine.terminal.isAttended())
    throw new UsageError(
      'there is no prompt: name its file with --prompt-file, or with --headless give it on the standard input',
    );
  return io.machine.terminal.readInput();
}
