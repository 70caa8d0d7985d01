import os from 'node:os';
import * as vscode from 'vscode';
import { ruleReferenceRequest, ruleScheme } from '../../server/src/protocol.js';
import { createAgentChoice } from './agents/agentChoice.js';
import { registerAgentCommands } from './agents/agentCommands.js';
import { registerAgentNews } from './agents/agentNews.js';
import { agentsOfItems } from './agents/agentsOfItems.js';
import { createAgentWork } from './agents/agentWork.js';
import { createAgentSessions } from './agents/agentSessions.js';
import { createAgentTerminals } from './agents/agentTerminals.js';
import { type AgentTree, createAgentTree } from './agents/agentTree.js';
import { registerBoardCommands } from './board/boardCommands.js';
import { createBoardEdits } from './board/boardEdits.js';
import { createBoards } from './editor/boards.js';
import { createBoardStatusBar } from './board/boardStatusBar.js';
import { type BoardTree, createBoardTree } from './board/boardTree.js';
import { registerServerCommands } from './commands.js';
import { registerAdoption } from './findings/adoption.js';
import { registerFindingCommands } from './findings/findingCommands.js';
import { followHiddenFindings } from './findings/hiddenFindings.js';
import { guardDone } from './gates/doneGuard.js';
import { createGates } from './gates/gates.js';
import { createGateWork } from './gates/gateWork.js';
import { createGateStore, type GateStore } from './gates/gateStore.js';
import type { GateTree } from './gates/gateTree.js';
import { registerItemCommands } from './operations/itemCommands.js';
import { registerItemIds } from './languageServer/itemIds.js';
import { createCodeGraphPanel } from './codeGraph/codeGraphPanel.js';
import { createHealthPanel } from './health/healthPanel.js';
import { createInsightsPanel } from './insights/insightsPanel.js';
import { registerKanban } from './kanban/kanbanCommands.js';
import { registerMergeDriver } from './operations/mergeDriver.js';
import { createMatrixPanel } from './trace/matrixPanel.js';
import { registerNewBoard } from './board/newBoard.js';
import { createOperations, type Operations } from './editor/operations.js';
import type { ServerLink } from './editor/serverLink.js';
import { registerPhaseCommands } from './agents/phaseCommands.js';
import { createQueue } from './agents/queueCommands.js';
import { registerPhaseLens } from './agents/phaseLens.js';
import { registerQuickAdd } from './operations/quickAdd.js';
import { registerTraceDocuments } from './trace/traceDocuments.js';
import { registerSaveAfterFix } from './languageServer/saveAfterFix.js';
import { createSavedActs } from './languageServer/savedActs.js';
import { createServerLink } from './languageServer/serverLink.js';
import { createStatus } from './languageServer/status.js';
import { registerTasks } from './tasks.js';
import { createReview } from './agents/reviewComments.js';
import { registerTerminalPath } from './agents/terminalPath.js';
import { registerUserPath } from './agents/userPath.js';
import { registerLanguageModelTools, type ToolDoors } from './tools/languageModelTools.js';
import { registerMcpServer } from './tools/mcpServer.js';
import { createSetUpPanel } from './tools/setUpPanel.js';
import { registerRuns } from './runs/runCommands.js';
import { createTestExplorer, type TestExplorer } from './testExplorer/testExplorer.js';
import { registerTraceCommands } from './trace/traceCommands.js';
import { createTraceItems } from './editor/traceItems.js';
import { createTraceTree } from './trace/traceTree.js';
import { registerWalkthrough } from './walkthrough.js';
import { registerWorktreeCommands } from './worktrees/worktreeCommands.js';
import { registerViews } from './views.js';
import { createWorkTree } from './work/workTree.js';
import { createWorktreeTree } from './worktrees/worktreeTree.js';
import { createWorktreeWork } from './worktrees/worktreeWork.js';

/** What tests and other extensions may use of this one. */
export interface PactwrightApi {
  /** The server's process, undefined while there is none. */
  readonly serverPid: () => number | undefined;
  /** Milliseconds `activate` took of its own. */
  readonly activationMs: number;
  readonly tests: TestExplorer;
  readonly board: BoardTree;
  readonly gates: GateStore & Pick<GateTree, 'rows'>;
  readonly agents: AgentTree;
}

/**
 * Wiring only. The tree and the commands are registered before the language client is loaded, so that the view is there at
 * once and a server that fails to start can be restarted.
 */
export function activate(context: vscode.ExtensionContext): PactwrightApi {
  const began = performance.now();
  const log = vscode.window.createOutputChannel('Pactwright', { log: true });
  context.subscriptions.push(log);
  const status = createStatus(context);
  const statusBar = createBoardStatusBar(context);
  const acts = createSavedActs(context);
  const link = createServerLink(
    context,
    { log, acts },
    {
      show: (state) => {
        status.show(state);
        statusBar.show(state);
      },
    },
  );
  const program = context.asAbsolutePath('dist/cli.js');
  const boards = createBoards(context, link);
  const gates = createGateStore(context, log);
  const operations = guardDone(createOperations(link, program), { boards, gates });
  statusBar.follow(boards);
  const edits = createBoardEdits(operations);
  const board = createBoardTree(context, { boards, edits, link });
  registerBoardCommands(context, { boards, tree: board, edits });
  registerQuickAdd(context, { boards, operations });
  const sessions = createAgentSessions(context, link);
  registerKanban(context, {
    boards,
    operations,
    link,
    agents: { of: (root) => agentsOfItems(sessions.latest(), root), onChange: sessions.onChange },
  });
  const items = createTraceItems(context, link);
  const tree = createTraceTree(context, link, items);
  const matrix = createMatrixPanel(context, link, items);
  createInsightsPanel(context, link, items);
  createCodeGraphPanel(context, boards, link);
  createHealthPanel(context, program);
  registerTraceCommands(context, { tree, matrix });
  registerNewBoard(context, operations);
  registerItemCommands(context, { items, operations });
  const gateWork = createGateWork(gates);
  const { rows } = createGates(context, log, items, gates, gateWork);
  const worktrees = createWorktreeTree(context, items, operations);
  registerWorktreeCommands(context, { items, operations, tree: worktrees });
  const terminals = createAgentTerminals(program);
  registerRuns(context, { link, items, program, open: terminals.open });
  const choice = createAgentChoice(context, program);
  const queue = createQueue(context, { link, items, boards, agents: choice, terminals, program });
  createWorkTree(context, items, [gateWork, createAgentWork(sessions), createWorktreeWork(worktrees)], queue);
  registerViews(context);
  const agents = createAgentTree(context, sessions);
  registerPaths(context, program, log);
  registerAgentCommands(context, { sessions, terminals, program });
  createReview(context, { link, items, boards, sessions, program });
  registerAgentNews(context, { sessions, terminals });
  registerPhaseLens(context, items);
  registerPhaseCommands(context, { items, boards, agents: choice, terminals });
  registerTraceDocuments(context, link);
  registerItemIds(context, link, items);
  registerServerCommands(context, link, log);
  registerSaveAfterFix(context, acts);
  registerRuleDocuments(context, link);
  registerFindings(context, link, operations);
  registerTasks(context);
  registerWalkthrough(context, link);
  registerMergeDriver(context, boards, log);
  registerAgentDoors(context, { items, operations, program });
  const tests = createTestExplorer(context, link, items);
  void link.start();
  return {
    serverPid: link.pid,
    tests,
    board,
    gates: { ...gates, rows },
    agents,
    activationMs: performance.now() - began,
  };
}

/** VS Code disposes of what `activate` subscribed, and waits for the server, which keeps what it knows for the next session. */
export { stopServer as deactivate } from './languageServer/serverLink.js';

/** Where `pactwright` can be called: in the editor's terminals, and where a person asks for it, in all others. */
function registerPaths(context: vscode.ExtensionContext, program: string, log: vscode.LogOutputChannel): void {
  registerTerminalPath(context, program, log);
  registerUserPath(context, program, { home: os.homedir(), env: process.env, platform: process.platform });
}

/** What agents that we did not start are offered, and how a project is set up for them. */
function registerAgentDoors(context: vscode.ExtensionContext, doors: ToolDoors): void {
  registerLanguageModelTools(context, doors);
  registerMcpServer(context, doors.program);
  createSetUpPanel(context, doors.program);
}

function registerFindings(context: vscode.ExtensionContext, link: ServerLink, operations: Operations): void {
  registerFindingCommands(context, { link, operations });
  registerAdoption(context, link);
  followHiddenFindings(context, link);
}

/** Serves `pactwright-rule:/PW101.md`, where the code of a finding leads. */
function registerRuleDocuments(context: vscode.ExtensionContext, link: ServerLink): void {
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(ruleScheme, {
      provideTextDocumentContent: async (uri) => {
        const code = uri.path.replace(/^\//, '').replace(/\.md$/, '');
        const text = await link.request(ruleReferenceRequest, { code });
        if (text === undefined)
          return vscode.l10n.t('The Pactwright server is not running. Restart it and open the rule again.');
        return text ?? vscode.l10n.t('There is no rule {0}.', code);
      },
    }),
  );
}
