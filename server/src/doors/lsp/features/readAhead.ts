import type { CancellationToken } from 'vscode-languageserver';
import { createTimeSlices } from '../../../base/timeSlices.js';
import type { AnyDocument } from '../../../documents/document.js';
import type { Project } from '../../../workspace/project.js';

const sliceMs = 10;

/**
 * Before a feature that asks something of all documents: of very many most are not in memory, and other requests are answered while
 * they are read.
 *
 * @param ask remembers its answer, and holds no document for it.
 */
export async function readAhead(
  projects: readonly { readonly project: Project }[],
  ask: (document: AnyDocument) => unknown,
  token: CancellationToken,
): Promise<void> {
  const slices = createTimeSlices(sliceMs);
  for (const { project } of projects)
    for (const document of project.documents) {
      await slices.turn();
      if (token.isCancellationRequested) return;
      ask(document);
    }
}
