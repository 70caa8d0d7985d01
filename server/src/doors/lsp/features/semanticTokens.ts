import { type SemanticTokens, SemanticTokensBuilder, type SemanticTokensLegend } from 'vscode-languageserver';
import { semanticTokens, tokenModifiers, tokenTypes } from '../../../languageFeatures/semanticTokens.js';
import { answer, type FeatureHost } from './answer.js';

export const semanticTokensLegend: SemanticTokensLegend = {
  tokenTypes: [...tokenTypes],
  tokenModifiers: [...tokenModifiers],
};

export function registerSemanticTokens(host: FeatureHost): void {
  host.connection.languages.semanticTokens.on(
    answer(host, 'semantic tokens', { data: [] }, ({ document }): SemanticTokens => {
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
