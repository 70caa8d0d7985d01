/**
 * Whether a path fits one of the globs: `*` and `?` within a segment, `**` for any number of segments, `{a,b}` for choices. A
 * glob without `/` fits the last segment anywhere; one that names a folder fits everything in it.
 *
 * Time is bounded by the lengths of path and glob: no glob can hang the linter.
 */
export type PathFilter = (path: string) => boolean;

/** More choices than anyone writes by hand; what is beyond is not expanded, so that `{a,b}{a,b}…` stays small. */
const mostChoices = 256;

/** @param globs relative to the same folder as the paths the filter is asked about, with `/`. */
export function createPathFilter(globs: readonly string[]): PathFilter {
  const patterns = globs
    .flatMap((glob) => expandBraces(glob.trim()))
    .flatMap((glob) => {
      const segments = glob
        .replace(/^\.?\//, '')
        .split('/')
        .filter((segment) => segment !== '');
      if (segments.length === 0) return [];
      return [segments.length === 1 && !glob.startsWith('/') ? ['**', ...segments] : segments];
    });
  if (patterns.length === 0) return () => false;
  return (path) => {
    const segments = path.split('/');
    return patterns.some((pattern) => fitsPath(pattern, segments));
  };
}

function expandBraces(glob: string): string[] {
  let globs = [glob];
  for (;;) {
    const expanded = globs.flatMap((one) => {
      const match = /\{([^{}]*,[^{}]*)\}/.exec(one);
      const choices = match?.[1]?.split(',');
      if (!match || !choices) return [one];
      return choices.map((choice) => one.slice(0, match.index) + choice + one.slice(match.index + match[0].length));
    });
    if (expanded.length === globs.length || expanded.length > mostChoices) return globs;
    globs = expanded;
  }
}

/** True where the pattern fits the whole path or a folder above it. */
function fitsPath(pattern: readonly string[], path: readonly string[]): boolean {
  // reached[i]: the pattern so far can end before segment i.
  let reached = new Set([0]);
  for (const part of pattern) {
    const next = new Set<number>();
    for (const at of reached) {
      if (part === '**') for (let to = at; to <= path.length; to++) next.add(to);
      else {
        const segment = path[at];
        if (segment !== undefined && fitsSegment(part, segment)) next.add(at + 1);
      }
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return true;
}

/** `*` and `?` by going back to the last star only, which is enough for them. */
function fitsSegment(pattern: string, segment: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let from = 0;
  while (from < segment.length) {
    if (pattern[at] === '*') {
      star = at++;
      resume = from;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === segment[from])) {
      at++;
      from++;
    } else if (star >= 0) {
      at = star + 1;
      from = ++resume;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}

/**
 * Whether there is a path that both fit, as `createPathFilter` reads them; a plain path is a glob without wildcards. Exact for `*`, `?`
 * and `**`; choices in braces are tried one by one.
 */
export function globsMeet(one: string, other: string): boolean {
  const others = patternsOf(other);
  return patternsOf(one).some((pattern) => others.some((theirs) => patternsMeet(pattern, theirs)));
}

type Patterns = readonly (readonly string[])[];

/** The globs of a project are compared each with each, so what one means is worked out once. */
const knownPatterns = new Map<string, Patterns>();
const mostKnown = 10_000;

function patternsOf(glob: string): Patterns {
  const known = knownPatterns.get(glob);
  if (known) return known;
  if (knownPatterns.size >= mostKnown) knownPatterns.clear();
  const choices = expandBraces(glob.trim());
  const patterns = choices.map((choice) => choice.split('/').filter((part) => part !== '' && part !== '.'));
  knownPatterns.set(glob, patterns);
  return patterns;
}

/** Where one is at its end and names a folder, what is left of the other is in it. */
function patternsMeet(one: readonly string[], other: readonly string[]): boolean {
  return meet(one.length, other.length, (at, there, next) => {
    const [part, theirs] = [one[at], other[there]];
    if (part === undefined) return theirs === undefined || namesFolder(one);
    if (theirs === undefined) return namesFolder(other);
    if (part === '**') return next(at + 1, there) || next(at, there + 1);
    if (theirs === '**') return next(at, there + 1) || next(at + 1, there);
    return segmentsMeet(part, theirs) && next(at + 1, there + 1);
  });
}

/** Whether the last segment can be a folder's name: it has no extension. */
function namesFolder(pattern: readonly string[]): boolean {
  return !/.\.\w+$/u.test(pattern.at(-1) ?? '');
}

function segmentsMeet(one: string, other: string): boolean {
  return meet(one.length, other.length, (at, there, next) => {
    const [sign, theirs] = [one[at], other[there]];
    if (sign === undefined && theirs === undefined) return true;
    if (sign === '*') return next(at + 1, there) || (theirs !== undefined && next(at, there + 1));
    if (theirs === '*') return next(at, there + 1) || (sign !== undefined && next(at + 1, there));
    if (sign === undefined || theirs === undefined) return false;
    return (sign === theirs || sign === '?' || theirs === '?') && next(at + 1, there + 1);
  });
}

/** Walks two sequences at once, each pair of places once: bounded by the product of their lengths. */
function meet(
  length: number,
  otherLength: number,
  step: (at: number, there: number, next: (at: number, there: number) => boolean) => boolean,
): boolean {
  const known = new Map<number, boolean>();
  const at = (one: number, other: number): boolean => {
    const key = one * (otherLength + 1) + other;
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, false);
    const answer = one <= length && other <= otherLength && step(one, other, at);
    known.set(key, answer);
    return answer;
  };
  return at(0, 0);
}
