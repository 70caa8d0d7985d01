import type { ParsedDocument } from '../documents/document.js';
import { pathsIn } from '../documents/spec/parseSpecTables.js';
import type { Block } from '../markdown/blocks.js';
import { codeSpans } from '../markdown/codeSpans.js';
import type { Located, Span } from '../markdown/span.js';
import type { CodeFacts } from '../workspace/codeFacts.js';
import { memoFor } from '../base/memo.js';
import { ownText } from '../base/ownText.js';
import type { FileTrace } from './graph.js';

export type NamedFile = Omit<FileTrace, 'there'>;

/** The files a spec says the work is in: its Touches cells and the File column of its Implementation Steps. */
export const plannedFiles = memoFor((spec: ParsedDocument<'spec'>): readonly NamedFile[] => {
  const { dependencySurface, implementationSteps } = spec.model;
  return distinct([
    ...(dependencySurface?.touches ?? []).map((named): NamedFile => ({ named, place: 'touches' })),
    ...implementationSteps.flatMap(({ file }) =>
      pathsIn(spec.text, file.span).map((named): NamedFile => ({ named, place: 'steps' })),
    ),
  ]).map(withoutSpec);
});

/** All files a spec names, each once per place: those of the work, and code spans with a folder and an extension. */
export const namedFiles = memoFor((spec: ParsedDocument<'spec'>): readonly NamedFile[] => {
  const planned = plannedFiles(spec);
  const tables = new Set(planned.map(({ named }) => named.span.start));
  const inCode = codeSpansOf(spec.text, spec.blocks).flatMap((span): readonly NamedFile[] => {
    const named = spanContent(spec.text, span);
    return tables.has(named.span.start) || !looksLikeFile(named.value)
      ? []
      : [withoutSpec({ named, place: 'codeSpan' })];
  });
  return distinct([...planned, ...inCode]);
});

function distinct(files: readonly NamedFile[]): readonly NamedFile[] {
  const known = new Map<string, NamedFile>();
  for (const file of files) {
    const key = `${file.place} ${pathOf(file.named.value)}`;
    if (!known.has(key)) known.set(key, file);
  }
  return [...known.values()];
}

/** So that what is remembered of thousands of specs does not keep their texts in memory. */
const withoutSpec = ({ named: { value, span }, place }: NamedFile): NamedFile => ({
  named: { value: ownText(value), span },
  place,
});

/** So most are, and need none of what follows. */
const plain = /^\w[\w./-]*\w$/u;

/** The path that a spec's wording stands for: `./src/cart.ts:12` and `src/cart.ts::keep` are `src/cart.ts`. */
export function pathOf(named: string): string {
  if (plain.test(named)) return named;
  return named
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/u, '')
    .replace(/(?:::|#|:\d).*$/u, '')
    .replace(/\/+$/u, '');
}

// A first folder such as `example.com` is a host, `STORY-XXX` and `YYYYMM` stand for something else.
const file = /^(?:\.?[\w@-]+\/)(?:[\w@.+-]+\/)*[\w@.+-]*\w\.[A-Za-z][A-Za-z0-9]{0,7}$/u;
const placeholder = /[*?{}<>[\]$%|"'\s]|\.\.\.|…|XX|YYYY|NNN|:\/\//u;

function looksLikeFile(named: string): boolean {
  const path = pathOf(named);
  return file.test(path) && !placeholder.test(named);
}

/**
 * Whether the file or folder is there.
 *
 * @returns undefined if that is unknown: a glob, a URL, a placeholder, a name without folder that is not at the root, or
 *   a path whose first folder is not there, as in a project below the top of its repository where paths begin at that.
 */
export function isThere(named: string, code: CodeFacts): boolean | undefined {
  const path = pathOf(named);
  if (path === '' || placeholder.test(named) || /^(?:[/~]|[A-Za-z]:)/u.test(path)) return undefined;
  if (code.exists(path)) return true;
  const [first = '', ...others] = path.split('/');
  return others.length > 0 && code.exists(first) ? false : undefined;
}

function spanContent(text: string, { start, end }: Span): Located {
  const whole = text.slice(start, end);
  const ticks = /^`+/u.exec(whole)?.[0].length ?? 0;
  return { value: whole.slice(ticks, -ticks), span: { start: start + ticks, end: end - ticks } };
}

function codeSpansOf(text: string, blocks: readonly Block[]): readonly Span[] {
  const found: Span[] = [];
  const visit = (part: Span): void => {
    if (!text.slice(part.start, part.end).includes('`')) return;
    for (const span of codeSpans(text, part)) found.push(span);
  };
  const waiting: Block[] = [...blocks].reverse();
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block.kind === 'heading') visit(block.textSpan);
    else if (block.kind === 'paragraph') visit(block.span);
    else if (block.kind === 'table')
      for (const { cells } of [block.header, ...block.rows]) for (const cell of cells) visit(cell.span);
    else if (block.kind === 'list')
      for (const { children } of [...block.items].reverse())
        for (const child of [...children].reverse()) waiting.push(child);
  }
  return found;
}
