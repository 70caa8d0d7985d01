import type { LocationLink } from 'vscode-languageserver';
import { definition } from '../../../languageFeatures/definition.js';
import { placeIn } from '../places.js';
import { answer, type FeatureHost } from './answer.js';

/** Answers with links, so that the editor underlines the whole id and not a word of it. */
export function registerDefinition(host: FeatureHost): void {
  host.connection.onDefinition(
    answer(host, 'definition', null, (settled, { position }): LocationLink[] | null => {
      const { lines } = settled.document;
      const found = definition(settled, lines.offsetAt(position));
      if (!found) return null;
      const originSelectionRange = lines.rangeOf(found.origin);
      return found.places.map(({ file, span }) => {
        const { uri, range } = placeIn(settled.uriOf, file, span);
        return { originSelectionRange, targetUri: uri, targetRange: range, targetSelectionRange: range };
      });
    }),
  );
}
