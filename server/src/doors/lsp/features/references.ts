import type { Connection, Location } from 'vscode-languageserver';
import { references } from '../../../languageFeatures/references.js';
import { guard } from '../guard.js';
import { placeIn } from '../places.js';
import type { Session } from '../session.js';

export function registerReferences(connection: Connection, session: Session): void {
  const log = (message: string): void => connection.console.error(message);
  connection.onReferences(
    guard('references', log, null, async ({ textDocument, position, context }, token): Promise<Location[] | null> => {
      const settled = await session.settled(textDocument.uri);
      if (!settled || token.isCancellationRequested) return null;
      return references(settled, settled.document.lines.offsetAt(position), context.includeDeclaration).map(
        ({ file, span }) => placeIn(settled.uriOf, file, span),
      );
    }),
  );
}
