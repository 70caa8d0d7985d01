import type { CodeLens, Command, Location } from 'vscode-languageserver';
import { codeLenses, type CodeLens as Lens, type LensTarget } from '../../../languageFeatures/codeLenses.js';
import { openTraceCommand, showReferencesCommand } from '../../../protocol.js';
import { placeIn } from '../places.js';
import type { SettledDocument } from '../settledFile.js';
import { answer, type FeatureHost } from './answer.js';

export function registerCodeLens(host: FeatureHost): void {
  host.connection.onCodeLens(
    answer(host, 'code lenses', [], (settled, { textDocument }): CodeLens[] =>
      codeLenses(settled).map((lens) => ({
        range: settled.document.lines.rangeOf(lens.span),
        command: toCommand(lens, settled, textDocument.uri),
      })),
    ),
  );
}

function toCommand({ title, opens, span }: Lens, settled: SettledDocument, uri: string): Command {
  if (opens.kind === 'trace') return { title, command: openTraceCommand, arguments: [opens.item, settled.rootUri] };
  const position = settled.document.lines.positionAt(span.start);
  return { title, command: showReferencesCommand, arguments: [uri, position, locationsOf(opens, settled)] };
}

function locationsOf(opens: Exclude<LensTarget, { kind: 'trace' }>, { uriOf }: SettledDocument): Location[] {
  return opens.kind === 'places'
    ? opens.places.map(({ file, span }) => placeIn(uriOf, file, span))
    : opens.findings.map(({ path, range }) => ({ uri: uriOf(path), range }));
}
