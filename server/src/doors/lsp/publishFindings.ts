import { createTimeSlices } from '../../base/timeSlices.js';
import { toDiagnostic } from './diagnostic.js';
import type { ProjectWatch } from '../../project/projectWatch.js';
import type { Publisher } from './publisher.js';
import { toPath } from './uris.js';

/** How long publishing may go on before requests have their turn, in milliseconds. */
const sliceMs = 10;

/**
 * Sends what is found in the files of all projects, and takes back what was sent of any other file, giving way to requests
 * meanwhile.
 *
 * @param isPending whether another text of a file is shown than was judged: findings of the old one would be in the wrong
 *   places; they come with the next round.
 * @param versionOf the editor's version of what was judged; undefined for a file that is not open.
 * @throws the signal's reason once it is aborted.
 */
export async function publishFindings(
  publisher: Publisher,
  projects: readonly ProjectWatch[],
  {
    isPending,
    versionOf,
  }: { readonly isPending: (file: string) => boolean; readonly versionOf: (file: string) => number | undefined },
  signal: AbortSignal,
): Promise<void> {
  const slices = createTimeSlices(sliceMs);
  const uris = new Set<string>();
  for (const project of projects)
    for (const relative of project.files()) {
      const others = slices.turn();
      if (others) await others;
      signal.throwIfAborted();
      const uri = project.uriOf(relative);
      uris.add(uri);
      const file = project.pathOf(relative);
      if (isPending(file)) continue;
      publisher.publish(uri, versionOf(file), project.findingsOf(relative), (finding) =>
        toDiagnostic(finding, project.uriOf),
      );
    }
  for (const uri of publisher.uris()) {
    const file = toPath(uri);
    if (uris.has(uri) || file === undefined || isPending(file)) continue;
    publisher.withdraw(uri, versionOf(file));
  }
}
