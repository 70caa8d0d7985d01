/**
 * What client and server say to each other beyond LSP: message names and the shapes of what they carry, by subject. The client
 * imports nothing else from the server.
 */
import type { AgentNotifications, AgentRequests } from './protocol/agents.js';
import type { BoardNotifications, BoardRequests } from './protocol/board.js';
import type { CodeGraphRequests } from './protocol/codeGraph.js';
import type { IdRequests } from './protocol/ids.js';
import type { InsightsRequests } from './protocol/insights.js';
import type { LintNotifications, LintRequests } from './protocol/lint.js';
import type { MatrixRequests } from './protocol/matrix.js';
import type { OperationRequests } from './protocol/operations.js';
import type { RunRequests } from './protocol/runs.js';
import type { ServerLifeRequests } from './protocol/serverLife.js';
import type { TestRequests } from './protocol/tests.js';
import type { TraceRequests } from './protocol/trace.js';

export * from './protocol/agents.js';
export * from './protocol/board.js';
export * from './protocol/codeGraph.js';
export * from './protocol/gates.js';
export * from './protocol/ids.js';
export * from './protocol/insights.js';
export * from './protocol/lint.js';
export * from './protocol/matrix.js';
export * from './protocol/operations.js';
export * from './protocol/place.js';
export * from './protocol/runs.js';
export * from './protocol/serverLife.js';
export * from './protocol/tests.js';
export * from './protocol/trace.js';

/** So that all pages are framed, and all text in them escaped, in one way. */
export { escapeHtml } from './base/escapeHtml.js';
export { htmlPage, styleOnly } from './reports/htmlPage.js';

/** So that the editor says of a text that is typed what an operation would refuse. */
export { entryTitleProblem, taskProblem } from './operations/support/boardText.js';

/** So that tools of the editor answer models as those of the command line do. */
export { dataNote } from './base/dataNote.js';
export { plainLines } from './base/plainText.js';

/** What each request asks and is answered. */
export interface Requests
  extends
    AgentRequests,
    BoardRequests,
    CodeGraphRequests,
    IdRequests,
    InsightsRequests,
    LintRequests,
    MatrixRequests,
    OperationRequests,
    RunRequests,
    ServerLifeRequests,
    TestRequests,
    TraceRequests {}

/** What each notification from the server carries. */
export interface Notifications extends AgentNotifications, BoardNotifications, LintNotifications {}
