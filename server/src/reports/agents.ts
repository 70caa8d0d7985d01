import type { Agent } from '../agents/agent.js';
import { costWords } from '../agents/budget.js';
import type { Detection } from '../agents/detect.js';
import { isOpen, type ReviewComment } from '../agents/reviewComments.js';
import { silenceOf, type SessionView } from '../agents/sessions/sessionView.js';
import { durationWords } from '../base/duration.js';
import { plainLines, plainText } from '../base/plainText.js';

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
      const { id, state, agent, item, phase, round, startedAt, endedAt, note, branch } = session;
      const silence = silenceOf(session, now);
      const cost = costWords(session);
      const what = [
        phase,
        item,
        round > 1 ? `round ${round}` : undefined,
        branch === undefined ? undefined : `on ${branch}`,
      ];
      const facts = [
        agent,
        ...what.filter((one) => one !== undefined),
        durationWords(Math.round(((endedAt ?? now) - startedAt) / 1000) * 1000),
        ...(silence === undefined ? [] : [`silent for ${durationWords(silence)}`]),
        ...(cost === undefined ? [] : [cost]),
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
      const facts = [agent, state, `${durationWords(Math.round((now - startedAt) / 1000) * 1000)} ago`];
      if (destroyed > 0) facts.push(`destroyed ${destroyed} things that were not its own`);
      return `${index + 1}  ${id}\n   ${facts.map(plainText).join(', ')}\n`;
    })
    .join('');
}

/** Comments on an item's work, for a terminal. */
export function formatComments(comments: readonly ReviewComment[]): string {
  if (comments.length === 0) return 'There are no comments.\n';
  return comments
    .map((comment) => {
      const state = isOpen(comment) ? 'not sent yet' : comment.resolved ? 'resolved' : 'sent';
      const said = plainLines(comment.text).replace(/\n/gu, '\n  ');
      return `${comment.id} ${state}, ${plainText(comment.path)}:${comment.line}\n  ${plainText(comment.code.trim())}\n  ${said}\n`;
    })
    .join('');
}
