import { extensionOf } from '../languageOf.js';
import type { SourceFile, SourceLanguage } from '../sourceFile.js';

/** What a project's files say about where a new test file belongs. */
export interface NewTestPlace {
  readonly language: SourceLanguage;
  /** Relative to the project root. */
  readonly path: string;
  /** A test file of the folder, or of the language; undefined if there is none. */
  readonly example?: SourceFile;
}

/** The files that say which languages a project is written in. */
const manifests: readonly (readonly [pattern: RegExp, language: SourceLanguage])[] = [
  [/(?:^|\/)package\.json$/u, 'typescript'],
  [/(?:^|\/)(?:pyproject\.toml|setup\.py|setup\.cfg|pytest\.ini|tox\.ini|requirements\.txt)$/u, 'python'],
  [/(?:^|\/)go\.mod$/u, 'go'],
  [/(?:^|\/)Cargo\.toml$/u, 'rust'],
  [/(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/u, 'java'],
  [/(?:^|\/)Gemfile$/u, 'ruby'],
  [/\.csproj$/u, 'csharp'],
];

/** How the words of an item are written in the names of its test file and class. */
export interface NewTestNames {
  /** `story-042`. */
  readonly hyphens: string;
  /** `story_042`. */
  readonly underscores: string;
  /** `Story042`. */
  readonly className: string;
}

/**
 * Where a new test file may belong: where most tests of the project are, named as they are; without any tests, where the runner of
 * each language that the project is written in looks for them.
 *
 * @param paths all files of the project.
 * @returns the best first; none if nothing tells a language.
 */
export function newTestPlaces(
  sources: readonly SourceFile[],
  paths: readonly string[],
  names: NewTestNames,
): readonly NewTestPlace[] {
  const tests = sources.filter(({ isTest, tests: found }) => isTest && found.length > 0);
  const languages = byFrequency(tests.flatMap(({ language }) => language ?? []));
  const [language] = languages;
  if (language !== undefined) {
    const own = tests.filter((file) => file.language === language);
    return [{ language, path: besideTests(own, language, names), ...example(own) }];
  }
  return manifests.flatMap(([pattern, one]): readonly NewTestPlace[] => {
    const [nearest] = paths.filter((path) => pattern.test(path)).sort((a, b) => depth(a) - depth(b));
    return nearest === undefined
      ? []
      : [{ language: one, path: inFolder(folderOf(nearest), byDefault(one, paths, names)) }];
  });
}

function example(own: readonly SourceFile[]): Pick<NewTestPlace, 'example'> {
  const folder = mostOf(own.map(({ path }) => folderOf(path)));
  const found = own.find(({ path }) => folderOf(path) === folder);
  return found ? { example: found } : {};
}

function besideTests(own: readonly SourceFile[], language: SourceLanguage, names: NewTestNames): string {
  const folder = mostOf(own.map(({ path }) => folderOf(path)));
  const inside = own
    .filter(({ path }) => folderOf(path) === folder)
    .map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  if (language === 'rust') return rustPath(own, names);
  return inFolder(folder, mostOf(inside.map((name) => namedLike(name, language, names))));
}

/** Unit tests of Rust are in the file they test; those of an item have a file of their own beside `src`. */
function rustPath(own: readonly SourceFile[], { underscores }: NewTestNames): string {
  const crates = own.map(({ path }) => path.replace(/(?:^|\/)(?:src|tests)\/.*$|(?:^|\/)[^/]*$/u, ''));
  return inFolder(mostOf(crates), `tests/${underscores}.rs`);
}

function namedLike(name: string, language: SourceLanguage, { hyphens, underscores, className }: NewTestNames): string {
  const extension = extensionOf(name);
  switch (language) {
    case 'typescript': {
      const plain = extension.replace(/x$/u, '');
      const mark = /[._-](?:test|spec)(?=\.\w+$)/u.exec(name)?.[0] ?? '';
      return `${hyphens}${mark}.${plain}`;
    }
    case 'python':
      return name.endsWith('_test.py') ? `${underscores}_test.py` : `test_${underscores}.py`;
    case 'ruby':
      if (name.endsWith('_spec.rb')) return `${underscores}_spec.rb`;
      return name.startsWith('test_') ? `test_${underscores}.rb` : `${underscores}_test.rb`;
    case 'go':
      return `${underscores}_test.go`;
    case 'java':
      return /Tests\.java$/u.test(name) ? `${className}Tests.java` : `${className}Test.java`;
    case 'csharp':
      return `${className}Tests.cs`;
    case 'rust':
      return `${underscores}.rs`;
  }
}

function byDefault(language: SourceLanguage, paths: readonly string[], names: NewTestNames): string {
  const { hyphens, underscores, className } = names;
  switch (language) {
    case 'typescript':
      return `test/${hyphens}.test.${paths.some((path) => /(?:^|\/)tsconfig\.json$/u.test(path)) ? 'ts' : 'js'}`;
    case 'python':
      return `tests/test_${underscores}.py`;
    case 'ruby':
      return paths.some((path) => /(?:^|\/)\.rspec$/u.test(path))
        ? `spec/${underscores}_spec.rb`
        : `test/${underscores}_test.rb`;
    case 'go':
      return `tests/${underscores}_test.go`;
    case 'rust':
      return `tests/${underscores}.rs`;
    case 'java':
      return `src/test/java/${className}Test.java`;
    case 'csharp':
      return `${className}Tests.cs`;
  }
}

function byFrequency<T>(values: readonly T[]): readonly T[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
}

function mostOf(values: readonly string[]): string {
  return byFrequency(values)[0] ?? '';
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function depth(path: string): number {
  return path.split('/').length;
}
