import type { FileSystemWatcher } from 'vscode-languageserver';

/** What may make, unmake or configure a project, and the documents at their usual places. */
const patterns = ['**/docs', '**/docs/**', '**/.pactwright/**', '**/{.claude,.codex,.github,.opencode}/pactkit.yaml'];

/**
 * What the editor shall watch: patterns relative to each workspace folder, never a bare glob, so that nothing outside the
 * folders is looked at.
 *
 * @param folders URIs of the workspace folders.
 * @param projects roots with the places of their documents, which a configuration may have put elsewhere.
 */
export function watchers(
  folders: readonly string[],
  projects: readonly { readonly rootUri: string; readonly places: readonly string[] }[],
): FileSystemWatcher[] {
  const relative = (baseUri: string, pattern: string): FileSystemWatcher => ({ globPattern: { baseUri, pattern } });
  return [
    ...folders.flatMap((folder) => patterns.map((pattern) => relative(folder, pattern))),
    ...projects.flatMap(({ rootUri, places }) =>
      places
        .filter((place) => !place.startsWith('docs/') && !place.startsWith('.pactwright/'))
        .flatMap((place) => [relative(rootUri, place), relative(rootUri, `${place}/**`)]),
    ),
  ];
}
