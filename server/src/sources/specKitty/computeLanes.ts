import { wavesOf } from '../../base/waves.js';

/** What lanes are computed from. */
export interface LanePackage {
  readonly id: string;
  readonly dependencies: readonly string[];
  readonly ownedFiles: readonly string[];
  /** Whether it writes documents of the mission, in the main checkout. */
  readonly isPlanning: boolean;
  /** Its text. */
  readonly body: string;
}

/** Work packages that are done one after the other in one worktree; the names are those of `lanes.json`. */
interface ExecutionLane {
  readonly lane_id: string;
  readonly wp_ids: readonly string[];
  readonly write_scope: readonly string[];
  readonly predicted_surfaces: readonly string[];
  readonly depends_on_lanes: readonly string[];
  readonly parallel_group: number;
}

export type ComputedLanes =
  | { readonly kind: 'lanes'; readonly lanes: readonly ExecutionLane[]; readonly planning: readonly string[] }
  /** `why`: a sentence without full stop. */
  | { readonly kind: 'wrong'; readonly why: string };

/** The lane of all packages that work in the main checkout. */
const planningLane = 'lane-planning';

/**
 * Puts work packages that can meet in a file into one lane, so that no two lanes ever write the same file. Dependencies alone do not
 * join lanes: they order them.
 */
export function computeLanes(packages: readonly LanePackage[]): ComputedLanes {
  const sorted = [...packages].sort((one, other) => (one.id < other.id ? -1 : 1));
  const homeless = sorted.find(({ isPlanning, ownedFiles }) => !isPlanning && ownedFiles.length === 0);
  if (homeless) return { kind: 'wrong', why: `${homeless.id} has no owned_files: name the files that it may change` };
  const order = wavesOf(new Map(sorted.map(({ id, dependencies }) => [id, dependencies]))).flat();
  const inCircle = sorted.filter(({ id }) => !order.includes(id)).map(({ id }) => id);
  if (inCircle.length > 0) return { kind: 'wrong', why: `${inCircle.join(', ')} depend on each other in a circle` };
  const planning = order.filter((id) => sorted.some((one) => one.id === id && one.isPlanning));
  const groups = joinMeeting(sorted.filter(({ isPlanning }) => !isPlanning));
  const named = [
    ...groups.map((members, at) => ({ lane_id: `lane-${laneLetters(at)}`, members })),
    ...(planning.length === 0
      ? []
      : [{ lane_id: planningLane, members: sorted.filter(({ isPlanning }) => isPlanning) }]),
  ];
  const laneOf = new Map(named.flatMap(({ lane_id, members }) => members.map(({ id }) => [id, lane_id] as const)));
  const needs = new Map(named.map(({ lane_id, members }) => [lane_id, lanesBefore(lane_id, members, laneOf)] as const));
  const waves = wavesOf(needs);
  const depths = new Map(waves.flatMap((wave, depth) => wave.map((lane) => [lane, depth] as const)));
  const stuck = named.filter(({ lane_id }) => !depths.has(lane_id)).map(({ lane_id }) => lane_id);
  if (stuck.length > 0)
    return {
      kind: 'wrong',
      why: `${stuck.join(', ')} depend on each other in a circle: change dependencies or owned_files of ${named
        .filter(({ lane_id }) => stuck.includes(lane_id))
        .flatMap(({ members }) => members.map(({ id }) => id))
        .join(', ')}`,
    };
  return {
    kind: 'lanes',
    planning,
    lanes: named.map(({ lane_id, members }) => ({
      lane_id,
      wp_ids: order.filter((id) => laneOf.get(id) === lane_id),
      write_scope: sortedSet(members.flatMap(({ ownedFiles }) => ownedFiles)),
      predicted_surfaces: lane_id === planningLane ? [] : sortedSet(members.flatMap(({ body }) => surfacesOf(body))),
      depends_on_lanes: needs.get(lane_id) ?? [],
      parallel_group: depths.get(lane_id) ?? 0,
    })),
  };
}

function sortedSet(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

/** `a` to `z`, then `aa`. */
function laneLetters(at: number): string {
  const last = String.fromCharCode(97 + (at % 26));
  return at < 26 ? last : laneLetters(Math.floor(at / 26) - 1) + last;
}

function lanesBefore(
  own: string,
  members: readonly LanePackage[],
  laneOf: ReadonlyMap<string, string>,
): readonly string[] {
  const before = members.flatMap(({ dependencies }) => dependencies.flatMap((id) => laneOf.get(id) ?? []));
  return sortedSet(before).filter((lane) => lane !== own);
}

/** Groups of packages that can meet in a file, directly or by others; both in the order of their ids. */
function joinMeeting(packages: readonly LanePackage[]): readonly (readonly LanePackage[])[] {
  let groups: (readonly LanePackage[])[] = [];
  for (const one of packages) {
    const meets = (group: readonly LanePackage[]): boolean => group.some((other) => scopesMeet(one, other));
    const joined = groups.filter(meets);
    groups = [...groups.filter((group) => !joined.includes(group)), [...joined.flat(), one]];
  }
  const ids = (group: readonly LanePackage[]): readonly LanePackage[] =>
    [...group].sort((a, b) => (a.id < b.id ? -1 : 1));
  return groups.map(ids).sort(([a], [b]) => ((a?.id ?? '') < (b?.id ?? '') ? -1 : 1));
}

function scopesMeet(one: LanePackage, other: LanePackage): boolean {
  return one.ownedFiles.some((mine) => other.ownedFiles.some((theirs) => prefixesMeet(mine, theirs)));
}

/**
 * Whether two globs count as overlapping for lanes: by what is before their first wildcard. It is coarser than `globsMeet` (`src/a/**`
 * meets `src/ab/**`), and kept as Spec Kitty has it, so that the same mission gets the same lanes here and there.
 */
export function prefixesMeet(one: string, other: string): boolean {
  const [mine, theirs] = [prefixOf(one), prefixOf(other)];
  return mine.startsWith(theirs) || theirs.startsWith(mine);
}

function prefixOf(glob: string): string {
  return (/^[^*?[{]*/u.exec(glob)?.[0] ?? '').replace(/\/+$/u, '');
}

/** Words by which a text is taken to be about a part of the product. */
const surfaceWords: readonly (readonly [surface: string, words: readonly string[]])[] = [
  ['dashboard', ['dashboard', 'landing page', 'landing-page']],
  ['workspace', ['workspace']],
  ['app-shell', ['app shell', 'app-shell', 'navigation', 'sidebar', 'layout']],
  ['legacy-cleanup', ['legacy', 'cleanup', 'deprecat', 'remov']],
  ['tests', ['test suite', 'test infrastructure', 'e2e test', 'integration test']],
  ['tracker-integration', ['tracker', 'saas', 'sync']],
  ['artifact-rendering', ['artifact', 'render', 'template']],
  ['api', ['api', 'endpoint', 'route', 'view']],
];

/** The parts of the product that a text seems to be about. They are shown in `lanes.json`; owned files alone join lanes. */
export function surfacesOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return surfaceWords.filter(([, words]) => words.some((word) => lower.includes(word))).map(([surface]) => surface);
}
