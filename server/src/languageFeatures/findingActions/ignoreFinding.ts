import type { AnyDocument } from '../../documents/document.js';
import { parseDocument } from '../../documents/parseDocument.js';
import { registeredKinds } from '../../documents/registry.js';
import type { Block, ListItem } from '../../markdown/blocks.js';
import { lineBreakOf } from '../../markdown/lines.js';
import type { Span } from '../../markdown/span.js';
import { applyEdits, insertAt, type TextEdit } from '../../markdown/textEdit.js';
import type { Finding } from '../../rules/finding.js';
import type { Rule } from '../../rules/rule.js';
import { applySuppressions } from '../../rules/suppression.js';

/** Whether a comment can silence the rule: not rules about the comments themselves, nor about unreadable files. */
export function canBeIgnored({ lastPass, checkProject, noPlaceForComment }: Rule): boolean {
  return lastPass !== true && checkProject === undefined && noPlaceForComment !== true;
}

/**
 * The comment that ignores a finding, with the reason after ` -- `: on the line above it, or around its block if a comment inside would
 * break a table, a list or a fence.
 *
 * @param reason may be empty.
 * @returns undefined if there is no place for a comment.
 */
export async function ignoreFinding(
  document: AnyDocument,
  { code, range }: Pick<Finding, 'code' | 'range'>,
  reason = '',
): Promise<readonly TextEdit[] | undefined> {
  const at = document.lines.offsetAt(range.start);
  // Findings of a file without a title are at its first line, even if that is the comment.
  const stays =
    registeredKinds.get(document.kind).syntax !== 'yaml' &&
    !document.blocks.some(({ kind }) => kind === 'heading') &&
    document.text.slice(afterMark(document.text, 0), at).trim() === '';
  for (const edits of candidates(document, at, code, reason))
    if (await isIgnored(document, edits, { code, at, stays })) return edits;
  return undefined;
}

/** A reason as it is written behind a rule's code: one line, with nothing that ends a comment or turns its text; may be empty. */
export function suppressionWords(reason: string): string {
  const line = reason
    .replace(/[\u202A-\u202E\u2066-\u2069]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/-{2,}>?/gu, '–')
    .trim();
  return line === '' ? '' : ` -- ${line}`;
}

function candidates(document: AnyDocument, at: number, code: string, reason: string): readonly TextEdit[][] {
  const { text, lines } = document;
  const because = suppressionWords(reason);
  const br = lineBreakOf(text);
  const lineStart = lines.lineStart(lines.positionAt(at).line);
  const indentation = /^[ \t]*/u.exec(text.slice(lineStart))?.[0] ?? '';
  const top = afterMark(text, 0);
  const hash = registeredKinds.get(document.kind).syntax === 'yaml' || document.path.endsWith('.feature');
  if (hash) {
    const above = insertAt(lineStart, `${indentation}# pactwright-disable-next-line ${code}${because}${br}`);
    return [[above], [insertAt(top, `# pactwright-disable ${code}${because}${br}`)]];
  }
  const comment = (indent: string): TextEdit =>
    insertAt(afterMark(text, lineStart), `${indent}<!-- pactwright-disable-next-line ${code}${because} -->${br}`);
  const block = document.blocks.find(
    ({ span }) => span.start <= Math.max(at, lineStart + indentation.length) && at <= span.end,
  );
  const startsHere = block === undefined || block.span.start <= lineStart + indentation.length + 1 ? block : undefined;
  const item = block?.kind === 'list' ? itemStartingAt(block.items, lineStart, at) : undefined;
  return [
    ...(block === undefined || (startsHere && block.span.start >= lineStart) ? [[comment(indentation)]] : []),
    ...(item
      ? [
          [comment(' '.repeat(item.textSpan.start - lineStart))],
          [comment(' '.repeat(item.markerSpan.end - lineStart + 1))],
        ]
      : []),
    ...(block && block.kind !== 'frontMatter' ? [around(document, block.span, code, because)] : []),
    ...(text.slice(top, at).trim() === ''
      ? [[insertAt(top, `<!-- pactwright-disable ${code}${because} -->${br}`)]]
      : []),
  ];
}

/** A byte order mark stays first. */
function afterMark(text: string, offset: number): number {
  return offset === 0 && text.startsWith('\uFEFF') ? 1 : offset;
}

/** Off above a block and on again below it. */
function around({ text, lines }: AnyDocument, { start, end }: Span, code: string, because: string): TextEdit[] {
  const br = lineBreakOf(text);
  const from = afterMark(text, lines.lineStart(lines.positionAt(start).line));
  const line = lines.positionAt(end).line + 1;
  const to = line < lines.lineCount ? lines.lineStart(line) : text.length;
  const isOpenEnd = to === text.length && !/[\r\n]$/u.test(text);
  return [
    insertAt(from, `<!-- pactwright-disable ${code}${because} -->${br}`),
    insertAt(to, `${isOpenEnd ? br : ''}<!-- pactwright-enable ${code} -->${br}`),
  ];
}

/** The innermost list item that begins on the line. */
function itemStartingAt(items: readonly ListItem[], lineStart: number, at: number): ListItem | undefined {
  for (const item of items) {
    const inner = item.children.flatMap((child) => (child.kind === 'list' ? child.items : []));
    const found = itemStartingAt(inner, lineStart, at);
    if (found) return found;
    if (item.span.start >= lineStart && item.span.start <= at) return item;
  }
  return undefined;
}

/** Parses the document with the comment: the finding must be covered, and nothing else may change. */
async function isIgnored(
  document: AnyDocument,
  edits: readonly TextEdit[],
  { code, at, stays }: { readonly code: string; readonly at: number; readonly stays: boolean },
): Promise<boolean> {
  const after = await parseDocument(document.kind, document.path, applyEdits(document.text, edits));
  const moved = edits.reduce((sum, { span, newText }) => (span.start <= at ? sum + newText.length : sum), at);
  const names = { codeOf: (word: string): string => word, hasNotRun: () => false };
  const places = (stays ? [at, moved] : [moved]).map((start) => ({ code, span: { start, end: start } }));
  const { shown } = applySuppressions(after, places, names);
  return (
    shown.length === 0 &&
    after.suppressions.length === document.suppressions.length + edits.length &&
    after.problems.length === document.problems.length &&
    shapeOf(after.blocks) === shapeOf(document.blocks)
  );
}

/** The kinds of the blocks, comments left out. */
function shapeOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => {
      if (block.kind === 'html' && block.comment) return [];
      if (block.kind !== 'list') return [block.kind];
      return [`(${block.items.map(({ children }) => `[${shapeOf(children)}]`).join('')})`];
    })
    .join(' ');
}
