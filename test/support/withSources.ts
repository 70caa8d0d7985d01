import type { SourceFile } from '../../server/src/code/sourceFile.js';
import { createLineIndex } from '../../server/src/markdown/lineIndex.js';
import type { Located } from '../../server/src/markdown/span.js';
import type { FeatureContext } from '../../server/src/languageFeatures/featureContext.js';
import { createTraceGraph } from '../../server/src/trace/createTraceGraph.js';
import { codeFactsOf } from './codeFixture.js';

/** A test file as its reader would have it: `it('title')` is a test, `// DEFERRED(SHOULD): R2` a note. */
function sourceFile(path: string, text: string): SourceFile {
  const find = (pattern: RegExp): Located[] =>
    Array.from(text.matchAll(pattern), ({ 0: whole, 1: value = '', index }) => {
      const start = index + whole.lastIndexOf(value);
      return { value, span: { start, end: start + value.length } };
    });
  return {
    path,
    language: 'typescript',
    text,
    lines: createLineIndex(text),
    isTest: true,
    tests: find(/\bit\('([^']*)'/g).map((name) => ({ name, suites: [], labels: [], span: name.span, skipped: false })),
    labels: [],
    deferrals: find(/DEFERRED\(SHOULD\): (.*)/g).map((note) => ({ level: 'SHOULD', text: note, span: note.span })),
  };
}

/** The same project with test files, by path. */
export function withSources(context: FeatureContext, sources: Readonly<Record<string, string>>): FeatureContext {
  const files = Object.entries(sources).map(([path, text]) => sourceFile(path, text));
  const project = {
    ...context.project,
    code: { ...codeFactsOf([...context.project.documents, ...files]), sources: files },
  };
  return { ...context, project, trace: createTraceGraph(project, context.configuration) };
}
