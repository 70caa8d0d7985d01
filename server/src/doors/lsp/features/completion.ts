import { CompletionItemKind, type CompletionItem, type CompletionList, type Connection } from 'vscode-languageserver';
import { complete, type Completion, type CompletionKind } from '../../../languageFeatures/completion.js';
import type { LineIndex } from '../../../markdown/lineIndex.js';
import { guard } from '../guard.js';
import { markdown } from '../markup.js';
import type { Session } from '../session.js';

export function registerCompletion(connection: Connection, session: Session): void {
  const log = (message: string): void => connection.console.error(message);
  connection.onCompletion(
    guard('completion', log, null, async ({ textDocument, position }, token): Promise<CompletionList | null> => {
      const settled = await session.settled(textDocument.uri);
      if (!settled || token.isCancellationRequested) return null;
      const { lines } = settled.document;
      const { items, complete: whole } = complete(settled, lines.offsetAt(position));
      return { isIncomplete: !whole, items: items.map((item) => toItem(item, lines)) };
    }),
  );
}

const kinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  item: CompletionItemKind.Class,
  requirement: CompletionItemKind.Property,
  criterion: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  field: CompletionItemKind.Field,
  section: CompletionItemKind.Module,
  keyword: CompletionItemKind.Keyword,
  step: CompletionItemKind.Text,
  rule: CompletionItemKind.Constant,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
};

function toItem(completion: Completion, lines: LineIndex): CompletionItem {
  const { label, kind, detail, documentation, filterText, sortText, edit } = completion;
  return {
    label,
    kind: kinds[kind],
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { documentation: markdown(documentation) }),
    filterText,
    sortText,
    textEdit: { range: lines.rangeOf(edit.span), newText: edit.newText },
  };
}
