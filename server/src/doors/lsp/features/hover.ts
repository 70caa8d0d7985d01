import type { Hover } from 'vscode-languageserver';
import { hover } from '../../../languageFeatures/hover.js';
import { markdown } from '../markup.js';
import { answer, type FeatureHost } from './answer.js';

export function registerHover(host: FeatureHost): void {
  host.connection.onHover(
    answer(host, 'hover', null, (settled, { position }): Hover | null => {
      const { lines } = settled.document;
      const found = hover(settled, lines.offsetAt(position), settled.uriOf);
      return found ? { contents: markdown(found.markdown), range: lines.rangeOf(found.span) } : null;
    }),
  );
}
