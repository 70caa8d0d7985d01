import type { AnyDocument, SuppressionComment } from '../documents/document.js';
import type { Located, Span } from '../markdown/span.js';

type Commented = Pick<AnyDocument, 'text' | 'lines' | 'suppressions'>;

interface Suppressible {
  readonly code: string;
  readonly name: string;
  readonly span: Span;
}

/** A code in a comment and the stretch of the document where it holds; `from` and `to` are offsets a finding may start at. */
interface Region {
  readonly code: Located;
  readonly from: number;
  to: number;
  /** What switches it on again, where something does. */
  end?: Located;
}

/**
 * Splits findings into those that suppression comments leave standing and the codes in comments that suppressed nothing, or
 * switched on again what had suppressed nothing; for an `enable` without codes, the whole comment.
 *
 * `disable` holds from the comment to the next `enable` of the same code (or of all), or to the end; `disable-next-line` holds
 * for the next line that is neither blank nor a suppression comment. A finding is where its span starts.
 *
 * @param hasNotRun whether it is not known what the rule with this code or name would have said.
 */
export function applySuppressions<T extends Suppressible>(
  document: Commented,
  findings: readonly T[],
  hasNotRun: (code: string) => boolean = () => false,
): { readonly shown: readonly T[]; readonly unused: readonly Located[] } {
  const { regions, ends } = regionsOf(document);
  const byCode = new Map<string, Region[]>();
  for (const region of regions) {
    const list = byCode.get(region.code.value);
    if (list) list.push(region);
    else byCode.set(region.code.value, [region]);
  }
  const used = new Set<Located>();
  const shown = findings.filter(({ code, name, span }) => {
    const candidates = [...(byCode.get(code) ?? []), ...(byCode.get(name) ?? [])];
    // The last comment above a finding is the one that was written for it.
    const region = candidates.findLast(({ from, to }) => span.start >= from && span.start <= to);
    if (region) used.add(region.code);
    return !region;
  });
  const isNeeded = (code: Located): boolean => used.has(code) || hasNotRun(code.value);
  const neededEnds = new Set(regions.flatMap(({ code, end }) => (end && isNeeded(code) ? [end] : [])));
  return {
    shown,
    unused: [
      ...regions.flatMap(({ code }) => (isNeeded(code) ? [] : [code])),
      ...ends.filter((end) => !neededEnds.has(end) && !hasNotRun(end.value)),
    ],
  };
}

function regionsOf(document: Commented): { readonly regions: readonly Region[]; readonly ends: readonly Located[] } {
  const regions: Region[] = [];
  const ends: Located[] = [];
  const open = new Map<string, Region>();
  const close = (code: string, at: number, end?: Located): void => {
    const region = open.get(code);
    if (region) Object.assign(region, { to: at, end });
    open.delete(code);
  };
  const lines = nextLines(document);
  for (const comment of document.suppressions) {
    const { kind, codes, span } = comment;
    if (kind === 'enable') {
      const all = { value: '', span };
      if (codes.length > 0) for (const code of codes) close(code.value, span.start, code);
      else for (const code of [...open.keys()]) close(code, span.start, all);
      ends.push(...(codes.length > 0 ? codes : [all]));
      continue;
    }
    for (const code of codes) {
      if (kind === 'disable') {
        const region = { code, from: span.start, to: document.text.length };
        close(code.value, span.start);
        open.set(code.value, region);
        regions.push(region);
      } else {
        const line = lines.get(comment);
        if (line) regions.push({ code, from: line.start, to: line.end });
      }
    }
  }
  return { regions, ends };
}

/** For each comment the first line below it that is neither blank nor a comment; an impossible one at the end. */
function nextLines({ text, lines, suppressions }: Commented): ReadonlyMap<SuppressionComment, Span> {
  const found = new Map<SuppressionComment, Span>();
  const starts = new Map(suppressions.map((comment) => [comment.span.start, comment]));
  // From the last to the first, so that a comment above another takes over what that one found.
  for (const comment of suppressions.toReversed()) {
    let line = lines.positionAt(comment.span.end).line + 1;
    while (line < lines.lineCount && text.slice(lines.lineStart(line), lines.lineStart(line + 1)).trim() === '') line++;
    const start = lines.lineStart(line);
    const next = text.slice(start, lines.lineStart(line + 1));
    const other = starts.get(start + next.length - next.trimStart().length);
    const own =
      line < lines.lineCount ? { start, end: start + next.trimEnd().length } : { start: Infinity, end: -Infinity };
    found.set(comment, (other && found.get(other)) ?? own);
  }
  return found;
}
