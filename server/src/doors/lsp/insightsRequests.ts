import { insightsRequest } from '../../protocol.js';
import { escapeHtml } from '../../base/escapeHtml.js';
import { insightsBody } from '../../reports/insights/insightsBody.js';
import { insightsStyle } from '../../reports/insights/style.js';
import type { AnswerRequest } from './answerRequest.js';
import type { Session } from './session.js';

/** Answers what the client's page of insights asks. */
export function registerInsightsRequests(answer: AnswerRequest, session: Pick<Session, 'insights'>): void {
  answer(insightsRequest, null, async (words) => {
    const projects = await session.insights();
    const body = projects
      ? insightsBody(projects, words)
      : `<main>\n<h1>${escapeHtml(words.title)}</h1>\n<p>${escapeHtml(words.untrusted)}</p>\n</main>`;
    return { style: insightsStyle, body };
  });
}
