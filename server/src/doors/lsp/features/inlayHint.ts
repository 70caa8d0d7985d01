import type { Connection, InlayHint } from 'vscode-languageserver';
import { inlayHints } from '../../../languageFeatures/inlayHints.js';
import { guard } from '../guard.js';
import type { Session } from '../session.js';

/** Answers whoever asks: our client asks only where the setting `pactwright.inlayHints.titles` wants titles. */
export function registerInlayHint(connection: Connection, session: Session): void {
  const log = (message: string): void => connection.console.error(message);
  connection.languages.inlayHint.on(
    guard('inlay hints', log, null, async ({ textDocument, range }, token): Promise<InlayHint[] | null> => {
      const settled = await session.settled(textDocument.uri);
      if (!settled || token.isCancellationRequested) return null;
      const { lines } = settled.document;
      const within = { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) };
      return inlayHints(settled, within).map(({ offset, text }) => ({
        position: lines.positionAt(offset),
        label: text,
        paddingLeft: true,
      }));
    }),
  );
}
