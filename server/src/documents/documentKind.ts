import { configurationPath, defaultDocumentPaths, type DocumentPaths, pactkitConfigPaths } from './documentPaths.js';
import type { DocumentKind } from './document.js';
import { parseItemId } from './itemId.js';
import type { TestCase } from './testCase/testCase.js';

/**
 * The kind of the document at a path, by the path alone; undefined where there is none. Only files directly in a folder count.
 *
 * In the folder of specs a Markdown file is a spec if its name is an item id, or is meant as one: it begins with STORY, BUG or
 * HOTFIX in any letter case, no letter follows, and there is a digit in it or the word is in upper case (`story-1.md`,
 * `STORY_001.md`, `STORY-001-extra.md`, `BUG-.md`). So a file with a slip in its name is linted and not passed over in
 * silence, while `README.md` and `story-map.md` are notes. Test cases are Markdown files whose name ends in `_case` or is or
 * is meant as an item id, `.feature` and `.feature.md` files.
 *
 * @param path relative to the project root, with `/`.
 */
export function documentKindOf(path: string, paths: DocumentPaths = defaultDocumentPaths): DocumentKind | undefined {
  if (path === configurationPath) return 'config';
  if (pactkitConfigPaths.includes(path)) return 'pactkitConfig';
  for (const kind of ['board', 'context', 'lessons', 'governanceRules'] as const) if (path === paths[kind]) return kind;
  const spec = nameIn(paths.specs, path);
  if (spec !== undefined && isMarkdown(spec) && isMeantAsItem(spec)) return 'spec';
  const testCase = nameIn(paths.testCases, path);
  if (testCase !== undefined && isTestCase(testCase)) return 'testCase';
  const archive = nameIn(paths.archive, path);
  return archive !== undefined && isMarkdown(archive) ? 'archive' : undefined;
}

const endings = {
  spec: /\.md$/i,
  testCase: /(?:_case)?(?:\.feature\.md|\.feature|\.md)$/i,
} as const;

/** The item a spec or test case is about, by its file name; undefined where that is no item id. */
export function itemOf(kind: DocumentKind, path: string): string | undefined {
  if (kind !== 'spec' && kind !== 'testCase') return undefined;
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(endings[kind], '');
  return parseItemId(stem) ? stem : undefined;
}

/** What a test case is written in, by its file name. */
export function testCaseFormat(path: string): TestCase['format'] {
  if (/\.feature\.md$/i.test(path)) return 'featureMarkdown';
  return /\.feature$/i.test(path) ? 'feature' : 'markdown';
}

/** The file's name, if it stands directly in the folder. */
function nameIn(folder: string, path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return path === `${folder}/${name}` ? name : undefined;
}

function isMarkdown(name: string): boolean {
  return /\.md$/i.test(name);
}

function isMeantAsItem(name: string): boolean {
  return /^(?:STORY|BUG|HOTFIX)(?![A-Za-z])/.test(name) || /^(?:STORY|BUG|HOTFIX)(?![a-z]).*\d/i.test(name);
}

function isTestCase(name: string): boolean {
  return /(?:_case\.md|\.feature|\.feature\.md)$/i.test(name) || (isMarkdown(name) && isMeantAsItem(name));
}
