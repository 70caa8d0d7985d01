import path from 'node:path';
import type { CodeFacts, UnseenFolder } from './codeFacts.js';
import type { FolderEntry } from './ports.js';

export type Kind = FolderEntry['kind'];
export type Folder = ReadonlyMap<string, Kind>;
/** What is in each folder that was looked into, by its path; the root's is empty. */
export type Tree = ReadonlyMap<string, Folder>;

/** What the facts say of which files there are; kept for as long as that is the same. */
export interface Places extends Pick<CodeFacts, 'exists' | 'unseen'> {
  readonly paths: () => readonly string[];
}

/** More is useless to a reader. */
const mostPaths = 10_000;

/** @param leftOut the outermost of a path and the folders it is in that is left out. */
export function createPlaces(tree: Tree, leftOut: (path: string) => string | undefined): Places {
  let paths: readonly string[] | undefined;
  const walk = (place: string): Found => {
    let folder = '';
    let kind: Kind | undefined;
    for (const segment of place.split('/')) {
      const entries = tree.get(folder);
      // Links and folders of others are not looked into; some cannot be.
      if (!entries) return { path: folder, isLink: kind === 'link' };
      kind = entries.get(segment);
      if (kind === undefined) return 'missing';
      folder = join(folder, segment);
      if (kind === 'file' || kind === 'other') return folder === place ? 'there' : 'missing';
    }
    return 'there';
  };
  return {
    paths: () => (paths ??= listPaths(tree)),
    exists: (wanted) => {
      const place = placeIn(wanted);
      return place === undefined || walk(place) !== 'missing' || leftOut(place) !== undefined;
    },
    unseen: (wanted) => {
      const place = placeIn(wanted);
      if (place === undefined) return undefined;
      const out = leftOut(place);
      const found = out === undefined ? walk(place) : { path: out, isLink: false };
      return typeof found === 'string' ? undefined : found;
    },
  };
}

/** The path without detours; undefined if it is the root, or not below it. */
function placeIn(wanted: string): string | undefined {
  if (path.isAbsolute(wanted)) return undefined;
  const place = mayHaveDetours(wanted) ? path.posix.normalize(wanted).replace(/\/$|^\.\/?$/u, '') : wanted;
  return place === '' || place === '..' || place.startsWith('../') ? undefined : place;
}

/** Nearly none has, and normalizing takes longer than all the rest; so does a regular expression that few texts match. */
function mayHaveDetours(wanted: string): boolean {
  return wanted.startsWith('.') || wanted.endsWith('/') || wanted.includes('/.') || wanted.includes('//');
}

type Found = 'there' | 'missing' | UnseenFolder;

/** The files in path order; of too many those that lie deepest are left out. */
function listPaths(tree: Tree): readonly string[] {
  const found: string[] = [];
  for (const [folder, entries] of tree)
    for (const [name, kind] of entries) if (kind === 'file' && found.length < mostPaths) found.push(join(folder, name));
  return found.sort();
}

export function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** A path with the folders it is in, outermost first. */
export function withFoldersAbove(place: string): string[] {
  const segments = place.split('/');
  return segments.map((_, at) => segments.slice(0, at + 1).join('/'));
}
