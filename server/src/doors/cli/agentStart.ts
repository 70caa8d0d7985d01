import path from 'node:path';
import type { AgentEndKind } from '../../agents/agentEnd.js';
import { type Agent, canResume } from '../../agents/agent.js';
import type { Phase } from '../../agents/phase.js';
import { saidModels } from '../../agents/phaseChoice.js';
import { namesIn } from '../../base/namesIn.js';
import { leaderName } from '../../agents/roles.js';
import { knownAgents } from '../../execution/agents/knownAgents.js';
import { readPhaseSettings } from '../../execution/agents/phaseSettings.js';
import type { AgentRun } from '../../execution/agents/agentRun.js';
import { runAgent } from '../../execution/agents/runAgent.js';
import { readPortVariables } from '../../execution/worktrees/setUpState.js';
import { chooseAgent, requireModel } from '../../execution/phases/chooseAgent.js';
import { isLive } from '../../agents/sessions/sessionView.js';
import { agentLine, endWords, lossLines } from '../../reports/phase.js';
import { UsageError } from '../../base/usageError.js';
import { durationWords } from '../../base/duration.js';
import { plainText } from '../../base/plainText.js';
import { readTextFile } from '../../project/readTextFile.js';
import type { InputOf } from '../../operations/input.js';
import { phaseNames } from '../../agents/phase.js';
import { agentField, limitsOf, modelField, silenceField, timeoutField } from './agentFields.js';
import { defineCommand } from './command.js';
import type { CommandFields } from './commandFacts.js';
import { findSession, type NamedSession, sessionField, sessionRoot as rootOption } from './findSession.js';
import { type ExitCode, exitCodes, type Io, warner } from './io.js';
import { itemOption } from './itemField.js';
import { goOnWithPhase, isOfPhase } from './sessionPhase.js';

const startFields = {
  promptFile: {
    type: 'text',
    placeholder: 'FILE',
    description: 'the task; without a terminal it can also be read from standard input',
    completes: 'path',
  },
  headless: { type: 'flag', description: 'without a terminal: nobody can answer it' },
  timeout: timeoutField,
  silence: silenceField,
} as const satisfies CommandFields;

const exitMeanings = {
  0: 'done',
  1: 'the agent stopped or failed',
  3: 'it could not be started, had no access, was stopped or timed out',
} as const;

const runFields = {
  agent: agentField,
  ...startFields,
  item: { ...itemOption, description: 'the item, shown with the session' },
  phase: { type: 'text', placeholder: 'PHASE', description: 'the phase it is for', values: phaseNames },
  folder: {
    type: 'text',
    placeholder: 'DIR',
    description: 'the working folder (default: the current folder)',
    completes: 'folder',
  },
  readOnly: { type: 'flag', description: 'forbid changes' },
  model: modelField,
} as const satisfies CommandFields;

/** `pactwright agent run`. */
export const runCommand = defineCommand({
  name: 'agent run',
  summary: 'Runs an agent on a prompt',
  fields: runFields,
  exitCodes: exitMeanings,
  run,
});

/** `pactwright agent resume`. */
export const resumeCommand = defineCommand({
  name: 'agent resume',
  summary: 'Resumes a session that ended or was lost',
  description: 'A session of a phase continues that phase: the gate runs afterwards as usual.',
  fields: { session: sessionField, root: rootOption, ...startFields },
  exitCodes: exitMeanings,
  run: resume,
});

type StartInput = InputOf<typeof startFields>;

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

/** The prompt of a session that continues without a prompt of its own. */
const goOn = 'Go on with what you were doing.\n';

async function resume(options: NamedSession & StartInput, io: Io): Promise<ExitCode> {
  const { session } = await findSession(options, io);
  const { agentSession, item, phase, model } = session;
  if (isLive(session))
    throw new UsageError(`${session.id} is still running: stop it first (\`pactwright agent stop ${session.id}\`)`);
  const agent = await chooseAgent(session.agent, await knownAgents(io.machine, warner(io)), {
    machine: io.machine,
    folder: session.folder,
  });
  const mode = modeOf(options, io);
  if (agentSession === undefined && agent.resumes !== false)
    throw new UsageError(
      `${agent.name} did not report its own id of ${session.id}, so it cannot be resumed: start a new one`,
    );
  if (agentSession === undefined || !canResume(agent, mode))
    throw new UsageError(
      agent.resumes === 'headless'
        ? `${agent.name} cannot resume a session in a terminal: add --headless, or start a new one`
        : `${agent.name} cannot resume a session: start a new one`,
    );
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
  busy: exitCodes.unknown,
  cancelled: exitCodes.unknown,
  notStarted: exitCodes.unknown,
  timeLimit: exitCodes.unknown,
  silence: exitCodes.unknown,
  budget: exitCodes.unknown,
  reserved: exitCodes.unknown,
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

/** @throws UsageError if a person is to talk to it, and there is no terminal. */
function modeOf({ headless }: { readonly headless: boolean }, io: Io): AgentRun['mode'] {
  if (headless) return 'headless';
  if (!io.terminal || !io.machine.terminal.isAttended())
    throw new UsageError(
      'there is no terminal for the agent: use --headless, and pass the prompt with --prompt-file or on standard input',
    );
  return 'interactive';
}

/** @throws UsageError if there is none. */
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
