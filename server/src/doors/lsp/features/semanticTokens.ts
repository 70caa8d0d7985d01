import {
  type Connection,
  type SemanticTokens,
  SemanticTokensBuilder,
  type SemanticTokensLegend,
} from 'vscode-languageserver';
import { semanticTokens, tokenModifiers, tokenTypes } from '../../../languageFeatures/semanticTokens.js';
import { guard } from '../guard.js';
import type { Session } from '../session.js';

export const semanticTokensLegend: SemanticTokensLegend = {
  tokenTypes: [...tokenTypes],
  tokenModifiers: [...tokenModifiers],
};

export function registerSemanticTokens(connection: Connection, session: Session): void {
  const log = (message: string): void => connection.console.error(message);
  connection.languages.semanticTokens.on(
    guard('semantic tokens', log, { data: [] }, async ({ textDocument }, token): Promise<SemanticTokens> => {
      const settled = await session.settled(textDocument.uri);
      if (!settled || token.isCancellationRequested) return { data: [] };
      const { document } = settled;
      const builder = new SemanticTokensBuilder();
      for (const { span, type, declaration } of semanticTokens(document)) {
        const { line, character } = document.lines.positionAt(span.start);
        // The one modifier of the legend is its first bit.
        builder.push(line, character, span.end - span.start, tokenTypes.indexOf(type), declaration ? 1 : 0);
      }
      return builder.build();
    }),
  );
}
