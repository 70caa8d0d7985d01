import type { SourceLanguage } from '../../code/sourceFile.js';
import { languageOf } from '../../code/languageOf.js';
import { groupBy } from '../../code/runners/chunks.js';
import { folderOf } from '../../code/modules/modulePlaces.js';
import type { Binding, Call } from '../../syntax/outlineOf.js';
import { type CodeFile, type CodeIndex, fullName, type Part } from './codeIndex.js';

/** Who calls whom, and which class extends which. */
export interface CallGraph {
  /** In path order, then as in the file. */
  readonly parts: readonly Part[];
  readonly calls: readonly PartEdge[];
  readonly bases: readonly PartEdge[];
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

/** Follows each call to what it calls. */
export function callGraphOf(index: CodeIndex): CallGraph {
  const names = new Names(index);
  const calls = new Edges();
  const bases = new Edges();
  for (const [path, { outline }] of index.files) {
    for (const call of outline.calls) {
      const from = call.inside === undefined ? undefined : names.partAt(path, call.inside);
      const found = from && names.called(path, call, from);
      if (found && found.to !== from) calls.add({ from, ...found, line: call.line });
    }
    for (const from of names.partsOf(path))
      for (const base of from.definition.bases ?? []) {
        const to = names.classNamed(path, base);
        if (to && to !== from) bases.add({ from, to, line: from.definition.line, certain: true });
      }
  }
  return { parts: names.all, calls: calls.all, bases: bases.all };
}

/** One edge from a part to another, the first that is certain, in the order of the first of each. */
class Edges {
  readonly all: PartEdge[] = [];
  private readonly places = new Map<Part, Map<Part, number>>();

  add(edge: PartEdge): void {
    const places = this.places.get(edge.from) ?? new Map<Part, number>();
    this.places.set(edge.from, places);
    const at = places.get(edge.to);
    if (at === undefined) places.set(edge.to, this.all.push(edge) - 1);
    else if (edge.certain && !this.all[at]?.certain) this.all[at] = edge;
  }
}

/** What names mean in a file. */
class Names {
  readonly all: readonly Part[];
  private readonly byFile = new Map<string, readonly Part[]>();
  /** The parts of a file at its top, and those of its classes, by their names. */
  private readonly tops = new Map<string, ReadonlyMap<string, readonly Part[]>>();
  /** By language and name: what every file of it sees without an import. */
  private readonly everywhere = new Map<string, Part[]>();
  private readonly inFolder = new Map<string, Part[]>();
  private readonly members = new Map<string, Part[]>();
  /** By name and file. */
  private readonly methods = new Map<string, Map<string, Part[]>>();
  /** By file, then by owner and name: the first of each. */
  private readonly owned = new Map<string, ReadonlyMap<string, Part>>();
  /** By file and name: most names are called more than once. */
  private readonly found = new Map<string, Map<string, Part | undefined>>();
  /** By file: its imports by the name that they have there; under `*` those that bring names along. */
  private readonly bindings = new Map<string, ReadonlyMap<string, readonly Binding[]>>();
  private readonly index: CodeIndex;

  constructor(index: CodeIndex) {
    this.index = index;
    for (const [path, { outline }] of index.files) this.addFile(path, outline.definitions);
    this.all = [...this.byFile.values()].flat();
  }

  private addFile(path: string, definitions: CodeFile['outline']['definitions']): void {
    const seen = new Map<string, number>();
    const parts = definitions.map((definition): Part => {
      const name = fullName(definition);
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      return { path, definition, id: `${path}#${name}${before === 0 ? '' : `~${String(before + 1)}`}` };
    });
    this.byFile.set(path, parts);
    const tops = new Map<string, Part[]>();
    for (const part of parts) {
      const { name, owner, adds, kind } = part.definition;
      if (adds) continue;
      const scope = owner?.split('.').at(-1);
      if (owner === undefined) push(tops, name, part);
      if (owner === undefined || kind === 'class') {
        push(this.everywhere, `${languageOf(path) ?? ''} ${name}`, part);
        push(this.inFolder, `${folderOf(path)} ${name}`, part);
      }
      if (scope !== undefined) push(this.members, `${path} ${scope} ${name}`, part);
      if (scope !== undefined && kind === 'function') this.addMethod(name, path, part);
    }
    this.tops.set(path, tops);
  }

  private addMethod(name: string, path: string, part: Part): void {
    const known = this.methods.get(name) ?? new Map<string, Part[]>();
    this.methods.set(name, known);
    push(known, path, part);
  }

  partsOf(path: string): readonly Part[] {
    return this.byFile.get(path) ?? [];
  }

  partAt(path: string, at: number): Part | undefined {
    return this.partsOf(path)[at];
  }

  called(path: string, call: Call, from: Part): { readonly to: Part; readonly certain: boolean } | undefined {
    const to = call.on === undefined ? this.plain(path, call.name, from) : this.on(path, call.on, call.name, from);
    if (to) return { to, certain: true };
    if (call.on === undefined || call.how === 'passed') return undefined;
    const methods = this.methods.get(call.name);
    if (!methods) return undefined;
    let only = methods.get(path);
    for (const file of this.index.files.get(path)?.imports ?? []) {
      const more = methods.get(file);
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
    const owned = this.ownedIn(path);
    for (let around: Part | undefined = from; around; around = this.outside(path, around)) {
      const scope = around.definition;
      // A method needs its object, but where the language leaves that out.
      if (scope.kind === 'class' && !leavesOutThis.has(languageOf(path) ?? 'go')) continue;
      const own = owned.get(`${fullName(scope)}\n${name}`);
      if (own) return own;
      if (scope.kind === 'class') {
        const inherited = this.member(path, scope.name, name);
        if (inherited) return inherited;
      }
    }
    return this.namedFrom(path, name);
  }

  private ownedIn(path: string): ReadonlyMap<string, Part> {
    const known = this.owned.get(path);
    if (known) return known;
    const owned = new Map<string, Part>();
    for (const part of this.partsOf(path)) {
      const { owner, name } = part.definition;
      const key = `${owner ?? ''}\n${name}`;
      if (owner !== undefined && !owned.has(key)) owned.set(key, part);
    }
    this.owned.set(path, owned);
    return owned;
  }

  /** What a name means in a file, asked from within it. */
  private namedFrom(path: string, name: string): Part | undefined {
    const known = this.found.get(path) ?? new Map<string, Part | undefined>();
    this.found.set(path, known);
    if (!known.has(name)) known.set(name, this.named(path, name));
    return known.get(name);
  }

  /** The imports of a file that may bring a name, in their order. */
  private bindingsFor(path: string, name: string): readonly Binding[] {
    let byName = this.bindings.get(path);
    if (!byName) {
      byName = groupBy(this.index.files.get(path)?.outline.bindings ?? [], ({ local }) => local);
      this.bindings.set(path, byName);
    }
    if (!byName.has('*')) return byName.get(name) ?? [];
    const all = this.index.files.get(path)?.outline.bindings ?? [];
    return all.filter(({ local }) => local === name || local === '*');
  }

  private outside(path: string, { definition }: Part): Part | undefined {
    return definition.inside === undefined ? undefined : this.partAt(path, definition.inside);
  }

  /** A name at the top of a file: its own, an imported one, or one that all files around it see. */
  private named(path: string, name: string, seen: ReadonlySet<string> = new Set()): Part | undefined {
    const own = this.tops.get(path)?.get(name)?.[0];
    if (own) return own;
    for (const binding of this.bindingsFor(path, name)) {
      const found = this.bound(path, binding, name, seen);
      if (found) return found;
    }
    const language = languageOf(path);
    if (language === 'go' || language === 'java') {
      const near = this.inFolder.get(`${folderOf(path)} ${name}`)?.[0];
      if (near || language === 'go') return near;
    }
    return seesAll.has(language ?? 'go') ? onlyOne(this.everywhere.get(`${language ?? ''} ${name}`)) : undefined;
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
    const shown = this.index.files.get(path)?.outline.shown[name];
    if (shown !== undefined && shown !== name) return this.named(path, shown, seen);
    if (name === 'default') return this.partsOf(path).find(({ definition }) => definition.exported);
    return this.named(path, name, seen);
  }

  private targetsOf(path: string, { from, name }: Binding): readonly string[] {
    const targets = this.index.files.get(path)?.targets;
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
        const found =
          (isFile ? this.tops.get(target)?.get(name)?.[0] : undefined) ?? this.offered(target, name, isFile);
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
    const own = this.members.get(`${path} ${type} ${name}`)?.[0];
    if (own || depth > 8) return own;
    const definition = this.partsOf(path).find(
      (part) => part.definition.kind === 'class' && part.definition.name === type && !part.definition.adds,
    );
    // The methods of a type of Go are wherever the package is.
    const near = languageOf(path) === 'go' ? this.methodInFolder(path, type, name) : undefined;
    if (near) return near;
    for (const base of definition?.definition.bases ?? []) {
      const found = this.classNamed(path, base);
      const inherited = found && this.member(found.path, base, name, depth + 1);
      if (inherited) return inherited;
    }
    return undefined;
  }

  private methodInFolder(path: string, type: string, name: string): Part | undefined {
    const folder = folderOf(path);
    for (const file of this.byFile.keys())
      if (folderOf(file) === folder) {
        const found = this.members.get(`${file} ${type} ${name}`)?.[0];
        if (found) return found;
      }
    return undefined;
  }
}

const ownObject: ReadonlySet<string> = new Set(['this', 'self', 'Self', 'super', 'cls', 'base']);
const leavesOutThis: ReadonlySet<SourceLanguage> = new Set(['java', 'csharp', 'ruby']);
/** Languages in which a name that is there once is seen from everywhere. */
const seesAll: ReadonlySet<SourceLanguage> = new Set(['java', 'csharp', 'ruby']);

function onlyOne(parts: readonly Part[] = []): Part | undefined {
  return parts.length === 1 ? parts[0] : undefined;
}

function push<K>(map: Map<K, Part[]>, key: K, part: Part): void {
  const known = map.get(key);
  if (known) known.push(part);
  else map.set(key, [part]);
}
