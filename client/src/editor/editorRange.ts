import * as vscode from 'vscode';
import type { Range } from '../../../server/src/protocol.js';

/** A range as the editor's own interface has it. */
export function editorRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
