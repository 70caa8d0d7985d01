import type { Entry } from '../documents/board/board.js';
import type { AnyDocument } from '../documents/document.js';
import { hull, type Span } from '../markdown/span.js';
import { entriesOf } from '../rules/board/entries.js';

export type SymbolKind = 'item' | 'requirement' | 'criterion' | 'scenario' | 'entry';

export interface DocumentSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: SymbolKind;
  readonly span: Span;
  /** Inside `span`. */
  readonly selection: Span;
}

/** What has an id in a document, in order: requirements, criteria, scenarios, entries. Headings are the editor's own matter. */
export function documentSymbols(document: AnyDocument): readonly DocumentSymbol[] {
  switch (document.kind) {
    case 'spec': {
      const { requirements, criteria } = document.model;
      return [
        ...requirements.map(({ id, name, level, span, idSpan }): DocumentSymbol => {
          const detail = level ? `${name.value} (${level.value})` : name.value;
          return { name: id, detail, kind: 'requirement', span, selection: idSpan };
        }),
        ...criteria.map(({ id, name, span, idSpan }): DocumentSymbol => ({
          name: id,
          detail: name.value,
          kind: 'criterion',
          span,
          selection: idSpan,
        })),
      ].sort((a, b) => a.span.start - b.span.start);
    }
    case 'testCase':
      return document.model.scenarios.map(({ id, name, span, headingSpan }) => ({
        name: id?.value ?? (name.value || 'Scenario'),
        detail: id ? name.value : '',
        kind: 'scenario',
        // Its heading may be that of its group, which stands above it.
        span: hull(span, headingSpan),
        selection: headingSpan,
      }));
    case 'board':
      return entriesOf(document.model).map(ofEntry);
    case 'archive':
      return document.model.entries.map(ofEntry);
    default:
      return [];
  }
}

function ofEntry({ id, title, tasks, span, headingSpan }: Entry): DocumentSymbol {
  const done = tasks.filter(({ checked }) => checked).length;
  const progress = tasks.length > 0 ? ` ${done}/${tasks.length}` : '';
  const name = id?.value ?? (title.value || 'Entry');
  return { name, detail: `${id ? title.value : ''}${progress}`.trim(), kind: 'entry', span, selection: headingSpan };
}
