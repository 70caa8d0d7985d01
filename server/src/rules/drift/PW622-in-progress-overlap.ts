import type { ParsedDocument } from '../../documents/document.js';
import type { Located } from '../../markdown/span.js';
import type { ItemTrace, TraceGraph } from '../../trace/graph.js';
import { pathOf } from '../../trace/namedFiles.js';
import { addTo } from '../../trace/same.js';
import { defineRule } from '../rule.js';
import { rememberFor } from '../../markdown/remember.js';
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
  why: 'Two people or agents that change one file at the same time get in each other’s way, and it is noticed when the second one merges.',
  ok: 'In the spec of STORY-001, in progress:\n\n| Touches | `src/cart.ts` |\n\nIn the spec of STORY-002, in progress:\n\n| Touches | `src/search.ts` |\n',
  notOk:
    'In the spec of STORY-001, in progress:\n\n| Touches | `src/cart.ts` |\n\nIn the spec of STORY-002, in progress:\n\n| Touches | `src/cart.ts` |\n',
  fix: 'Put one of the two back until the other is done, name the dependency between them, or agree who changes what and say so to both. It is information where one of them only names a folder that holds the other’s files. Each pair is reported once, at the later item.',
  pactkit:
    'PactKit (2.19) asks for the Touches cell and compares it when it plans a sprint; nothing looks once work has begun.',
  *check(_, context) {
    const { item } = context;
    if (!item || !isInProgress(item)) return;
    for (const { other, named, theirs, exact, paths } of overlapsOf(context.trace).get(item.id) ?? []) {
      const files = [...new Set(paths)];
      const more = files.length - shown;
      yield {
        span: named.span,
        anchor: other.id,
        ...(exact ? {} : { severity: 'info' as const }),
        message: `${item.id} and ${other.id} are both in progress and touch ${files.slice(0, shown).join(', ')}${more > 0 ? ` and ${more} more` : ''}: they will get in each other's way. Do one after the other, or agree who changes what.`,
        ...(other.spec
          ? { related: [{ document: other.spec, span: theirs.span, message: `${other.id} touches it, too` }] }
          : {}),
      };
    }
  },
});

interface Touch {
  readonly other: ItemTrace;
  readonly theirs: Located;
}

/** What an item shares with one before it. */
interface Overlap extends Touch {
  readonly named: Located;
  /** Both name the very file. */
  readonly exact: boolean;
  readonly paths: readonly string[];
}

// Where very many touch one file, to know some of them is enough.
const mostPerPath = 5;

/** What the items in progress share with those before them. */
const overlapsOf = rememberFor((trace: TraceGraph): ReadonlyMap<string, readonly Overlap[]> => {
  const touched = new Map<string, Touch[]>();
  const touchedBelow = new Map<string, Touch[]>();
  const result = new Map<string, readonly Overlap[]>();
  for (const id of trace.items) {
    const item = trace.item(id);
    if (!item || !isInProgress(item)) continue;
    const places = item.spec ? placesOf(item.spec) : [];
    const overlaps = new Map<string, Overlap>();
    for (const { named, path, folders } of places) {
      const meet = (some: readonly Touch[] | undefined, exact: boolean): void => {
        for (const { other, theirs } of some?.slice(-mostPerPath) ?? []) {
          if (areOrdered(item, other)) continue;
          const known = overlaps.get(other.id);
          overlaps.set(other.id, {
            ...(known ?? { other, theirs, named }),
            exact: exact || known?.exact === true,
            paths: [...(known?.paths ?? []), path],
          });
        }
      };
      meet(touched.get(path), true);
      meet(touchedBelow.get(path), false);
      for (const folder of folders) meet(touched.get(folder), false);
    }
    for (const { named: theirs, path, folders } of places) {
      addTo(touched, path, { other: item, theirs });
      for (const folder of folders) addTo(touchedBelow, folder, { other: item, theirs });
    }
    if (overlaps.size > 0) result.set(id, [...overlaps.values()]);
  }
  return result;
});

/** What the Dependency Surface says that the item touches. */
const placesOf = rememberFor(({ model }: ParsedDocument<'spec'>) =>
  (model.dependencySurface?.touches ?? []).map((named) => {
    const path = pathOf(named.value);
    return { named, path, folders: foldersOf(path) };
  }),
);

/** Where one waits for the other, they do not meet; PW620 says where it does not wait. */
function areOrdered(one: ItemTrace, other: ItemTrace): boolean {
  return one.dependsOn.some(({ id }) => id === other.id) || other.dependsOn.some(({ id }) => id === one.id);
}

/** `src/store` and `src` of `src/store/cart.ts`. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
