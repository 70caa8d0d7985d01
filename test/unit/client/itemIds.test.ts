import { describe, expect, it } from 'vitest';
import type {
  DefinitionProvider,
  DocumentLinkProvider,
  ExtensionContext,
  HoverProvider,
  Position,
  TextDocument,
} from 'vscode';
import { registerItemIds } from '../../../client/src/languageServer/itemIds.js';
import type { ServerLink } from '../../../client/src/editor/serverLink.js';
import type { TraceItems } from '../../../client/src/editor/traceItems.js';
import * as vscode from './vscode.js';

interface Asked {
  readonly method: string;
  readonly params: unknown;
}

/** The providers, and what they have asked the server so far. */
function register({ served = false } = {}): {
  hover: HoverProvider;
  definition: DefinitionProvider;
  links: DocumentLinkProvider;
  asked: Asked[];
  items: () => number;
} {
  const providers: Record<string, unknown> = {};
  const keep =
    (name: string) =>
    (_selector: unknown, provider: unknown): vscode.Disposable => {
      providers[name] = provider;
      return new vscode.Disposable(() => undefined);
    };
  Object.assign(vscode.languages, {
    registerHoverProvider: keep('hover'),
    registerDefinitionProvider: keep('definition'),
    registerDocumentLinkProvider: keep('links'),
    match: () => (served ? 10 : 0),
  });
  const asked: Asked[] = [];
  let itemsAsked = 0;
  const link = {
    request: (method: string, params: unknown) => {
      asked.push({ method, params });
      return Promise.resolve(null);
    },
  };
  const items = {
    get: () => {
      itemsAsked++;
      return Promise.resolve([{ items: [{ id: 'STORY-001' }] }]);
    },
  };
  registerItemIds(
    { subscriptions: [] } as unknown as ExtensionContext, // what the providers use of each
    link as unknown as ServerLink,
    items as unknown as TraceItems,
  );
  return {
    hover: providers['hover'] as HoverProvider, // as registered
    definition: providers['definition'] as DefinitionProvider,
    links: providers['links'] as DocumentLinkProvider,
    asked,
    items: () => itemsAsked,
  };
}

const file = (text: string): TextDocument =>
  ({
    uri: { toString: () => 'file:///a.ts' },
    getText: () => text,
    lineAt: (line: number) => ({ text: text.split('\n')[line] ?? '' }),
    positionAt: (offset: number) => offset,
  }) as unknown as TextDocument; // what the providers use of it
const at = (line: number, character: number): Position => ({ line, character }) as unknown as Position; // what the providers use of it
const never = undefined as never; // nothing is cancelled here

describe('ids in files that the server is not told of', () => {
  const text = 'no id here\n// STORY-001, BUG-7';

  it('send one line, and nothing of a line without an id', async () => {
    const { hover, definition, asked } = register();
    await hover.provideHover(file(text), at(0, 3), never);
    await definition.provideDefinition(file(text), at(0, 3), never);
    expect(asked).toEqual([]);
    await hover.provideHover(file(text), at(1, 4), never);
    await definition.provideDefinition(file(text), at(1, 4), never);
    const params = { uri: 'file:///a.ts', text: '// STORY-001, BUG-7', character: 4 };
    expect(asked).toEqual([
      { method: 'pactwright/lineHover', params },
      { method: 'pactwright/lineDefinition', params },
    ]);
  });

  it('are links where somebody knows them, and ask nothing until one is followed', async () => {
    const { links, asked } = register();
    const found = await links.provideDocumentLinks(file(text), never);
    expect(found).toHaveLength(1);
    expect(asked).toEqual([]);
    const [first] = found ?? [];
    if (first) await links.resolveDocumentLink?.(first, never);
    expect(asked).toEqual([{ method: 'pactwright/itemTarget', params: { uri: 'file:///a.ts', item: 'STORY-001' } }]);
  });

  it('ask nothing of a file without an id, or of one that the server knows', async () => {
    const without = register();
    expect(await without.links.provideDocumentLinks(file('no id'), never)).toEqual([]);
    expect(without.items()).toBe(0);
    const served = register({ served: true });
    expect(await served.links.provideDocumentLinks(file(text), never)).toEqual([]);
    await served.hover.provideHover(file(text), at(1, 4), never);
    expect([served.items(), served.asked]).toEqual([0, []]);
  });
});
