import type { WorkSource } from '../editor/workSource.js';
import { agentGroupOf } from './agentRows.js';
import type { AgentSessions } from './agentSessions.js';
import { sessionIcon, showSession } from './agentTreeItem.js';
import { sessionDetails, sessionWords, subjectWords } from './agentWords.js';

/** The sessions of an item that run or wait, and its newest one; the Agents view has them all. */
export function createAgentWork(sessions: Pick<AgentSessions, 'latest' | 'onChange'>): WorkSource {
  return {
    rows: (root, { id: item }) => {
      const own = sessions.latest().filter((session) => session.root === root && session.item === item);
      const shown = own.filter(({ state }, at) => at === 0 || ['waiting', 'running'].includes(agentGroupOf(state)));
      return shown.map((session) => {
        const group = agentGroupOf(session.state);
        return {
          id: `agent ${session.id}`,
          label: subjectWords(session),
          description: sessionWords(session, Date.now()),
          tooltip: sessionDetails(session, Date.now()),
          icon: sessionIcon(session, group),
          command: showSession(session, group),
        };
      });
    },
    onChange: sessions.onChange,
  };
}
