import type { AnyDocument } from '../documents/document.js';
import { metadataRow } from '../documents/spec/specStatus.js';
import type { Step } from '../documents/steps.js';
import type { Span } from '../markdown/span.js';
import { proseOf } from '../rules/support/prose.js';
import { type IdKind, idReferencesOf } from '../trace/idReferences.js';

/** Standard types, so that every theme has colours for them. */
export const tokenTypes = ['class', 'property', 'enumMember', 'keyword'] as const;
export const tokenModifiers = ['declaration'] as const;

type TokenType = (typeof tokenTypes)[number];

export interface SemanticToken {
  /** On one line. */
  readonly span: Span;
  readonly type: TokenType;
  readonly declaration: boolean;
}

const typeOf: Readonly<Record<IdKind, TokenType>> = {
  item: 'class',
  requirement: 'property',
  criterion: 'property',
  scenario: 'property',
};

/** Ids, the Status of a spec, RFC 2119 words in requirements and the keywords of steps, in order and none over another. */
export function semanticTokens(document: AnyDocument): readonly SemanticToken[] {
  const ids = idReferencesOf(document).flatMap(({ kind, role, span, quoted }): readonly SemanticToken[] =>
    quoted ? [] : [{ span, type: typeOf[kind], declaration: role === 'definition' }],
  );
  const all = [...ids, ...wordsOf(document)].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  let end = 0;
  return all.filter(({ span }) => {
    if (span.start < end || span.end <= span.start) return false;
    end = span.end;
    return true;
  });
}

function wordsOf(document: AnyDocument): readonly SemanticToken[] {
  switch (document.kind) {
    case 'spec': {
      const { metadata, requirements, criteria } = document.model;
      const status = metadataRow(metadata, 'Status')?.value.span;
      return [
        ...(status ? [{ span: status, type: 'enumMember', declaration: false } as const] : []),
        ...requirements.flatMap(({ heading, blocks }) =>
          proseOf(document, [heading, ...blocks], rfcWord).flatMap((prose) =>
            Array.from(prose.text.matchAll(everyRfcWord), ({ 0: word, index }) =>
              keyword({ start: prose.span.start + index, end: prose.span.start + index + word.length }),
            ),
          ),
        ),
        ...criteria.flatMap(({ steps }) => steps.map(keywordOf)),
      ];
    }
    case 'testCase':
      return document.model.scenarios.flatMap(({ background = [], steps }) => [...background, ...steps].map(keywordOf));
    default:
      return [];
  }
}

const rfcWord = /(?:MUST|SHALL|SHOULD|MAY|REQUIRED|RECOMMENDED|OPTIONAL)/u;
const everyRfcWord = /\b(?:(?:MUST|SHALL|SHOULD)(?: NOT)?|(?:NOT )?RECOMMENDED|MAY|REQUIRED|OPTIONAL)\b/gu;

const keyword = (span: Span): SemanticToken => ({ span, type: 'keyword', declaration: false });

const keywordOf = ({ keywordSpan }: Step): SemanticToken => keyword(keywordSpan);
