import type { Location } from 'vscode-languageserver';
import { references } from '../../../languageFeatures/references.js';
import { placeIn } from '../places.js';
import { answer, type FeatureHost } from './answer.js';

export function registerReferences(host: FeatureHost): void {
  host.connection.onReferences(
    answer(host, 'references', null, (settled, { position, context }): Location[] | null =>
      references(settled, settled.document.lines.offsetAt(position), context.includeDeclaration).map(({ file, span }) =>
        placeIn(settled.uriOf, file, span),
      ),
    ),
  );
}
