import type { AnyDocument, SuppressionComment } from '../documents/document.js';
import type { Located, Span } from '../markdown/span.js';

type Commented = Pick<AnyDocument, 'text' | 'lines' | 'suppressions'>;

interface Suppressible {
  readonly code: string;
  readonly span: Span;
}

/** What has to be known of the rules that comments name. */
export interface NamedRules {
  /** The code of the rule with this code or name; undefined where there is none. */
  readonly codeOf: (codeOrName: string) => string | undefined;
  /** Whether it is not known what the rule with this code would have said. */
  readonly hasNotRun: (code: string) => boolean;
}

/** A code in a comment that can go without a finding more or less; the whole of an `enable` without codes. */
export interface UnusedSuppression extends Located {
  /** An `enable` that ends nothing, where something is switched off under another code: that one may be meant. */
  readonly doubtful?: true;
}

/** A code in a comment and the stretch of the document where it holds; `from` and `to` are offsets a finding may start at. */
interface Region {
  readonly rule: string;
  readonly code: Located;
  readonly from: number;
  to: number;
  /** A `disable-next-line` has none, as it ends by itself. */
  readonly chain?: Chain;
}

/** One `disable` of a rule after the other, up to the `enable` that ends the last: without it all of them would go on. */
interface Chain {
  isNeeded: boolean;
}

/** A code in an `enable`, or all of one without codes, and what it ends. */
interface End {
  readonly code: Located;
  readonly chains: readonly Chain[];
}

/**
 * Splits findings into those that suppression comments leave standing and the codes in comments that suppressed nothing, or
 * switched on again what had suppressed nothing.
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
  const { regions, ends } = regionsOf(document, (word) => codeOf(word) ?? word);
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
  const isUnknown = (word: string): boolean => {
    const code = codeOf(word);
    return code === undefined || hasNotRun(code);
  };
  const unused: UnusedSuppression[] = [];
  const lasting: Region[] = [];
  for (const region of regions) {
    const { code, chain } = region;
    const isNeeded = used.has(code) || isUnknown(code.value);
    if (!isNeeded) unused.push(code);
    if (chain) {
      chain.isNeeded ||= isNeeded;
      if (chain.isNeeded) lasting.push(region);
    }
  }
  const isOffBehind = createSweep(lasting);
  for (const { code, chains } of ends) {
    if (chains.some(({ isNeeded }) => isNeeded) || (code.value !== '' && isUnknown(code.value))) continue;
    unused.push(isOffBehind(code.span.start) ? { ...code, doubtful: true } : code);
  }
  return { shown, unused };
}

/** Tells whether one of the regions goes on behind an offset; to be asked with growing offsets, of regions in document order. */
function createSweep(regions: readonly Region[]): (offset: number) => boolean {
  let at = 0;
  let end = 0;
  return (offset) => {
    for (let next = regions[at]; next && next.from < offset; next = regions[++at]) end = Math.max(end, next.to);
    return end > offset;
  };
}

function regionsOf(
  document: Commented,
  ruleOf: (word: string) => string,
): { readonly regions: readonly Region[]; readonly ends: readonly End[] } {
  const regions: Region[] = [];
  const ends: End[] = [];
  const open = new Map<string, Region>();
  const close = (rule: string, at: number): readonly Chain[] => {
    const region = open.get(rule);
    if (!region) return [];
    region.to = at;
    open.delete(rule);
    return region.chain ? [region.chain] : [];
  };
  const lines = nextLines(document);
  for (const comment of document.suppressions) {
    const { kind, codes, span } = comment;
    if (kind === 'enable') {
      if (codes.length === 0) {
        const chains = [...open.keys()].flatMap((rule) => close(rule, span.start));
        ends.push({ code: { value: '', span }, chains });
      }
      for (const code of codes) ends.push({ code, chains: close(ruleOf(code.value), span.start) });
      continue;
    }
    for (const code of codes) {
      const rule = ruleOf(code.value);
      if (kind === 'disable') {
        const [chain = { isNeeded: false }] = close(rule, span.start);
        const region = { rule, code, from: span.start, to: document.text.length, chain };
        open.set(rule, region);
        regions.push(region);
      } else {
        const line = lines.get(comment);
        if (line) regions.push({ rule, code, from: line.start, to: line.end });
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
