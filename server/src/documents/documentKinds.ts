import { memoFor } from '../base/memo.js';
import type { DocumentKindDefinition, Place } from './defineDocumentKind.js';
import type { CommentSyntax } from './suppressions.js';

/** Folders and files by the name of their setting, relative to the project root, with `/`. */
export type Places = Readonly<Record<string, string>>;

/** In the order in which a path is compared with them: what is nowhere else comes first. */
const placeTypes = ['fixed', 'fixedFolder', 'nestedFolder', 'file', 'folder'] as const;

/** A set of kinds of documents, and what can be asked of it. `private`, as `#` costs several times as much in code that is not optimized. */
export class DocumentKinds<Name extends string = string> {
  /** In the order in which documentation lists them, and in which a name is tried in folders. */
  readonly all: readonly DocumentKindDefinition<Name>[];
  private readonly byName: ReadonlyMap<string, DocumentKindDefinition<Name>>;
  private readonly byPlace: readonly DocumentKindDefinition<Name>[];
  /** The kinds that have documents in a folder: thousands of paths are in few of them. */
  private readonly byFolder = memoFor<Places, Map<string, readonly DocumentKindDefinition<Name>[]>>(() => new Map());

  constructor(all: readonly DocumentKindDefinition<Name>[]) {
    this.all = all;
    this.byName = new Map(all.map((kind) => [kind.name, kind]));
    this.byPlace = placeTypes.flatMap((type) => all.filter(({ place }) => place.type === type));
  }

  /** @throws Error where there is no such kind. */
  get(name: Name): DocumentKindDefinition<Name> {
    const kind = this.byName.get(name);
    if (!kind) throw new Error(`There is no kind of document named ${name}`);
    return kind;
  }

  /** The kind of the document at a path, by the path alone. Only files directly in a folder count. */
  at(path: string, places: Places): DocumentKindDefinition<Name> | undefined {
    const slash = path.lastIndexOf('/');
    const name = path.slice(slash + 1);
    for (const kind of this.inFolder(path.slice(0, Math.max(0, slash)), places))
      if (isAt(kind.place, path, name, places)) return kind;
    return undefined;
  }

  private inFolder(folder: string, places: Places): readonly DocumentKindDefinition<Name>[] {
    const known = this.byFolder(places).get(folder);
    if (known) return known;
    const found = this.byPlace.filter(({ place }) => {
      if (place.type === 'fixed' || place.type === 'file') return pathsOf(place, places).some(isDirectlyIn(folder));
      if (place.type === 'nestedFolder') return isNestedFolder(folder, place) === 'documents';
      return folder !== '' && folder === folderOf(place, places);
    });
    this.byFolder(places).set(folder, found);
    return found;
  }

  /** The folders of documents, with the kind of what is in them. */
  folders(places: Places): readonly { readonly kind: Name; readonly folder: string }[] {
    return this.all.flatMap(({ name, place }) =>
      place.type === 'folder' || place.type === 'fixedFolder' ? [{ kind: name, folder: folderOf(place, places) }] : [],
    );
  }

  /** The places whose folders are found by looking. */
  get nested(): readonly (NestedPlace & { readonly kind: Name })[] {
    return this.all.flatMap(({ name, place }) => (place.type === 'nestedFolder' ? [{ ...place, kind: name }] : []));
  }

  /** The places of single files, whether or not there is a file. */
  files(places: Places): readonly string[] {
    return this.all.flatMap(({ place }) =>
      place.type === 'file' || place.type === 'fixed' ? pathsOf(place, places) : [],
    );
  }

  /** What a document is written in, as far as comments go. */
  syntaxOf({ kind, path }: { readonly kind: Name; readonly path: string }): CommentSyntax {
    return syntaxAt(this.get(kind), path);
  }
}

function isAt(place: Place, path: string, name: string, places: Places): boolean {
  if (place.type === 'fixed') return place.paths.includes(path);
  return place.type === 'file' ? path === (places[place.setting] ?? place.default) : place.holds(name);
}

type NestedPlace = Extract<Place, { readonly type: 'nestedFolder' }>;

/** Whether a folder holds documents of a nested place, or folders that may. */
export function isNestedFolder(
  path: string,
  { folder, below }: Pick<NestedPlace, 'folder' | 'below'>,
): 'documents' | 'above' | undefined {
  if (path === folder) return 'above';
  if (!path.startsWith(`${folder}/`)) return undefined;
  const [, inner, ...more] = path.slice(folder.length).split('/');
  if (inner === undefined || inner === '') return undefined;
  if (more.length === 0) return 'above';
  return more.join('/') === below ? 'documents' : undefined;
}

function pathsOf(place: Extract<Place, { readonly type: 'file' | 'fixed' }>, places: Places): readonly string[] {
  return place.type === 'fixed' ? place.paths : [places[place.setting] ?? place.default];
}

const isDirectlyIn =
  (folder: string) =>
  (path: string): boolean =>
    path.slice(0, Math.max(0, path.lastIndexOf('/'))) === folder;

function folderOf(place: Extract<Place, { readonly type: 'folder' | 'fixedFolder' }>, places: Places): string {
  return place.type === 'fixedFolder' ? place.folder : (places[place.setting] ?? place.default);
}

/** What the document of a kind at a path is written in, as far as comments go. */
export function syntaxAt({ syntax }: Pick<DocumentKindDefinition, 'syntax'>, path: string): CommentSyntax {
  return syntax ?? (path.toLowerCase().endsWith('.feature') ? 'feature' : 'markdown');
}
