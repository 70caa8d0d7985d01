import type { ParsedDocument } from '../../documents/document.js';
import type { Located } from '../../markdown/span.js';
import type { TraceGraph } from '../../trace/graph.js';
import { type ChangesByPath, changesByPath } from '../../workspace/changesByPath.js';
import { inItemOrder } from '../../trace/itemOrder.js';
import { pathOf } from '../../trace/namedFiles.js';
import { globsMeet } from '../../base/globs.js';
import { addTo, none, sameList } from '../../base/same.js';
import { defineRule, type Report } from '../rule.js';
import { memoEach, memoFor } from '../../base/memo.js';
import { isShared } from '../support/usualFiles.js';
import { isInProgress } from './boardState.js';

const shown = 3;

export const inProgressOverlap = defineRule({
  code: 'PW622',
  name: 'in-progress-overlap',
  summary: 'Two items that are in progress touch the same files',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Two people or agents that change the same file at the same time get in each other’s way, and it only shows when the second one merges.',
  fix: 'Postpone one until the other is done, add the dependency between them, or agree who changes what. Reported as information if one of them only names a folder that contains the other’s files. Each pair is reported once, at the later item. Globs are compared with paths and with each other. Manifests, lock files and changelogs are not counted.',
  pactkit:
    'PactKit (2.19) requires the Touches cell and compares it when it plans a sprint. Nothing checks once work has started.',
  suspects: (_, { item }) =>
    item?.spec?.facts.dependencySurface !== undefined &&
    item.spec.facts.dependencySurface.touches.length > 0 &&
    isInProgress(item),
  *check(_, context) {
    const { item } = context;
    if (!item) return;
    const { id } = item;
    yield* context.ask((trace) => reportsOf(trace, id)) ?? [];
  },
});

type Spec = ParsedDocument<'spec'>;

/** What an item shares with one before it; places are those of {@link placesOf}. */
interface Overlap {
  readonly id: string;
  /** The place of the item, and that of the other one. */
  readonly own: number;
  readonly theirs: number;
  /** Both name the very file. */
  readonly exact: boolean;
  readonly paths: readonly string[];
}

type Overlaps = ReadonlyMap<string, readonly Overlap[]>;

interface Touch {
  readonly id: string;
  readonly spec: Spec;
  readonly place: number;
}

interface PathTouch extends Touch {
  readonly path: string;
}

// Where very many touch one file, to know some of them is enough.
const mostPerPath = 5;

/** What says which items are in progress. */
interface Saying {
  readonly specs: readonly Spec[];
  readonly boards: readonly ParsedDocument<'board'>[];
  readonly archives: readonly ParsedDocument<'archive'>[];
}

// By the list of items, which stays until one comes or goes.
const keptInProgress = memoEach<readonly string[], Saying, readonly Spec[]>();

/** The specs of the items in progress, in the order of the items. */
function specsInProgress(trace: TraceGraph): readonly Spec[] {
  const { project, items } = trace;
  const [specs, boards, archives] = [project.ofKind('spec'), project.ofKind('board'), project.ofKind('archive')];
  return keptInProgress(items, { specs, boards, archives }, (before) => {
    const isOnlySpecs = before?.inputs.boards === boards && before.inputs.archives === archives;
    const replaced = isOnlySpecs && replacedIn(before.value, changesByPath(before.inputs.specs, specs, 100), trace);
    if (replaced) return replaced;
    const found: Spec[] = [];
    for (const id of items) {
      const spec = project.spec(id);
      if (spec && isNowInProgress(spec, trace)) found.push(spec);
    }
    return found;
  });
}

function isNowInProgress(spec: Spec, trace: TraceGraph): boolean {
  return spec.item !== undefined && isInProgress({ stage: trace.stageOf(spec.item), spec });
}

/** The list with the specs as they are now; undefined if another one is in progress, or that is not known. */
function replacedIn(
  list: readonly Spec[],
  changes: ChangesByPath<Spec> | undefined,
  trace: TraceGraph,
): readonly Spec[] | undefined {
  if (!changes || changes.removed.length !== changes.added.length) return undefined;
  const after = [...list];
  for (const spec of changes.added) {
    const before = changes.removed.find(({ path }) => path === spec.path);
    const place = before ? list.indexOf(before) : -1;
    if (!before || place >= 0 !== isNowInProgress(spec, trace)) return undefined;
    if (place >= 0) after[place] = spec;
  }
  return after;
}

// Most edits are of something else than what items touch and wait for; by the first of the specs.
const overlapsAmong = memoEach<Spec, { readonly specs: readonly Spec[] }, Overlaps>({
  isSame: (before, now) => sameList(before.specs, now.specs, touchTheSame),
});

const overlapsIn = memoFor((trace: TraceGraph): Overlaps => {
  const specs = specsInProgress(trace);
  const [first] = specs;
  return first ? overlapsAmong(first, { specs }, () => overlapsOf(specs)) : new Map();
});

const questionsTo = memoFor<TraceGraph, { count: number }>(() => ({ count: 0 }));

function overlapsWith(trace: TraceGraph, item: string): readonly Overlap[] | undefined {
  // Who asks about one item only, as a run does after one edit, need not have all compared. A trace that was made from the one before
  // has most of it.
  const isAlone = !trace.changed && questionsTo(trace).count++ === 0;
  return (isAlone ? overlapsOf(specsThatMeet(trace, item)) : overlapsIn(trace)).get(item);
}

/** An item's spec, and those in progress before it that touch what it touches. */
function specsThatMeet(trace: TraceGraph, item: string): readonly Spec[] {
  const { project } = trace;
  const own = project.spec(item);
  if (!own) return none;
  const places = placesOf(own);
  const isMet = (spec: Spec): boolean =>
    isNowInProgress(spec, trace) &&
    readPlaces(spec).some((other) => places.some((one) => meet(one, other))) &&
    spec.item !== undefined &&
    project.spec(spec.item) === spec;
  const met = new Set(project.ofKind('spec').flatMap((spec) => (spec === own || isMet(spec) ? (spec.item ?? []) : [])));
  const inOrder = inItemOrder(met);
  return inOrder.slice(0, inOrder.indexOf(item) + 1).flatMap((id) => project.spec(id) ?? []);
}

function meet(one: Touched, other: Touched): boolean {
  const isGlob = one.isGlob || other.isGlob;
  return one.path === other.path || isBelow(one.path, other.path) || (isGlob && globsMeet(one.path, other.path));
}

interface Involved {
  readonly overlaps: readonly Overlap[];
  readonly specs: readonly (Spec | undefined)[];
}

// By the spec that they are said of.
const reportsOn = memoEach<Spec, Involved, readonly Report[]>({
  isSame: (before, now) =>
    sameList(before.specs, now.specs) &&
    (before.overlaps === now.overlaps || JSON.stringify(before.overlaps) === JSON.stringify(now.overlaps)),
});

/** What is said of an item in progress: the same list until one of the specs is another one. */
function reportsOf(trace: TraceGraph, item: string): readonly Report[] | undefined {
  const overlaps = overlapsWith(trace, item);
  const spec = overlaps && trace.project.spec(item);
  if (!spec) return undefined;
  const specs = overlaps.map(({ id }) => trace.project.spec(id));
  return reportsOn(spec, { overlaps, specs }, () =>
    overlaps.flatMap((overlap, index) => {
      const other = specs[index];
      return other ? toReport(item, spec, other, overlap) : [];
    }),
  );
}

function toReport(item: string, spec: Spec, other: Spec, { id, own, theirs, exact, paths }: Overlap): Report[] {
  const named = placesOf(spec)[own]?.named;
  const otherNamed = placesOf(other)[theirs]?.named;
  if (!named || !otherNamed) return [];
  const files = [...new Set(paths)];
  const more = files.length - shown;
  return [
    {
      span: named.span,
      anchor: id,
      ...(exact ? {} : { severity: 'info' }),
      message: `${item} and ${id} are both in progress and touch ${files.slice(0, shown).join(', ')}${more > 0 ? ` and ${more} more` : ''}, so they will get in each other's way. Do one after the other, or agree who changes what.`,
      related: [{ document: other, span: otherNamed.span, message: `${id} touches it as well` }],
    },
  ];
}

/** What specs share with those before them. @param specs in the order of their items. */
function overlapsOf(specs: readonly Spec[]): Overlaps {
  const touched = new Map<string, Touch[]>();
  const touchedBelow = new Map<string, Touch[]>();
  const before: PathTouch[] = [];
  const globsBefore: PathTouch[] = [];
  const result = new Map<string, readonly Overlap[]>();
  for (const spec of specs) {
    const id = spec.item;
    if (id === undefined) continue;
    const places = placesOf(spec).map((place) => ({ ...place, folders: foldersOf(place.path) }));
    const overlaps = new Map<string, Overlap>();
    for (const [own, { path, folders, isGlob }] of places.entries()) {
      const meet = (some: readonly Touch[] | undefined, exact: boolean): void => {
        for (const touch of some?.slice(-mostPerPath) ?? []) {
          if (areOrdered(spec, touch.spec)) continue;
          const met = overlaps.get(touch.id);
          overlaps.set(touch.id, {
            ...(met ?? { id: touch.id, theirs: touch.place, own }),
            exact: exact || met?.exact === true,
            paths: [...(met?.paths ?? []), path],
          });
        }
      };
      meet(touched.get(path), true);
      meet(touchedBelow.get(path), false);
      for (const folder of folders) meet(touched.get(folder), false);
      const byGlob = (isGlob ? before : globsBefore).filter(
        (one) => one.path !== path && !isBelow(one.path, path) && globsMeet(one.path, path),
      );
      meet(byGlob, true);
    }
    for (const [place, { path, folders, isGlob }] of places.entries()) {
      const touch = { id, spec, place, path };
      addTo(touched, path, touch);
      before.push(touch);
      if (isGlob) globsBefore.push(touch);
      for (const folder of folders) addTo(touchedBelow, folder, touch);
    }
    if (overlaps.size > 0) result.set(id, [...overlaps.values()]);
  }
  return result;
}

interface Touched {
  readonly named: Located;
  readonly path: string;
  readonly isGlob: boolean;
}

/** What the Dependency Surface says that the item touches. */
function readPlaces({ facts }: Spec): readonly Touched[] {
  return (facts.dependencySurface?.touches ?? []).flatMap((named) => {
    // `src/cart/**` names the folder.
    const path = pathOf(named.value).replace(/(?:\/\*\*)+$/u, '');
    if (isShared(path)) return [];
    return [{ named, path, isGlob: /[*?{]/u.test(path) }];
  });
}

const placesOf = memoFor(readPlaces);

/** Whether two moments of a spec are of one item, touch the same places, and wait for the same items. */
function touchTheSame(one: Spec, other: Spec): boolean {
  if (one === other) return true;
  const idsOf = ({ facts }: Spec): readonly Located[] => facts.dependencySurface?.dependsOn ?? none;
  return (
    one.item === other.item &&
    sameList(placesOf(one), placesOf(other), (a, b) => a.path === b.path) &&
    sameList(idsOf(one), idsOf(other), (a, b) => a.value === b.value)
  );
}

/** Where one waits for the other, they do not meet; PW620 says where it does not wait. */
function areOrdered(one: Spec, other: Spec): boolean {
  return waitsFor(one, other) || waitsFor(other, one);
}

function waitsFor({ facts }: Spec, { item }: Spec): boolean {
  return facts.dependencySurface?.dependsOn.some(({ value }) => value === item) === true;
}

/** Whether one is in a folder that the other names; that is reported already. */
function isBelow(one: string, other: string): boolean {
  return one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** `src/store` and `src` of `src/store/cart.ts`. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
