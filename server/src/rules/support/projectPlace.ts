import type { AnyDocument } from '../../documents/document.js';
import type { Span } from '../../markdown/span.js';
import type { Project } from '../../workspace/project.js';
import { titlePlace } from './place.js';

/** Where a finding about the project as a whole is shown: the board's title, else that of the first document. */
export function projectPlace(project: Project): { readonly file: AnyDocument; readonly span: Span } | undefined {
  const file = project.ofKind('board')[0] ?? project.documents[0];
  if (!file) return undefined;
  return {
    file,
    // Mostly nothing is found, and the document need not be read.
    get span() {
      return titlePlace(file);
    },
  };
}
