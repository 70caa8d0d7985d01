import { canAppend } from '../../markdown/append.js';
import type { Block, Heading } from '../../markdown/blocks.js';
import { lineBreakOf, nextLine } from '../../markdown/lines.js';
import { type Span, span } from '../../markdown/span.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import { contextSections, contextTitle } from './context.js';
import { type ContextSection, type ContextText, contextLines } from './contextText.js';
import type { ParsedDocument } from '../document.js';
import { type HeadingPart, headingParts } from '../headingParts.js';

type ContextDocument = Pick<ParsedDocument<'context'>, 'text' | 'blocks' | 'lines' | 'model'>;

/** A section that is rewritten; where its heading is twice, the first: what is below the other one stays. */
export interface GeneratedSection {
  readonly part: HeadingPart<ContextSection>;
  /** What is below the heading and is rewritten; an empty span at the end of the heading where there is nothing. */
  readonly body: Span;
}

const [continuationName] = contextSections.slice(-1);

/** The sections of a session context that are rewritten, by their names. */
export function generatedSections({ blocks, lines }: ContextDocument): ReadonlyMap<ContextSection, GeneratedSection> {
  const sections = new Map<ContextSection, GeneratedSection>();
  const read = ({ level, text }: Heading) => (level === 2 ? (nameOf(text) ?? 'own') : undefined);
  for (const { head, ...part } of headingParts(blocks, read)) {
    if (head === 'own' || sections.has(head)) continue;
    const body = bodyOf(part.heading, part.blocks, head === continuationName);
    const start = body.start === body.end ? body.start : lines.lineStart(lines.positionAt(body.start).line);
    sections.set(head, { part: { ...part, head }, body: { ...body, start } });
  }
  return sections;
}

/**
 * The edits that write a session context again: title, the line that says when, and the bodies of its sections, each only where
 * it differs. Sections that are missing are written behind those they follow. All other text stays where it is.
 *
 * @returns undefined if what has to be written is in a fence or comment that is never closed.
 */
export function contextEdits(document: ContextDocument, written: ContextText): readonly TextEdit[] | undefined {
  const { text, blocks } = document;
  const br = lineBreakOf(text);
  const start = text.startsWith('\u{FEFF}') ? 1 : 0;
  if (text.slice(start).trim() === '')
    return [{ span: span(start, text.length), newText: [...contextLines(written), ''].join(br) }];
  const edits = [...headEdits(document, written.updated), ...sectionEdits(document, written)];
  const needed = edits.filter(({ span: { start: from, end }, newText }) => text.slice(from, end) !== newText);
  const last = blocks.at(-1)?.span.start ?? text.length;
  return !canAppend(document) && needed.some(({ span: { end } }) => end > last) ? undefined : needed;
}

function headEdits({ text, blocks, model: { title, updated } }: ContextDocument, line: string): readonly TextEdit[] {
  const br = lineBreakOf(text);
  const before = blocks.find((block) => block.kind === 'heading' && block.level === 2)?.span.start ?? text.length;
  const heading = `# ${contextTitle}`;
  const there = updated && updated.span.start < before ? updated : undefined;
  const renewed = there ? [{ span: there.span, newText: line }] : [];
  const added = there ? '' : br + line;
  if (title && title.span.start < before) {
    const end = title.span.end;
    const restored = title.text === contextTitle ? [] : [{ span: title.span, newText: heading }];
    // A line of text right below would go on the quote.
    const apart = text.slice(nextLine(text, end), nextLine(text, nextLine(text, end))).trim() === '' ? '' : br;
    return [...restored, ...renewed, ...(there ? [] : [{ span: span(end, end), newText: added + apart }])];
  }
  const [first] = blocks;
  if (first?.kind === 'frontMatter') {
    const at = first.span.end;
    return [{ span: span(at, at), newText: br + br + heading + added + br }, ...renewed];
  }
  const at = text.startsWith('\u{FEFF}') ? 1 : 0;
  return [{ span: span(at, at), newText: heading + added + br + br }, ...renewed];
}

function sectionEdits(document: ContextDocument, { bodies }: ContextText): readonly TextEdit[] {
  const { text, lines } = document;
  const br = lineBreakOf(text);
  const there = generatedSections(document);
  const whole = (name: ContextSection): string => [`## ${name}`, ...bodies[name]].join(br);
  const edits: TextEdit[] = [];
  let behind: number | undefined;
  let waiting: ContextSection[] = [];
  for (const name of contextSections) {
    const section = there.get(name);
    if (!section) {
      if (behind === undefined) waiting.push(name);
      else edits.push({ span: span(behind, behind), newText: br + br + whole(name) });
      continue;
    }
    const { part, body } = section;
    const below = bodies[name].join(br);
    edits.push({ span: body, newText: body.start === body.end ? br + below : below });
    const at = lines.lineStart(lines.positionAt(part.span.start).line);
    edits.push({ span: span(at, at), newText: waiting.map((missing) => whole(missing) + br + br).join('') });
    waiting = [];
    behind = Math.max(body.end, trimmedEnd(text, part.span));
  }
  if (waiting.length === 0) return edits;
  const end = text.trimEnd().length;
  return [...edits, { span: span(end, end), newText: waiting.map((name) => br + br + whole(name)).join('') }];
}

/**
 * The continuation's body is all that is below its heading. That of the others ends at a heading or at HTML, which only
 * people write there.
 */
function bodyOf({ span: { end } }: Heading, blocks: readonly Block[], whole: boolean): Span {
  const own = (block: Block): boolean => !whole && (block.kind === 'html' || block.kind === 'heading');
  const from = blocks.findIndex((block) => whole || block.kind !== 'html');
  const first = blocks[from];
  if (!first || own(first)) return span(end, end);
  const to = blocks.findIndex((block, index) => index > from && own(block));
  const last = blocks[(to < 0 ? blocks.length : to) - 1] ?? first;
  return span(first.span.start, last.span.end);
}

function nameOf(text: string): ContextSection | undefined {
  return contextSections.find((name) => name === text);
}

function trimmedEnd(text: string, { start, end }: Span): number {
  return start + text.slice(start, end).trimEnd().length;
}
