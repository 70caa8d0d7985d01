import { memoEach, once } from '../../base/memo.js';
import { groupBy } from '../../base/groupBy.js';
import type { Binding } from '../../syntax/outlineOf.js';
import { type CodeFile, fullName, type Part } from './codeIndex.js';

/** Kept for as long as the file is as it was. */
export const fileNames = memoEach<CodeFile, { readonly path: string }, FileNames>();

/** The names that a file defines and imports; each for the first that has it, unless it says otherwise. */
export class FileNames {
  /** In the order of the file. */
  readonly parts: readonly Part[];
  /** What is at the top of the file. */
  readonly tops = new Map<string, Part>();
  /** By the last name of the owner, and the own one. */
  readonly members = new Map<string, Part>();
  /** All methods of a name. */
  readonly methods = new Map<string, Part[]>();
  /** By the whole name of the owner, and the own one. */
  readonly owned = new Map<string, Part>();
  readonly #path: string;
  readonly #file: CodeFile;

  constructor(path: string, file: CodeFile) {
    this.#path = path;
    this.#file = file;
    const seen = new Map<string, number>();
    this.parts = file.outline.definitions.map((definition, at): Part => {
      const name = fullName(definition);
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      return { path, definition, at, id: `${path}#${name}${before === 0 ? '' : `~${String(before + 1)}`}` };
    });
    for (const part of this.parts) this.#add(part);
  }

  #add(part: Part): void {
    const { name, owner, adds, kind } = part.definition;
    if (owner !== undefined) addFirst(this.owned, `${owner}\n${name}`, part);
    if (adds) return;
    if (owner === undefined) {
      addFirst(this.tops, name, part);
      return;
    }
    addFirst(this.members, `${owner.slice(owner.lastIndexOf('.') + 1)} ${name}`, part);
    if (kind !== 'function') return;
    const known = this.methods.get(name);
    if (known) known.push(part);
    else this.methods.set(name, [part]);
  }

  get bindings(): readonly Binding[] {
    return this.#file.outline.bindings;
  }

  get shown(): CodeFile['outline']['shown'] {
    return this.#file.outline.shown;
  }

  get targets(): CodeFile['targets'] {
    return this.#file.targets;
  }

  /** Its imports by the name that they have there; under `*` those that bring names along. */
  get byLocal(): ReadonlyMap<string, readonly Binding[]> {
    return this.#byLocal();
  }

  /** All that other files can see of it: the same for what differs in lines and in what functions do alone. */
  get shape(): string {
    return this.#shape();
  }

  readonly #byLocal = once(() => groupBy(this.bindings, ({ local }) => local));

  readonly #shape = once(() => {
    const seen = this.parts.map(({ definition: { kind, name, owner, inside, bases, adds, exported } }) => [
      kind,
      name,
      owner,
      inside,
      bases,
      adds,
      exported,
    ]);
    return JSON.stringify([this.#path, seen, this.bindings, this.shown, [...this.targets]]);
  });
}

function addFirst(all: Map<string, Part>, key: string, part: Part): void {
  if (!all.has(key)) all.set(key, part);
}
