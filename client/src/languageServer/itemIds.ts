import * as vscode from 'vscode';
import {
  findItemIds,
  itemTargetRequest,
  lineDefinitionRequest,
  lineHoverRequest,
  type LinePosition,
} from '../../../server/src/protocol.js';
import { editorRange } from '../editor/editorRange.js';
import { servedDocuments } from './servedDocuments.js';
import type { ServerLink } from '../editor/serverLink.js';
import type { TraceItems } from '../editor/traceItems.js';

const anyFile: vscode.DocumentSelector = { scheme: 'file' };

/** A file with more text or more ids is generated: it gets no links. */
const longest = 1_000_000;
const mostLinks = 1_000;

class ItemLink extends vscode.DocumentLink {
  readonly item: string;
  readonly uri: string;
  constructor(range: vscode.Range, item: string, uri: string) {
    super(range);
    this.item = item;
    this.uri = uri;
    this.tooltip = vscode.l10n.t('Open {0}', item);
  }
}

/**
 * Hover, definition and links of item ids in source code, commit messages and all other files that the language server is not
 * synced. The server is sent one line, when a person asks about it, and nothing of a line without an id.
 */
export function registerItemIds(context: vscode.ExtensionContext, link: ServerLink, items: TraceItems): void {
  context.subscriptions.push(
    vscode.languages.registerHoverProvider(anyFile, {
      provideHover: async (document, position) => {
        const asked = lineAt(document, position);
        const hover = asked && (await link.request(lineHoverRequest, asked));
        return hover && new vscode.Hover(new vscode.MarkdownString(hover.markdown), rangeOn(position, hover));
      },
    }),
    vscode.languages.registerDefinitionProvider(anyFile, {
      provideDefinition: async (document, position): Promise<vscode.LocationLink[]> => {
        const asked = lineAt(document, position);
        const definition = asked && (await link.request(lineDefinitionRequest, asked));
        if (!definition) return [];
        return definition.places.map(({ uri, range }) => ({
          originSelectionRange: rangeOn(position, definition),
          targetUri: vscode.Uri.parse(uri),
          targetRange: editorRange(range),
        }));
      },
    }),
    vscode.languages.registerDocumentLinkProvider(anyFile, {
      provideDocumentLinks: async (document) => {
        if (isServed(document)) return [];
        const text = document.getText();
        if (text.length > longest) return [];
        const ids = findItemIds(text).slice(0, mostLinks);
        if (ids.length === 0) return [];
        // An unknown id belongs to another project: no link.
        const known = new Set((await items.get())?.flatMap((project) => project.items.map(({ id }) => id)));
        const uri = document.uri.toString();
        return ids
          .filter(({ value }) => known.has(value))
          .map(({ value, span }) => {
            const range = new vscode.Range(document.positionAt(span.start), document.positionAt(span.end));
            return new ItemLink(range, value, uri);
          });
      },
      resolveDocumentLink: async (itemLink: ItemLink) => {
        const place = await link.request(itemTargetRequest, { uri: itemLink.uri, item: itemLink.item });
        if (place) {
          const { line, character } = place.range.start;
          itemLink.target = vscode.Uri.parse(place.uri).with({ fragment: `L${line + 1},${character + 1}` });
        }
        return itemLink;
      },
    }),
  );
}

function isServed(document: vscode.TextDocument): boolean {
  return vscode.languages.match([...servedDocuments], document) > 0;
}

/** What to send of a document; undefined if its line has no id, or the language server knows the whole document. */
function lineAt(document: vscode.TextDocument, position: vscode.Position): LinePosition | undefined {
  if (isServed(document)) return undefined;
  const { text } = document.lineAt(position.line);
  if (text.length > longest || findItemIds(text).length === 0) return undefined;
  return { uri: document.uri.toString(), text, character: position.character };
}

function rangeOn(
  { line }: vscode.Position,
  { start, end }: { readonly start: number; readonly end: number },
): vscode.Range {
  return new vscode.Range(line, start, line, end);
}
