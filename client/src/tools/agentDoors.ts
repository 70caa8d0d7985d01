import type * as vscode from 'vscode';
import { registerLanguageModelTools, type ToolDoors } from './languageModelTools.js';
import { registerMcpServer } from './mcpServer.js';
import { createSetUpPanel } from './setUpPanel.js';

/** What agents that we did not start are offered, and how a project is set up for them. */
export function registerAgentDoors(context: vscode.ExtensionContext, doors: ToolDoors): void {
  registerLanguageModelTools(context, doors);
  registerMcpServer(context, doors.program);
  createSetUpPanel(context, doors.program);
}
