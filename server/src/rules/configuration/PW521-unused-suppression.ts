import { documentKinds } from '../../documents/document.js';
import type { AnyDocument, SuppressionComment } from '../../documents/document.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import { defineRule, type Report } from '../rule.js';
import { nextLine } from '../../markdown/lines.js';

export const unusedSuppression = defineRule({
  code: 'PW521',
  name: 'unused-suppression',
  summary: 'A comment switches off a rule that finds nothing there, or on again one that is on',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  lastPass: true,
  documents: documentKinds,
  why: 'The reason for the comment is gone, or it never was in the right place. Left behind, it hides the next real mistake. An `enable` that ends nothing often has another code than the `disable` that it was written for, which then holds to the end.',
  ok: '<!-- pactwright-disable-next-line PW309 -->\n## ✅ Done\n',
  notOk: '<!-- pactwright-disable-next-line PW309 -->\nA paragraph in which PW309 finds nothing.\n',
  fix: 'Remove the code, or the whole comment where no other code is left; the quick fix does it.',
  pactkit: 'PactKit has no such comments and passes them over.',
  *check(document, { unusedSuppressions }): Generator<Report> {
    if (unusedSuppressions.length === 0) return;
    const unused = new Map(unusedSuppressions.map((one) => [one.span.start, one]));
    for (const comment of document.suppressions) {
      const isOfAll = comment.kind === 'enable' && comment.codes.length === 0;
      const idle = isOfAll ? [{ value: 'all rules', span: comment.span }] : comment.codes;
      const gone = idle.filter(({ span }) => unused.has(span.start));
      const [first] = gone;
      if (!first) continue;
      const all = gone.length === idle.length;
      const codes = gone.map(({ value }) => value).join(', ');
      const isDoubtful = gone.some(({ span }) => unused.get(span.start)?.doubtful);
      yield {
        span: gone.length === 1 ? first.span : comment.span,
        anchor: codes,
        message: saysNothing(comment.kind, codes, gone.length > 1, isDoubtful, all),
        fix: {
          title: all ? 'Remove the comment' : `Remove ${codes} from the comment`,
          safe: !isDoubtful,
          edits: [all ? removal(document, comment) : withoutCodes(document, comment, new Set(gone))],
        },
      };
    }
  },
});

function saysNothing(
  kind: SuppressionComment['kind'],
  codes: string,
  areSeveral: boolean,
  isDoubtful: boolean,
  all: boolean,
): string {
  const remove = `Remove ${all ? 'the comment' : areSeveral ? 'the codes' : 'the code'}`;
  if (kind !== 'enable')
    return `This comment switches ${codes} off where ${areSeveral ? 'they find' : 'it finds'} nothing. ${remove}: left behind, it hides the next mistake.`;
  return isDoubtful
    ? `This comment switches ${codes} on again, which no comment above has switched off, but something else is still off here. Write the code that is meant, or ${remove.toLowerCase()}.`
    : `This comment switches ${codes} on again, and no comment above has kept anything from being said. ${remove}: it ends nothing.`;
}

/** Takes the line with it where the comment stands alone on it. */
function removal({ text }: AnyDocument, { span }: SuppressionComment): TextEdit {
  let start = span.start;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  const next = nextLine(text, span.end);
  const alone =
    (start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r') && text.slice(span.end, next).trim() === '';
  return { span: alone ? { start, end: next } : span, newText: '' };
}

function withoutCodes(
  { text }: AnyDocument,
  { codes, span }: SuppressionComment,
  idle: ReadonlySet<SuppressionComment['codes'][number]>,
): TextEdit {
  const part = { start: codes[0]?.span.start ?? span.end, end: codes.at(-1)?.span.end ?? span.end };
  const separator = text.slice(part.start, part.end).includes(',') ? ', ' : ' ';
  const left = codes.filter((code) => !idle.has(code)).map(({ value }) => value);
  return { span: part, newText: left.join(separator) };
}
