import type { SourceFile } from '../../server/src/code/sourceFile.js';
import type { AnyDocument } from '../../server/src/documents/document.js';
import { documentKindOf } from '../../server/src/documents/documentKind.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import type { GitFacts } from '../../server/src/workspace/git/gitFacts.js';
import type { RecordedItems } from '../../server/src/workspace/recordedItems.js';
import { createProject, type Project } from '../../server/src/workspace/project.js';
import { codeFactsOf } from './codeFixture.js';

export interface StatedProject {
  /** Texts by path. */
  readonly documents: Readonly<Record<string, string>>;
  /** Undefined: the source code was not read. */
  readonly sources?: readonly SourceFile[];
  /** Files that are there besides documents and sources. */
  readonly files?: readonly string[];
  readonly git?: GitFacts;
  readonly record?: RecordedItems;
}

/** A project as the index would make it. */
export async function projectOf({ documents, sources, files = [], git, record }: StatedProject): Promise<Project> {
  const parsed: AnyDocument[] = [];
  for (const path of Object.keys(documents).sort()) {
    const kind = documentKindOf(path);
    if (kind !== undefined) parsed.push(await parseDocument(kind, path, documents[path] ?? ''));
  }
  const paths = [...Object.keys(documents), ...(sources ?? []).map(({ path }) => path), ...files];
  return {
    ...createProject(parsed),
    ...(sources ? { code: { ...codeFactsOf(paths.map((path) => ({ path, text: '' }))), sources } } : {}),
    ...(git ? { git } : {}),
    ...(record ? { record } : {}),
  };
}
