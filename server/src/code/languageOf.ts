import type { SourceLanguage } from './sourceFile.js';

const languages: ReadonlyMap<string, SourceLanguage> = new Map(
  Object.entries({
    typescript: 'ts tsx mts cts js jsx mjs cjs',
    python: 'py',
    go: 'go',
    java: 'java',
    csharp: 'cs',
    rust: 'rs',
    ruby: 'rb',
  } satisfies Record<SourceLanguage, string>).flatMap(([language, extensions]) =>
    extensions.split(' ').map(
      // `satisfies` says that the keys are languages; Object.entries forgets it.
      (extension) => [extension, language as SourceLanguage] as const,
    ),
  ),
);

/** The extensions of the languages whose tests are found, without dots. */
export const sourceExtensions: readonly string[] = [...languages.keys()];

/** What is behind the last dot of a path, in lower case; empty if there is none. */
export function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot <= path.lastIndexOf('/') + 1 ? '' : path.slice(dot + 1).toLowerCase();
}

/** The language of a file by its extension, where its tests are found. */
export function languageOf(path: string): SourceLanguage | undefined {
  return languageOfExtension(extensionOf(path));
}

/** @param extension as {@link extensionOf} has it. */
export function languageOfExtension(extension: string): SourceLanguage | undefined {
  return languages.get(extension);
}

/** The conventions of each language's test runners for the names of test files, and the folders that hold nothing else. */
const testPaths: Readonly<Record<SourceLanguage, RegExp>> = {
  typescript:
    /(?:[._-](?:test|spec|cy|e2e)\.\w+$)|(?:^|\/)(?:__tests__|tests?|specs?|e2e|cypress)\/|(?:^|\/)tests?(?:-[^/]*)?\.\w+$/u,
  python: /(?:^|\/)(?:test[^/]*|[^/]*_test|tests)\.py$/u,
  go: /_test\.go$/u,
  java: /(?:^|\/)(?:Test[^/]*|[^/]*(?:Tests?|TestCase|IT|Spec))\.java$|(?:^|\/)src\/\w*[tT]est\//u,
  csharp: /(?:Tests?|Specs?)\.cs$|(?:^|\/)(?:[^/]*\.)?(?:\w*Tests?|tests?|\w*Specs)\//u,
  rust: /(?:^|\/)tests?\/|(?:^|\/)(?:tests?|[^/]*_tests?)\.rs$/u,
  ruby: /(?:_spec|_test)\.rb$|(?:^|\/)test_[^/]*\.rb$/u,
};

/**
 * Whether a file is a test file by its name or folder. Rust has tests in any file, which only its text tells.
 *
 * @param path relative to the project root, with `/`.
 */
export function isTestPath(path: string): boolean {
  const language = languageOf(path);
  return language !== undefined && !/\.d\.[cm]?ts$/u.test(path) && testPaths[language].test(path);
}
