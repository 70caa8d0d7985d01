import type { Connection, Hover } from 'vscode-languageserver';
import { hover } from '../../../languageFeatures/hover.js';
import { guard } from '../guard.js';
import { markdown } from '../markup.js';
import type { Session } from '../session.js';

export function registerHover(connection: Connection, session: Session): void {
  const log = (message: string): void => connection.console.error(message);
  connection.onHover(
    guard('hover', log, null, async ({ textDocument, position }, token): Promise<Hover | null> => {
      const settled = await session.settled(textDocument.uri);
      if (!settled || token.isCancellationRequested) return null;
      const { lines } = settled.document;
      const found = hover(settled, lines.offsetAt(position), settled.uriOf);
      return found ? { contents: markdown(found.markdown), range: lines.rangeOf(found.span) } : null;
    }),
  );
}
