import type { Agent } from '../agents/agent.js';
import type { Detection } from '../agents/detect.js';
import type { SessionView } from '../agents/sessions/sessionView.js';
import { plainText } from '../base/plainText.js';

/** Which agents are installed. */
export function formatAgents(agents: readonly Agent[], detections: readonly Detection[]): string {
  const width = Math.max(...agents.map(({ id }) => id.length));
  return agents
    .map(({ id, name, installPage }, index) => {
      const detection = detections[index];
      const found = detection?.found
        ? `${plainText(detection.version)}  ${plainText(detection.program)}`
        : `not found: ${plainText(detection?.reason ?? '')}${installPage === '' ? '' : `; see ${installPage}`}`;
      return `${id.padEnd(width)}  ${plainText(name)} ${found}\n`;
    })
    .join('');
}

/** @param now milliseconds since 1970. */
export function formatSessions(sessions: readonly SessionView[], now: number): string {
  if (sessions.length === 0)
    return 'There are no sessions (use --all to include those that ended more than a day ago).\n';
  return sessions
    .map((session) => {
      const { id, state, agent, item, phase, round, startedAt, endedAt, note, branch, dollars } = session;
      const what = [
        phase,
        item,
        round > 1 ? `round ${round}` : undefined,
        branch === undefined ? undefined : `on ${branch}`,
      ];
      const facts = [
        agent,
        ...what.filter((one) => one !== undefined),
        spanOf((endedAt ?? now) - startedAt),
        ...(dollars === undefined ? [] : [`$${dollars.toFixed(2)}`]),
      ];
      const lines = [`${id} ${state}`, `  ${facts.join(', ')}`, ...(note === '' ? [] : [`  ${note}`])];
      return lines.map((line) => `${line.match(/^ */u)?.[0] ?? ''}${plainText(line.trim())}\n`).join('');
    })
    .join('');
}

/** The rounds of a phase with what became of them. @param now milliseconds since 1970. */
export function formatCheckpoints(rounds: readonly SessionView[], now: number): string {
  return rounds
    .map(({ id, agent, state, startedAt, destroyed = 0 }, index) => {
      const facts = [agent, state, `${spanOf(now - startedAt)} ago`];
      if (destroyed > 0) facts.push(`destroyed ${destroyed} things that were not its own`);
      return `${index + 1}  ${id}\n   ${facts.map(plainText).join(', ')}\n`;
    })
    .join('');
}

function spanOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
