import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FileSystemWatcher, WatchKind } from 'vscode-languageserver';
import { sourceExtensions } from '../../code/languageOf.js';
import type { WatchedProject } from './followedProjects.js';
import { isInside, toPath } from './uris.js';

/** What may make, unmake or configure a project, and the documents at their usual places. */
const patterns = ['**/docs', '**/docs/**', '**/.pactwright/**', '**/{.claude,.codex,.github,.opencode}/pactkit.yaml'];

/** Source code by its content, every other file by its being there. */
const sources = [`**/*.{${sourceExtensions.join(',')}}`, '**/.gitignore'];

/**
 * What the editor must watch: patterns relative to each workspace folder, never a bare glob, so that nothing outside the
 * folders is looked at.
 *
 * @param folders URIs of the workspace folders.
 * @param projects with the places of their documents, which a configuration may have put elsewhere.
 */
export function watchers(folders: readonly string[], projects: readonly WatchedProject[]): FileSystemWatcher[] {
  const relative = (baseUri: string, pattern: string): FileSystemWatcher => ({ globPattern: { baseUri, pattern } });
  const onDisk = folders.filter((folder) => toPath(folder) !== undefined);
  return [
    // Source code too from the beginning, so that no change is missed between the first reading and the first watching.
    ...onDisk.flatMap((folder) => [
      ...[...patterns, ...sources].map((pattern) => relative(folder, pattern)),
      { ...relative(folder, '**/*'), kind: WatchKind.Create | WatchKind.Delete },
    ]),
    ...projects.flatMap(({ rootUri, places }) =>
      places
        .filter((place) => !place.startsWith('docs/') && !place.startsWith('.pactwright/'))
        .flatMap((place) => [relative(rootUri, place), relative(rootUri, `${place}/**`)]),
    ),
    ...projects.flatMap(({ git }) =>
      git.flatMap(({ folder, globs }) => globs.map((glob) => relative(pathToFileURL(folder).href, glob))),
    ),
    // A moved or deleted folder is reported by its own name only, not by the files in it.
    ...foldersAround(onDisk, projects).map((uri) => ({
      ...relative(uri, '*'),
      kind: WatchKind.Create | WatchKind.Delete,
    })),
  ];
}

/** The URIs of the workspace folders and of all folders between them and a project root. */
function foldersAround(folders: readonly string[], projects: readonly { readonly rootUri: string }[]): string[] {
  const around = new Set(folders);
  for (const folder of folders)
    for (const { rootUri } of projects) {
      const base = toPath(folder) ?? '';
      for (let parent = path.dirname(toPath(rootUri) ?? ''); isInside(base, parent); parent = path.dirname(parent))
        around.add(pathToFileURL(parent).href);
    }
  return [...around];
}
