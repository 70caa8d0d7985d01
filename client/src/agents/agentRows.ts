import { type AgentSessionView, isLive, phases, type SessionState } from '../../../server/src/protocol.js';

/** What a person wants to know of an agent first; in this order. */
const agentGroups = ['waiting', 'running', 'failed', 'finished'] as const;

export type AgentGroup = (typeof agentGroups)[number];

/** A row of the view of agents. */
export type AgentRow =
  { readonly kind: 'group'; readonly group: AgentGroup; readonly sessions: readonly SessionRow[] } | SessionRow;

export interface SessionRow {
  readonly kind: 'session';
  readonly group: AgentGroup;
  readonly session: AgentSessionView;
}

/** An agent at the end of its turn waits for the person as one does that asks. */
const groupOf: Readonly<Record<SessionState, AgentGroup>> = {
  starting: 'running',
  running: 'running',
  waiting: 'waiting',
  idle: 'waiting',
  finished: 'finished',
  stopped: 'finished',
  refused: 'failed',
  failed: 'failed',
  lost: 'failed',
};

export const agentGroupOf = (state: SessionState): AgentGroup => groupOf[state];

/** The groups that have sessions. @param sessions newest first. */
export function topAgentRows(sessions: readonly AgentSessionView[]): readonly AgentRow[] {
  return agentGroups.flatMap((group) => {
    const own = sessions.filter(({ state }) => groupOf[state] === group);
    return own.length === 0
      ? []
      : [{ kind: 'group', group, sessions: own.map((session) => ({ kind: 'session', group, session })) } as const];
  });
}

export function agentRowId(row: AgentRow): string {
  return row.kind === 'group' ? row.group : `${row.session.root}\0${row.session.id}`;
}

/** Whether the phase of a session ends with a gate, and its turn is over. */
export function canRunGate({ state, item, phase }: Pick<AgentSessionView, 'state' | 'item' | 'phase'>): boolean {
  return state === 'idle' && item !== undefined && phase !== undefined && phases[phase].gateOut !== undefined;
}

/** The words that the when clauses of menus look for. */
export function sessionContext(session: AgentSessionView, group = groupOf[session.state]): string {
  const { item, question, transcript, canResume, destroyed = 0 } = session;
  const isOver = !isLive(session);
  return [
    'session',
    group,
    isOver ? 'over' : 'live',
    item === undefined ? '' : 'item',
    question === undefined ? '' : 'question',
    transcript === undefined ? '' : 'transcript',
    isOver && canResume === true ? 'resumable' : '',
    destroyed > 0 ? 'destroyed' : '',
    canRunGate(session) ? 'judged' : '',
  ].join(' ');
}

/** The same for the palette: the words of all sessions. */
export function sessionsContext(sessions: readonly AgentSessionView[]): string {
  return [...new Set(sessions.flatMap((session) => sessionContext(session).split(' ')))].join(' ');
}

export interface AgentNews {
  readonly session: AgentSessionView;
  readonly group: Exclude<AgentGroup, 'running'>;
}

/** For how long a session that started and ended between two looks is news, in milliseconds; older ones come with an added folder. */
const recentMs = 60_000;

/**
 * Changes of sessions that are worth a notification: each session waits, fails or ends once.
 *
 * @param at the time of `now`, in milliseconds.
 */
export function newsOfAgents(
  before: readonly AgentSessionView[],
  now: readonly AgentSessionView[],
  at: number,
): readonly AgentNews[] {
  const known = new Map(before.map((session) => [session.id, session]));
  const running = new Set(before.filter(({ state }) => groupOf[state] === 'running').map(({ id }) => id));
  const waiting = new Set(before.filter(({ state }) => groupOf[state] === 'waiting').map(({ id }) => id));
  return now.flatMap((session) => {
    const group = groupOf[session.state];
    if (group === 'running') return [];
    if (!known.has(session.id) && at - session.since < recentMs) return [{ session, group }];
    // Losses are determined after the end.
    if (hasLost(session) && !hasLost(known.get(session.id))) return [{ session, group }];
    if (running.has(session.id) || (waiting.has(session.id) && group === 'failed')) return [{ session, group }];
    return [];
  });
}

function hasLost(session: Pick<AgentSessionView, 'destroyed'> | undefined): boolean {
  return (session?.destroyed ?? 0) > 0;
}
