import type { SourceLanguage } from '../sourceFile.js';
import { extensionOf } from '../languageOf.js';
import type { RunnerName } from '../runners/runner.js';
import { csharpTests, goTests, javaTests, rustTests } from './compiledTests.js';
import { apart, comments, indented, type NewTestFile, notWritten, quoted } from './newTests.js';
import { minitestTests, pytestTests, rspecTests } from './scriptTests.js';

/** What decides how a test file is written. */
export interface TestSurroundings {
  readonly language: SourceLanguage;
  /** Relative to the project root. */
  readonly path: string;
  /** The text of a test file of the same language that is already there, the nearest; empty if there is none. */
  readonly example: string;
  /** How tests of Node.js are run; undefined if nothing tells. */
  readonly runner: RunnerName | undefined;
  /** Whether a `.js` file is an ES module. */
  readonly modules: boolean;
}

/**
 * The text of a test file with tests to write, with `\n` as line break: none of them runs, and where somebody only lets them run,
 * they fail.
 */
export function newTestText(file: NewTestFile, surroundings: TestSurroundings): string {
  return [...linesOf(file, surroundings), ''].join('\n');
}

function linesOf(file: NewTestFile, surroundings: TestSurroundings): readonly string[] {
  const { language, path, example } = surroundings;
  switch (language) {
    case 'typescript':
      return nodeTests(file, sourceOf(surroundings));
    case 'python':
      return pytestTests(file);
    case 'ruby':
      return path.endsWith('_spec.rb') ? rspecTests(file) : minitestTests(file);
    case 'go':
      return goTests(file, /^package[ \t]+(\w+)/mu.exec(example)?.[1] ?? 'tests');
    case 'rust':
      return rustTests(file);
    case 'java':
      return javaTests(file, {
        framework: example.includes('org.junit.Test') ? 'junit4' : 'jupiter',
        packageName: packageOf(path, example),
        className: stemOf(path),
      });
    case 'csharp':
      return csharpTests(
        file,
        /NUnit\.Framework/.test(example) ? 'nunit' : /TestTools\.UnitTesting/.test(example) ? 'mstest' : 'xunit',
      );
  }
}

function sourceOf({ runner, modules, path, example }: TestSurroundings): NodeTestSource {
  if (runner === 'vitest') return 'vitest';
  if (runner === 'jest' || runner === 'mocha') return 'global';
  const extension = extensionOf(path);
  const required = example === '' ? !modules : /\brequire\(['"]node:test['"]\)/.test(example);
  return extension === 'cjs' || (/^jsx?$/.test(extension) && required) ? 'node-required' : 'node';
}

/** By the folders below the source root, else as the files beside it say. */
function packageOf(path: string, example: string): string {
  const folders = /(?:^|\/)src\/\w+\/java\/(.*)\/[^/]*$/u.exec(path)?.[1];
  if (folders !== undefined) return folders.replaceAll('/', '.');
  return /\/src\/\w+\/java\/[^/]*$|^src\/\w+\/java\/[^/]*$/u.test(path)
    ? ''
    : (/^package[ \t]+([\w.]+)[ \t]*;/mu.exec(example)?.[1] ?? '');
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.slice(0, name.lastIndexOf('.'));
}

/** How a test file gets at `it`: Vitest and Node.js by an import, the others have it in every file. */
type NodeTestSource = 'vitest' | 'node' | 'node-required' | 'global';

const beginnings: Readonly<Record<NodeTestSource, readonly string[]>> = {
  vitest: ["import { describe, it } from 'vitest';", ''],
  node: ["import { describe, it } from 'node:test';", ''],
  'node-required': ["const { describe, it } = require('node:test');", ''],
  global: [],
};

/** The lines of a file for Vitest, Jest, Mocha or Node.js's own runner. */
function nodeTests({ item, tests }: NewTestFile, source: NodeTestSource): readonly string[] {
  const written = tests.map((test) => [
    `it.skip(${quoted(test.title, "'")}, () => {`,
    ...indented([...comments(test, '//'), `throw new Error('${notWritten}');`], '  '),
    '});',
  ]);
  return [...beginnings[source], `describe(${quoted(item, "'")}, () => {`, ...indented(apart(written), '  '), '});'];
}
