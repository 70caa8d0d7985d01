import { answerPrompt } from '../../agents/question.js';
import type { SessionView } from '../../agents/sessions/sessionView.js';
import { plainText } from '../../base/plainText.js';
import { UsageError } from '../../base/usageError.js';
import { knownAgents } from '../../execution/agents/knownAgents.js';
import { recordAnswer } from '../../execution/agents/questions.js';
import { readSession } from '../../execution/agents/sessionReader.js';
import { chooseAgent } from '../../execution/phases/chooseAgent.js';
import type { PhaseRequest } from '../../execution/phases/phaseRequest.js';
import { defineCommand, formatField } from './command.js';
import { findSession, sessionField, sessionRoot } from './findSession.js';
import { exitCodes, type Io } from './io.js';
import { runPhaseHere } from './runPhaseHere.js';
import { requestOfSession } from './sessionPhase.js';

/** `pactwright agent answer`. */
export const answerCommand = defineCommand({
  name: 'agent answer',
  summary: 'Answers a question of an agent, which then continues in the same conversation',
  description:
    'The phase continues as if the agent had not stopped, and the gate judges its work. If a terminal waits for the answer, the agent continues there. Without TEXT, the command asks for the answer.',
  fields: {
    session: sessionField,
    text: { type: 'text', positional: true, placeholder: 'TEXT', description: 'the answer' },
    root: sessionRoot,
    format: formatField('text', 'json', 'events'),
  },
  examples: [['agent answer 1f3a yes', 'answer the session whose id ends so']],
  exitCodes: {
    0: 'done, or the agent continues in its terminal',
    1: 'a gate refused',
    3: 'something could not be run or decided, or the agent is waiting for an answer',
  },
  run: async ({ session: wanted, text, root, format }, io) => {
    const { session, log } = await findSession({ session: wanted, root }, io);
    const { question } = session;
    if (question === undefined)
      throw new UsageError(`${session.id} asks nothing (\`pactwright agent sessions\` shows what agents ask)`);
    const answer = (text ?? (await askHere(question, io))).trim();
    if (answer === '') throw new UsageError('the answer is empty, so nothing was sent');
    const facts = await readSession(io.machine, log);
    const keeper = facts?.awaited ? await io.machine.programs.whichLive([facts.keeper]) : undefined;
    if (keeper && keeper.size > 0) {
      await recordAnswer(io.machine, log, answer);
      io.out('The agent continues in its terminal.\n');
      return exitCodes.fine;
    }
    return runPhaseHere(
      async (warn) => {
        const request = await requestOf(session, answerPrompt(question, answer), io, warn);
        await recordAnswer(io.machine, log, answer);
        return request;
      },
      { mode: 'headless', format },
      io,
    );
  },
});

async function askHere(question: string, { machine, terminal }: Io): Promise<string> {
  if (!terminal || !machine.terminal.isAttended())
    throw new UsageError('there is no terminal for the question: pass the answer as TEXT');
  return machine.terminal.ask(`${plainText(question)}\nYour answer: `);
}

/** A request that continues the phase of a session with the same agent. @throws UsageError if that is not possible. */
async function requestOf(
  session: SessionView,
  prompt: string,
  io: Io,
  warn: (text: string) => void,
): Promise<PhaseRequest> {
  const { id, began = id, agent: name, agentSession, folder, phase } = session;
  const { machine } = io;
  const agent = await chooseAgent(name, await knownAgents(machine, warn), { machine, folder });
  if (phase === undefined || phase === 'sprint' || phase === 'release')
    throw new UsageError(`${id} cannot be resumed: start it again, and tell the agent what was decided`);
  // Its program keeps no conversation: the phase starts again, with question and answer.
  const how =
    !agent.resumes || agentSession === undefined
      ? { answered: prompt }
      : { resumes: { session: id, agentSession, began, prompt } };
  return requestOfSession({ ...session, phase }, agent, { mode: 'headless', ...how });
}
