import { type MarkupContent, MarkupKind } from 'vscode-languageserver';

/** Markdown as LSP has it. What comes from documents is escaped before. */
export function markdown(value: string): MarkupContent {
  return { kind: MarkupKind.Markdown, value };
}
