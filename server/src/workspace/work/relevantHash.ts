import { documentKindOf } from '../../documents/documentKind.js';
import type { DocumentPaths } from '../../documents/documentPaths.js';
import { contentHash } from '../../base/contentHash.js';
import type { TreeChange } from '../ports.js';

/** Folders whose files tests read, Markdown as well. */
const readByTests = /(?:^|\/)(?:tests?|__tests__|__fixtures__|__snapshots__|fixtures?|testdata)\//iu;

const toldToPeople = /\.md$|(?:^|\/)(?:CHANGELOG|LICEN[CS]E)(?:\.\w+)?$/iu;

/** Whether what tests and other commands say may depend on a file. @param path relative to the project root, with `/`. */
function isRelevant(path: string, paths: DocumentPaths): boolean {
  if (path.startsWith('.pactwright/') || documentKindOf(path, paths) !== undefined) return false;
  return !toldToPeople.test(path) || readByTests.test(path);
}

/** A hash of mode, content and path of the files that count. @param entries all files of a tree, by paths relative to the root. */
export function relevantHash(entries: readonly TreeChange[], paths: DocumentPaths): string {
  const lines = entries.flatMap(({ path, modeAfter = '', blobAfter = '' }) =>
    isRelevant(path, paths) ? [`${modeAfter} ${blobAfter} ${path}\0`] : [],
  );
  return contentHash(lines.sort().join(''));
}
