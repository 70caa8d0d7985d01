import { agentCommandTable, phaseCommandTable, userPathCommandTable } from './agents/agentCommandTable.js';
import { queueCommandTable } from './agents/queueCommandTable.js';
import { reviewCommandTable } from './agents/reviewCommandTable.js';
import { boardCommandTable, newBoardCommandTable } from './board/boardCommandTable.js';
import { serverCommandTable, viewCommandTable, walkthroughCommandTable } from './commandTables.js';
import { codeGraphCommandTable } from './codeGraph/codeGraphCommandTable.js';
import type { CommandTable } from './editor/commandTable.js';
import { findingCommandTable } from './findings/findingCommandTable.js';
import { gateApprovalCommandTable, gateCommandTable, gateWordCommandTable } from './gates/gateCommandTable.js';
import { healthCommandTable } from './health/healthCommandTable.js';
import { insightsCommandTable } from './insights/insightsCommandTable.js';
import { kanbanCommandTable } from './kanban/kanbanCommandTable.js';
import { itemCommandTable, mergeDriverCommandTable, quickAddCommandTable } from './operations/itemCommandTable.js';
import { runCommandTable } from './runs/runCommandTable.js';
import { traceCommandTable, traceTreeCommandTable } from './trace/traceCommandTable.js';
import { setUpCommandTable } from './tools/setUpCommandTable.js';
import { worktreeCommandTable } from './worktrees/worktreeCommandTable.js';

/** Every command of the extension: package.json's `commands` and `menus` are generated from it. */
export const allCommands: CommandTable = {
  ...agentCommandTable,
  ...boardCommandTable,
  ...codeGraphCommandTable,
  ...findingCommandTable,
  ...gateApprovalCommandTable,
  ...gateCommandTable,
  ...gateWordCommandTable,
  ...healthCommandTable,
  ...insightsCommandTable,
  ...itemCommandTable,
  ...kanbanCommandTable,
  ...mergeDriverCommandTable,
  ...newBoardCommandTable,
  ...phaseCommandTable,
  ...queueCommandTable,
  ...quickAddCommandTable,
  ...reviewCommandTable,
  ...runCommandTable,
  ...serverCommandTable,
  ...setUpCommandTable,
  ...traceCommandTable,
  ...traceTreeCommandTable,
  ...userPathCommandTable,
  ...viewCommandTable,
  ...walkthroughCommandTable,
  ...worktreeCommandTable,
};
