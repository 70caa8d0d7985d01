import { CompletionItemKind, type CompletionItem, type CompletionList } from 'vscode-languageserver';
import { complete, type Completion } from '../../../languageFeatures/completion.js';
import type { CompletionKind } from '../../../languageFeatures/completionOffer.js';
import { describeTarget } from '../../../languageFeatures/hover.js';
import type { LineIndex } from '../../../markdown/lineIndex.js';
import type { IdTarget } from '../../../trace/idReferences.js';
import { guard } from '../guard.js';
import { markdown } from '../markup.js';
import { answer, type FeatureHost } from './answer.js';

export function registerCompletion(host: FeatureHost): void {
  const { connection, session, log } = host;
  connection.onCompletion(
    answer(host, 'completion', null, (settled, { textDocument, position }): CompletionList | null => {
      const { lines } = settled.document;
      const { items, complete: whole } = complete(settled, lines.offsetAt(position));
      return { isIncomplete: !whole, items: items.map((item) => toItem(item, lines, textDocument.uri)) };
    }),
  );
  const describe = guard('completion', log, undefined, async ({ uri, target }: ItemData) => {
    const project = await session.traceAt(uri);
    return project && describeTarget(project, target, project.uriOf);
  });
  connection.onCompletionResolve(async (item) => {
    // What the editor sends back is what it was sent.
    const about = item.data as ItemData | undefined;
    const documentation = about && (await describe(about));
    return documentation === undefined ? item : { ...item, documentation: markdown(documentation) };
  });
}

/** What an item is about, for when it is looked at. */
interface ItemData {
  readonly uri: string;
  readonly target: IdTarget;
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

function toItem(completion: Completion, lines: LineIndex, uri: string): CompletionItem {
  const { label, kind, detail, documentation, about, filterText, sortText, edit } = completion;
  return {
    label,
    kind: kinds[kind],
    // Alone, `detail` is shown of the chosen item only, and an id without its title says little.
    ...(detail === undefined ? {} : { detail, labelDetails: { description: detail } }),
    ...(documentation === undefined ? {} : { documentation: markdown(documentation) }),
    ...(about ? { data: { uri, target: about } satisfies ItemData } : {}),
    filterText,
    sortText,
    textEdit: { range: lines.rangeOf(edit.span), newText: edit.newText },
  };
}
