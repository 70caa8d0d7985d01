import type { Connection, LocationLink } from 'vscode-languageserver';
import { definition } from '../../../languageFeatures/definition.js';
import { guard } from '../guard.js';
import { placeIn } from '../places.js';
import type { Session } from '../session.js';

/** Answers with links, so that the editor underlines the whole id and not a word of it. */
export function registerDefinition(connection: Connection, session: Session): void {
  const log = (message: string): void => connection.console.error(message);
  connection.onDefinition(
    guard('definition', log, null, async ({ textDocument, position }, token): Promise<LocationLink[] | null> => {
      const settled = await session.settled(textDocument.uri);
      if (!settled || token.isCancellationRequested) return null;
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
