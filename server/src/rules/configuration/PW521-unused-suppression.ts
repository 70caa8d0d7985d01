import { documentKinds } from '../../documents/registry.js';
import type { SuppressionComment } from '../../documents/parsed.js';
import type { Located } from '../../markdown/span.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import { defineRule, type Report, type RuleContext } from '../rule.js';
import type { Commented } from '../suppression.js';
import { nextLine } from '../../markdown/lines.js';

export const unusedSuppression = defineRule({
  code: 'PW521',
  name: 'unused-suppression',
  summary: 'A comment turns off a rule that finds nothing there, or turns on one that is already on',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  lastPass: true,
  documents: documentKinds,
  why: 'The comment is no longer needed, or was never in the right place. If it stays, it hides the next real problem. An `enable` without a match often has a different code than its `disable`, which then applies to the end of the file.',
  fix: 'Remove the code, or the whole comment if no other code is left. The quick fix does this.',
  pactkit: 'PactKit has no such comments and ignores them.',
  check: unusedIn,
  // A linter of documents must not write source code unasked.
  *checkSource(file, context): Generator<Report> {
    for (const { fix, ...report } of unusedIn(file, context))
      yield { ...report, ...(fix ? { fix: { ...fix, safe: false } } : {}) };
  },
});

function* unusedIn(
  document: Commented,
  { unusedSuppressions, knownRules }: Pick<RuleContext, 'unusedSuppressions' | 'knownRules'>,
): Generator<Report> {
  if (unusedSuppressions.length === 0) return;
  const unsuppressible = new Set(knownRules.flatMap(({ code, name, lastPass }) => (lastPass ? [code, name] : [])));
  const unused = new Map(unusedSuppressions.map((one) => [one.span.start, one]));
  for (const comment of document.suppressions) {
    const isOfAll = comment.kind === 'enable' && comment.codes.length === 0;
    const idle = isOfAll ? [{ value: 'all rules', span: comment.span }] : comment.codes;
    const gone = idle.filter(({ span }) => unused.has(span.start));
    const [first] = gone;
    if (!first) continue;
    const all = gone.length === idle.length;
    const codes = gone.map(({ value }) => value).join(', ');
    const ends = gone.flatMap(({ span }) => unused.get(span.start)?.end ?? []);
    const isDoubtful = gone.some(({ span }) => unused.get(span.start)?.doubtful);
    yield {
      span: gone.length === 1 ? first.span : comment.span,
      anchor: codes,
      message: gone.every(({ value }) => unsuppressible.has(value))
        ? `Comments cannot turn ${codes} off or on, only \`.pactwright/config.yaml\` can. Remove ${all ? 'the comment' : codes}.`
        : saysNothing(comment.kind, codes, gone.length > 1, isDoubtful, all),
      fix: {
        title: `${all ? 'Remove the comment' : `Remove ${codes} from the comment`}${ends.length > 0 ? ' and the one that ends it' : ''}`,
        safe: !isDoubtful,
        edits: [comment, ...commentsOf(document, ends)].map((one) => withoutCodes(document, one, [...gone, ...ends])),
      },
    };
  }
}

function saysNothing(
  kind: SuppressionComment['kind'],
  codes: string,
  areSeveral: boolean,
  isDoubtful: boolean,
  all: boolean,
): string {
  const remove = `Remove ${all ? 'the comment' : areSeveral ? 'the codes' : 'the code'}`;
  if (kind !== 'enable')
    return `This comment turns ${codes} off where ${areSeveral ? 'they find' : 'it finds'} nothing. ${remove}, or it will hide the next problem.`;
  return isDoubtful
    ? `This comment turns ${codes} on again, but a different rule is turned off here. Correct the code, or ${remove.toLowerCase()}.`
    : `This comment turns ${codes} on again, but nothing is turned off here. ${remove}.`;
}

/** Takes the line with it where the comment is alone on it; a space one stays where it keeps two blocks of Markdown apart. */
function removal({ text, lines }: Commented, { span }: SuppressionComment): TextEdit {
  let start = span.start;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  const next = nextLine(text, span.end);
  const alone =
    (start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r') && text.slice(span.end, next).trim() === '';
  if (!alone) return { span, newText: '' };
  const above = text.slice(lines.lineStart(lines.positionAt(start).line - 1), start);
  const below = text.slice(next, nextLine(text, next));
  const isBetween = text.startsWith('<', span.start) && above.trim() !== '' && below.trim() !== '';
  return { span: { start, end: isBetween ? span.end : next }, newText: '' };
}

function commentsOf({ suppressions }: Commented, ends: readonly Located[]): readonly SuppressionComment[] {
  const starts = new Set(ends.map(({ span }) => span.start));
  if (starts.size === 0) return [];
  return suppressions.filter(
    ({ codes, span }) => starts.has(span.start) || codes.some((code) => starts.has(code.span.start)),
  );
}

/** Takes codes out of a comment that it may have, and the whole comment where none is left. */
function withoutCodes(document: Commented, comment: SuppressionComment, gone: readonly Located[]): TextEdit {
  const starts = new Set(gone.map(({ span }) => span.start));
  const left = comment.codes.filter(({ span }) => !starts.has(span.start));
  if (left.length === 0) return removal(document, comment);
  const part = {
    start: comment.codes[0]?.span.start ?? comment.span.end,
    end: comment.codes.at(-1)?.span.end ?? comment.span.end,
  };
  const separator = document.text.slice(part.start, part.end).includes(',') ? ', ' : ' ';
  return { span: part, newText: left.map(({ value }) => value).join(separator) };
}
