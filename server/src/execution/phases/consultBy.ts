import type { Agent } from '../../agents/agent.js';
import { awaitAnswer, recordAnswer, recordQuestion } from '../agents/questions.js';
import type { AgentRun } from '../agents/agentRun.js';
import type { PhaseDesk } from './phaseDesk.js';

/** Has a person say what an agent may do while it waits for that, here or elsewhere. */
export function consultBy(
  desk: Pick<PhaseDesk, 'machine' | 'tell' | 'signal'>,
  ask: NonNullable<PhaseDesk['answer']>,
  { name: agent }: Pick<Agent, 'name'>,
): NonNullable<AgentRun['consult']> {
  return async (question, { session, log }, until) => {
    const { machine } = desk;
    await recordQuestion(machine, log, question, true);
    desk.tell({ event: 'question', session, agent, question });
    const here = async (over: AbortSignal): Promise<string> => (await ask(question, over, 'reject')).trim() || 'reject';
    try {
      return await awaitAnswer(machine, log, question, here, AbortSignal.any([desk.signal, until]));
    } catch (error) {
      // A question without a waiting agent is dropped.
      await recordAnswer(machine, log, 'reject');
      throw error;
    }
  };
}
