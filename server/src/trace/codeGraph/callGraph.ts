import { type LanguageFacts, languageFacts } from '../../code/languageFacts.js';
import { languageOf } from '../../code/languageOf.js';
import { memoEach, memoFor, once } from '../../base/memo.js';
import { collect } from '../../base/same.js';
import type { TimeSlices } from '../../base/timeSlices.js';
import { folderOf } from '../../code/modules/modulePlaces.js';
import type { Binding, Call } from '../../syntax/outlineOf.js';
import { type CodeFile, type CodeIndex, fullName, type Part } from './codeIndex.js';
import { FileNames, fileNames } from './fileNames.js';

/** Who calls whom, and which class extends which: what is in a file, and where it leads. */
export interface FileGraph {
  /** As in the file. */
  readonly parts: readonly Part[];
  readonly calls: readonly PartEdge[];
  readonly bases: readonly PartEdge[];
}

/** That of all files, in path order. */
export interface CallGraph extends FileGraph {
  /** Each file's own; the same object for as long as nothing in it differs. */
  readonly files: readonly FileGraph[];
  /** Of the calls, those that a person declares. */
  readonly declared?: readonly PartEdge[];
}

export interface PartEdge {
  readonly from: Part;
  readonly to: Part;
  /** Of the first of them, from 0. */
  readonly line: number;
  /**
   * Whether imports and scopes say so. What is called on a value of unknown type is found by its name alone: where exactly one method
   * of the file, and of those that it imports, is called so.
   */
  readonly certain: boolean;
}

/** Follows each call to what it calls. What was followed in an index before is taken over where nothing that it depends on has changed. */
export const callGraphOf = memoFor((index: CodeIndex): CallGraph => {
  const names = namesIn(index);
  return wholeOf(Array.from(index.files.keys(), (path) => names.fileGraph(path)));
});

/** Lists of all are made when they are asked for: who draws by files needs none. */
function wholeOf(files: readonly FileGraph[]): CallGraph {
  const parts = once(() => collect(files, (file) => file.parts));
  const calls = once(() => collect(files, (file) => file.calls));
  const bases = once(() => collect(files, (file) => file.bases));
  return {
    files,
    get parts() {
      return parts();
    },
    get calls() {
      return calls();
    },
    get bases() {
      return bases();
    },
  };
}

/** Does what takes long of it in pieces. @param slices others have their turn between them. */
export async function followCalls(index: CodeIndex, slices: Pick<TimeSlices, 'turn'>): Promise<void> {
  const names = namesIn(index);
  for (const path of index.files.keys()) {
    names.follow(path);
    await slices.turn();
  }
}

const namesIn = memoFor((index: CodeIndex) => new Names(index));

/** An edge by places: parts of a file that was read again are other objects. */
interface PlacedEdge {
  readonly from: number;
  readonly path: string;
  readonly to: number;
  readonly line: number;
  readonly certain: boolean;
}

/** Where the calls of a file lead, and all that this depends on. */
interface Followed {
  readonly calls: readonly PlacedEdge[];
  readonly bases: readonly PlacedEdge[];
  /** The files that were looked into; undefined: there was none. */
  readonly looked: ReadonlyMap<string, FileNames | undefined>;
  /** All files of languages in which a file sees more than it imports, where one was looked for among them. */
  readonly all: readonly FileNames[] | undefined;
}

const followedIn = memoEach<CodeFile, { readonly names: Names | undefined }, Followed>({
  isSame: (_before, { names }, followed) => names?.isStill(followed) ?? false,
  hold: () => ({ names: undefined }),
});

/** Kept while the file and those that its edges lead to are as they were. */
const graphIn = memoEach<
  CodeFile,
  { readonly followed: Followed; readonly names: Names | undefined },
  FileGraph & { readonly ends: ReadonlyMap<string, FileNames> }
>({
  isSame: (before, { followed, names }, { ends }) =>
    before.followed === followed && Array.from(ends).every(([path, end]) => names?.names(path) === end),
  hold: ({ followed }) => ({ followed, names: undefined }),
});

/** One edge from a part to another, the first that is certain, in the order of the first of each. */
class Edges {
  readonly all: PlacedEdge[] = [];
  private readonly places = new Map<string, number>();

  add(edge: PlacedEdge): void {
    const key = `${edge.from} ${edge.to} ${edge.path}`;
    const at = this.places.get(key);
    if (at === undefined) this.places.set(key, this.all.push(edge) - 1);
    else if (edge.certain && !this.all[at]?.certain) this.all[at] = edge;
  }
}

/** What a file that is followed takes. */
class Looking {
  readonly files = new Set<string>();
  all: readonly FileNames[] | undefined;
  /** By file and name: most names are called more than once. */
  readonly found = new Map<string, Map<string, Part | undefined>>();
}

/** What names mean in a file. */
class Names {
  private readonly index: CodeIndex;
  private readonly known = new Map<string, FileNames>();
  private readonly followed = new Map<string, Followed>();
  /** For the file that is followed now. */
  private looking = new Looking();

  constructor(index: CodeIndex) {
    this.index = index;
  }

  follow(path: string): Followed {
    const known = this.followed.get(path);
    if (known) return known;
    const file = this.file(path);
    const found = followedIn(file, { names: this }, () => this.followNow(path, file.outline));
    this.followed.set(path, found);
    return found;
  }

  fileGraph(path: string): FileGraph {
    const followed = this.follow(path);
    return graphIn(this.file(path), { followed, names: this }, () => {
      const ends = new Map<string, FileNames>();
      const partAt = (file: string, at: number): Part => {
        const names = this.names(file);
        const part = names?.parts[at];
        if (!part) throw new Error(`${file} is not what was followed`);
        ends.set(file, names);
        return part;
      };
      const edgeOf = ({ from, path: other, to, line, certain }: PlacedEdge): PartEdge => {
        return { from: partAt(path, from), to: partAt(other, to), line, certain };
      };
      const [calls, bases] = [followed.calls.map(edgeOf), followed.bases.map(edgeOf)];
      return { parts: this.partsOf(path), calls, bases, ends };
    });
  }

  private file(path: string): CodeFile {
    const file = this.index.files.get(path);
    if (!file) throw new Error(`${path} is not in the index`);
    return file;
  }

  isStill({ looked, all }: Followed): boolean {
    for (const [path, before] of looked) if (!isAlike(before, this.names(path))) return false;
    return all === undefined || this.isStillAll(all);
  }

  private readonly isStillAll = memoFor((before: readonly FileNames[]): boolean => {
    const { all } = this.wide();
    return before === all || (before.length === all.length && all.every((now, at) => isAlike(before[at], now)));
  });

  private followNow(path: string, { calls: written }: CodeFile['outline']): Followed {
    const looking = new Looking();
    this.looking = looking;
    const calls = new Edges();
    const bases = new Edges();
    const placed = ({ path: other, at }: Part): Pick<PlacedEdge, 'path' | 'to'> => ({ path: other, to: at });
    for (const call of written) {
      const from = call.inside === undefined ? undefined : this.partAt(path, call.inside);
      const found = from && this.called(path, call, from);
      if (found && found.to !== from)
        calls.add({ from: from.at, ...placed(found.to), certain: found.certain, line: call.line });
    }
    for (const from of this.partsOf(path))
      for (const base of from.definition.bases ?? []) {
        const to = this.classNamed(path, base);
        if (to && to !== from) bases.add({ from: from.at, ...placed(to), line: from.definition.line, certain: true });
      }
    return {
      calls: calls.all,
      bases: bases.all,
      looked: new Map(Array.from(looking.files, (one) => [one, this.names(one)])),
      all: looking.all,
    };
  }

  names(path: string): FileNames | undefined {
    const known = this.known.get(path);
    if (known) return known;
    const file = this.index.files.get(path);
    const names = file && fileNames(file, { path }, () => new FileNames(path, file));
    if (names) this.known.set(path, names);
    return names;
  }

  private look(path: string): FileNames | undefined {
    this.looking.files.add(path);
    return this.names(path);
  }

  /** The languages in which a file sees more than it imports. */
  private readonly wide = once(() => {
    const everywhere = new Map<string, Part[]>();
    const inFolder = new Map<string, Part[]>();
    const filesIn = new Map<string, string[]>();
    const all: FileNames[] = [];
    for (const path of this.index.files.keys()) {
      const language = languageOf(path);
      const names = language && languageFacts[language].sees.length > 0 ? this.names(path) : undefined;
      if (!names) continue;
      all.push(names);
      push(filesIn, folderOf(path), path);
      for (const part of names.parts) {
        const { name, owner, adds, kind } = part.definition;
        if (adds || (owner !== undefined && kind !== 'class')) continue;
        push(everywhere, `${language} ${name}`, part);
        push(inFolder, `${folderOf(path)} ${name}`, part);
      }
    }
    return { everywhere, inFolder, filesIn, all };
  });

  private lookAtAll(): ReturnType<typeof this.wide> {
    const wide = this.wide();
    this.looking.all = wide.all;
    return wide;
  }

  partsOf(path: string): readonly Part[] {
    return this.look(path)?.parts ?? [];
  }

  partAt(path: string, at: number): Part | undefined {
    return this.partsOf(path)[at];
  }

  called(path: string, call: Call, from: Part): { readonly to: Part; readonly certain: boolean } | undefined {
    const to = call.on === undefined ? this.plain(path, call.name, from) : this.on(path, call.on, call.name, from);
    if (to) return { to, certain: true };
    if (call.on === undefined || call.how === 'passed') return undefined;
    let only = this.look(path)?.methods.get(call.name);
    for (const file of this.index.files.get(path)?.imports ?? []) {
      const more = this.look(file)?.methods.get(call.name);
      if (more && only) return undefined;
      only ??= more;
    }
    const [one, other] = only ?? [];
    return one && !other ? { to: one, certain: false } : undefined;
  }

  classNamed(path: string, name: string): Part | undefined {
    const found = this.namedFrom(path, name);
    return found?.definition.kind === 'class' ? found : undefined;
  }

  /** A name without anything before it: what is nearest counts. */
  private plain(path: string, name: string, from: Part): Part | undefined {
    const owned = this.look(path)?.owned;
    for (let around: Part | undefined = from; around; around = this.outside(path, around)) {
      const scope = around.definition;
      // A method needs its object, but where the language leaves that out.
      if (scope.kind === 'class' && !factsOf(path)?.leavesOutThis) continue;
      const own = owned?.get(`${fullName(scope)}\n${name}`);
      if (own) return own;
      if (scope.kind === 'class') {
        const inherited = this.member(path, scope.name, name);
        if (inherited) return inherited;
      }
    }
    return this.namedFrom(path, name);
  }

  /** What a name means in a file, asked from within it. */
  private namedFrom(path: string, name: string): Part | undefined {
    const known = this.looking.found.get(path) ?? new Map<string, Part | undefined>();
    this.looking.found.set(path, known);
    if (!known.has(name)) known.set(name, this.named(path, name));
    return known.get(name);
  }

  /** The imports of a file that may bring a name, in their order. */
  private bindingsFor(path: string, name: string): readonly Binding[] {
    const { byLocal, bindings } = this.look(path) ?? { byLocal: new Map<string, readonly Binding[]>(), bindings: [] };
    if (!byLocal.has('*')) return byLocal.get(name) ?? [];
    return bindings.filter(({ local }) => local === name || local === '*');
  }

  private outside(path: string, { definition }: Part): Part | undefined {
    return definition.inside === undefined ? undefined : this.partAt(path, definition.inside);
  }

  /** A name at the top of a file: its own, an imported one, or one that all files around it see. */
  private named(path: string, name: string, seen: ReadonlySet<string> = new Set()): Part | undefined {
    const own = this.look(path)?.tops.get(name);
    if (own) return own;
    for (const binding of this.bindingsFor(path, name)) {
      const found = this.bound(path, binding, name, seen);
      if (found) return found;
    }
    const { sees = [] } = factsOf(path) ?? {};
    const near = sees.includes('folder') ? this.lookAtAll().inFolder.get(`${folderOf(path)} ${name}`)?.[0] : undefined;
    if (near || !sees.includes('project')) return near;
    return onlyOne(this.lookAtAll().everywhere.get(`${languageOf(path) ?? ''} ${name}`));
  }

  private bound(path: string, binding: Binding, name: string, seen: ReadonlySet<string>): Part | undefined {
    const wanted = binding.name === undefined || binding.name === '*' ? name : binding.name;
    for (const target of this.targetsOf(path, binding)) {
      const key = `${target} ${wanted}`;
      if (seen.has(key)) continue;
      const found = this.exportedBy(target, wanted, new Set([...seen, key]));
      if (found) return found;
    }
    return undefined;
  }

  /** What another file offers under a name. */
  private exportedBy(path: string, name: string, seen: ReadonlySet<string>): Part | undefined {
    const shown = this.look(path)?.shown[name];
    if (shown !== undefined && shown !== name) return this.named(path, shown, seen);
    if (name === 'default') return this.partsOf(path).find(({ definition }) => definition.exported);
    return this.named(path, name, seen);
  }

  private targetsOf(path: string, { from, name }: Binding): readonly string[] {
    const targets = this.look(path)?.targets;
    return targets?.get(`${from} ${name ?? ''}`) ?? targets?.get(from) ?? [];
  }

  private on(path: string, on: string, name: string, from: Part): Part | undefined {
    if (ownObject.has(on)) {
      const owner = from.definition.owner ?? this.outside(path, from)?.definition.name;
      const scopes = owner?.split('.').reverse() ?? [];
      for (const scope of scopes) {
        const found = this.member(path, scope, name);
        if (found) return found;
      }
      return undefined;
    }
    for (const binding of this.bindingsFor(path, on)) {
      if (binding.local !== on || binding.name === '*') continue;
      for (const target of this.targetsOf(path, binding)) {
        const isFile = binding.name === undefined || target.replace(/^.*\/|\.\w+$/gu, '') === binding.name;
        const found = (isFile ? this.look(target)?.tops.get(name) : undefined) ?? this.offered(target, name, isFile);
        if (found) return found;
      }
    }
    const last = on.split(/\.|::/u).at(-1) ?? '';
    const type = /^[A-Z]/u.test(last) ? this.classNamed(path, last) : this.classNamed(path, on);
    if (type) return name === 'new' ? (this.member(type.path, last, name) ?? type) : this.member(type.path, last, name);
    return undefined;
  }

  private offered(target: string, name: string, isFile: boolean): Part | undefined {
    return isFile ? this.exportedBy(target, name, new Set([`${target} ${name}`])) : undefined;
  }

  /** A method of a class, or of those it extends. */
  private member(path: string, type: string, name: string, depth = 0): Part | undefined {
    const own = this.look(path)?.members.get(`${type} ${name}`);
    if (own || depth > 8) return own;
    const definition = this.partsOf(path).find(
      (part) => part.definition.kind === 'class' && part.definition.name === type && !part.definition.adds,
    );
    // The methods of a type of Go are wherever the package is.
    const near = factsOf(path)?.spreadsTypes ? this.methodInFolder(path, type, name) : undefined;
    if (near) return near;
    for (const base of definition?.definition.bases ?? []) {
      const found = this.classNamed(path, base);
      const inherited = found && this.member(found.path, base, name, depth + 1);
      if (inherited) return inherited;
    }
    return undefined;
  }

  private methodInFolder(path: string, type: string, name: string): Part | undefined {
    for (const file of this.lookAtAll().filesIn.get(folderOf(path)) ?? []) {
      const found = this.names(file)?.members.get(`${type} ${name}`);
      if (found) return found;
    }
    return undefined;
  }
}

const ownObject: ReadonlySet<string> = new Set(['this', 'self', 'Self', 'super', 'cls', 'base']);

function factsOf(path: string): LanguageFacts | undefined {
  const language = languageOf(path);
  return language && languageFacts[language];
}

function onlyOne(parts: readonly Part[] = []): Part | undefined {
  return parts.length === 1 ? parts[0] : undefined;
}

function push<T>(map: Map<string, T[]>, key: string, one: T): void {
  const known = map.get(key);
  if (known) known.push(one);
  else map.set(key, [one]);
}

function isAlike(before: FileNames | undefined, now: FileNames | undefined): boolean {
  return before === now || (before !== undefined && before.shape === now?.shape);
}
