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
  *check(document, { unusedSuppressions, knownRules }): Generator<Report> {
    if (unusedSuppressions.length === 0) return;
    const known = new Set(knownRules.flatMap(({ code, name }) => [code, name]));
    const unused = new Set(unusedSuppressions.map(({ span }) => span.start));
    for (const comment of document.suppressions) {
      if (comment.kind === 'enable' && comment.codes.length === 0 && unused.has(comment.span.start))
        yield {
          span: comment.span,
          message: `This comment switches all rules on again, ${nothingOff} Remove the comment: left behind, it looks as if something ended here.`,
          fix: { title: 'Remove the comment', safe: true, edits: [removal(document, comment)] },
        };
      // A code that no rule has is a mistake of its own, PW522.
      const idle = comment.codes.filter(({ value, span }) => unused.has(span.start) && known.has(value));
      const [first] = idle;
      if (!first) continue;
      const all = idle.length === comment.codes.length;
      const codes = idle.map(({ value }) => value).join(', ');
      yield {
        span: idle.length === 1 ? first.span : comment.span,
        anchor: codes,
        message:
          comment.kind === 'enable'
            ? `This comment switches ${codes} on again, ${nothingOff} Remove ${all ? 'the comment' : 'the code'}, or write the code as the comment does that is to end here.`
            : `This comment switches ${codes} off where ${idle.length === 1 ? 'it finds' : 'they find'} nothing. Remove ${all ? 'the comment' : 'the code'}: left behind, it hides the next mistake.`,
        fix: {
          title: all ? 'Remove the comment' : `Remove ${codes} from the comment`,
          safe: true,
          edits: [all ? removal(document, comment) : withoutCodes(document, comment, new Set(idle))],
        },
      };
    }
  },
});

const nothingOff = 'and no comment above has switched off anything that it would have said.';

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
