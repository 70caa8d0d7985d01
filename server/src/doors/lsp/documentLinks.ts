import type { DocumentLink } from 'vscode-languageserver';
import { itemLinks } from '../../languageFeatures/itemLinks.js';
import type { SettledDocument } from './session.js';

/** Item ids as links to their specs. */
export function documentLinks({ document, project, uriOf }: SettledDocument): DocumentLink[] {
  return itemLinks(document, project).map(({ span, target, tooltip }) => ({
    range: document.lines.rangeOf(span),
    target: uriOf(target),
    tooltip,
  }));
}
