import type { Connection } from 'vscode-languageserver';
import { insightsRequest, type Requests } from '../../protocol.js';
import { escapeHtml } from '../../markdown/escapeHtml.js';
import { insightsBody } from '../insights/insightsBody.js';
import { insightsStyle } from '../insights/style.js';
import { guard } from './guard.js';
import type { Session } from './session.js';

/** Answers what the client's page of insights asks. */
export function registerInsightsRequests(connection: Connection, session: Pick<Session, 'insights'>): void {
  const log = (message: string): void => {
    connection.console.error(message);
  };
  connection.onRequest(
    insightsRequest,
    guard<[Requests[typeof insightsRequest]['params']], Requests[typeof insightsRequest]['answer']>(
      'insights',
      log,
      null,
      async (words) => {
        const projects = await session.insights();
        const body = projects
          ? insightsBody(projects, words)
          : `<main>\n<h1>${escapeHtml(words.title)}</h1>\n<p>${escapeHtml(words.untrusted)}</p>\n</main>`;
        return { style: insightsStyle, body };
      },
    ),
  );
}
