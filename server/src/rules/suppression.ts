import type { SuppressionComment } from '../documents/parsed.js';
import type { AnyDocument } from '../documents/document.js';
import type { Located, Span } from '../markdown/span.js';

/** What has comments that may suppress findings: a document, or a source file with its comments. */
export type Commented = Pick<AnyDocument, 'text' | 'lines' | 'suppressions'>;

interface Suppressible {
  readonly code: string;
  readonly span: Span;
}

/** What has to be known of the rules that comments name. */
export interface NamedRules {
  /** The code of the rule with this code or name; undefined if there is none. */
  readonly codeOf: (codeOrName: string) => string | undefined;
  /** Whether it is not known what the rule with this code would have said. */
  readonly hasNotRun: (code: string) => boolean;
}

/** A code in a comment that can go without a finding more or less; the whole of an `enable` without codes. */
export interface UnusedSuppression extends Located {
  /** An `enable` that ends nothing, where something is switched off under another code: that one may be meant. */
  readonly doubtful?: true;
  /** Of a `disable`: what ends it and nothing else, so that it goes with it. */
  readonly end?: Located;
}

/** A code in a comment and the stretch of the document where it holds; `from` and `to` are offsets a finding may start at. */
interface Region {
  readonly rule: string;
  readonly code: Located;
  readonly from: number;
  to: number;
  /** Whether one of the same rule above would go on without it. */
  readonly isContinued: boolean;
  end?: Located;
}

/**
 * Splits findings into those that suppression comments leave standing and the codes in comments that suppressed nothing, or
 * switched on again what is on. An `enable` that ends a `disable` is needed for as long as that one is there, which would go on
 * without it.
 *
 * `disable` holds from the comment to the next `enable` of the same rule (or of all), or to the end; `disable-next-line` holds
 * for the next line that is neither blank nor a suppression comment. A finding is where its span starts. What names no rule
 * there is counts as used: what was meant by it is not known.
 */
export function applySuppressions<T extends Suppressible>(
  document: Commented,
  findings: readonly T[],
  { codeOf, hasNotRun }: NamedRules,
): { readonly shown: readonly T[]; readonly unused: readonly UnusedSuppression[] } {
  const { regions, idleEnds } = regionsOf(document, (word) => codeOf(word) ?? word);
  const byRule = new Map<string, Region[]>();
  for (const region of regions) {
    const list = byRule.get(region.rule);
    if (list) list.push(region);
    else byRule.set(region.rule, [region]);
  }
  const used = new Set<Located>();
  const shown = findings.filter(({ code, span }) => {
    // The last comment above a finding is the one that was written for it.
    const region = byRule.get(code)?.findLast(({ from, to }) => span.start >= from && span.start <= to);
    if (region) used.add(region.code);
    return !region;
  });
  const isKnown = ({ value: word }: Located): boolean => {
    const code = codeOf(word);
    return code !== undefined && !hasNotRun(code);
  };
  return {
    shown,
    unused: [
      ...regions.flatMap(({ code, end }) => (used.has(code) || !isKnown(code) ? [] : [end ? { ...code, end } : code])),
      ...idleEnds.filter((end) => end.value === '' || isKnown(end)),
    ],
  };
}

interface Regions {
  readonly regions: readonly Region[];
  /** The codes in `enable` comments that end nothing; without a value for one of all. */
  readonly idleEnds: readonly UnusedSuppression[];
}

function regionsOf(document: Commented, ruleOf: (word: string) => string): Regions {
  const regions: Region[] = [];
  const idleEnds: UnusedSuppression[] = [];
  const open = new Map<string, Region>();
  const close = (rule: string, at: number, end?: Located): boolean => {
    const region = open.get(rule);
    if (region) {
      region.to = at;
      if (end && !region.isContinued) region.end = end;
    }
    return open.delete(rule);
  };
  const lines = nextLines(document);
  for (const comment of document.suppressions) {
    const { kind, codes, span } = comment;
    if (kind === 'enable') {
      if (codes.length === 0) {
        const all = { value: '', span };
        if (open.size === 0) idleEnds.push(all);
        const own = open.size === 1 ? all : undefined;
        for (const rule of [...open.keys()]) close(rule, span.start, own);
      }
      for (const code of codes)
        if (!close(ruleOf(code.value), span.start, code))
          idleEnds.push(open.size > 0 ? { ...code, doubtful: true } : code);
      continue;
    }
    for (const code of codes) {
      const rule = ruleOf(code.value);
      if (kind === 'disable') {
        const isContinued = close(rule, span.start);
        const region = { rule, code, from: span.start, to: document.text.length, isContinued };
        open.set(rule, region);
        regions.push(region);
      } else {
        const line = lines.get(comment);
        if (line) regions.push({ rule, code, from: line.start, to: line.end, isContinued: false });
      }
    }
  }
  return { regions, idleEnds };
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
