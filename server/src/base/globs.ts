/**
 * Whether a path fits one of the globs: `*` and `?` within a segment, `**` for any number of segments, `{a,b}` for choices. A
 * glob without `/` fits the last segment anywhere; one that names a folder fits everything in it.
 *
 * Time is bounded by the lengths of path and glob: nobody can write a glob that hangs the linter.
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
