import type { DocumentLink } from 'vscode-languageserver';
import { documentLinks as linksOf } from '../../languageFeatures/documentLinks.js';
import { openCommitCommand } from '../../protocol.js';
import type { SettledDocument } from './session.js';

/** The links of a document as LSP has them; one to a commit is a command of the client. */
export function documentLinks(settled: SettledDocument): DocumentLink[] {
  const { document, rootUri, uriOf } = settled;
  return linksOf(settled).map(({ span, tooltip, target }) => ({
    range: document.lines.rangeOf(span),
    tooltip,
    target: 'file' in target ? uriOf(target.file) : commandUri(openCommitCommand, [rootUri, target.commit]),
  }));
}

/** A link that runs a command (https://code.visualstudio.com/api/extension-guides/command#command-uris). */
function commandUri(command: string, args: readonly unknown[]): string {
  return `command:${command}?${encodeURIComponent(JSON.stringify(args))}`;
}
