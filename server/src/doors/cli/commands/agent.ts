import path from 'node:path';
import type { Agent, AgentMode } from '../../../agents/agent.js';
import { knownAgents } from '../../../execution/agents/knownAgents.js';
import { findSessionPlace } from '../../../execution/agents/sessionPlace.js';
import { createSessionReader } from '../../../execution/agents/sessionReader.js';
import { stopSession } from '../../../execution/agents/stopSession.js';
import { chooseAgent } from '../../../execution/phases/chooseAgent.js';
import { formatSessions } from '../../../reports/agents.js';
import { UsageError } from '../../../base/usageError.js';
import { answerCommand } from '../agentAnswer.js';
import { transcriptCommand } from '../agentTranscript.js';
import { type CommandGroup, defineCommand, formatField } from '../command.js';
import { findSession, type NamedSession, sessionField, sessionRoot as rootOption } from '../findSession.js';
import { type ExitCode, exitCodes, type Io, warner } from '../io.js';
import { goOnWithPhase, isOfPhase } from '../sessionPhase.js';
import { listCommand } from '../agentList.js';
import { resumeCommand, runCommand } from '../agentStart.js';
import { finalizeTasksCommand, markStatusCommand } from '../missionCommands.js';
import { checkpointsCommand, undoCommand } from '../agentUndo.js';

const sessionsCommand = defineCommand({
  name: 'agent sessions',
  summary: 'Lists the agent sessions of this repository and their results',
  fields: {
    all: { type: 'flag', description: 'include sessions that ended more than a day ago' },
    root: rootOption,
    format: formatField('text', 'json'),
  },
  exitCodes: { 0: 'shown' },
  run: sessions,
});

const stopCommand = defineCommand({
  name: 'agent stop',
  summary: 'Ends a session: the agent and every process it started',
  fields: { session: sessionField, root: rootOption },
  exitCodes: { 0: 'done' },
  run: stop,
});

const gateCommand = defineCommand({
  name: 'agent gate',
  summary: 'Runs the gate on the work of a session so far, as its phase does at the end',
  description:
    'In the phases Act and Hotfix the work is committed first. The agent may still be open, but must have finished its turn.',
  fields: { session: sessionField, root: rootOption },
  exitCodes: { 0: 'allowed', 1: 'refused', 3: 'something could not be found out' },
  run: judge,
});

/** `pactwright agent`. */
export const agent: CommandGroup = {
  name: 'agent',
  summary: 'Runs agents and manages their sessions',
  description:
    'In a terminal you use the agent as you would without Pactwright, and Ctrl+C goes to the agent alone. docs/agents.md describes each agent.',
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
    finalizeTasksCommand,
    markStatusCommand,
  ],
};

const day = 24 * 60 * 60 * 1000;

async function sessions(
  { root, all, format }: { readonly root: string | undefined; readonly all: boolean; readonly format: 'text' | 'json' },
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

/** Whether it becomes known that a turn is over; otherwise the person decides. */
function reportsTurns({ acp, hooks, records }: Agent, mode: AgentMode): boolean {
  return mode === 'headless' || (acp ?? hooks ?? records?.isOver) !== undefined;
}

async function judge(options: NamedSession, io: Io): Promise<ExitCode> {
  const { session, log } = await findSession(options, io);
  if (!isOfPhase(session))
    throw new UsageError(`${session.id} does not belong to a phase of an item, so it has no gate`);
  const agent = await chooseAgent(session.agent, await knownAgents(io.machine, warner(io)), {
    machine: io.machine,
    folder: session.folder,
  });
  if ((session.state === 'running' && reportsTurns(agent, session.mode)) || session.state === 'starting')
    throw new UsageError(`${agent.name} is still working: wait until its turn is over`);
  return goOnWithPhase(session, agent, { mode: 'headless', judges: log }, io);
}
