import type { AnyDocument } from '../../server/src/documents/document.js';
import { documentKindOf } from '../../server/src/documents/documentKind.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import type { FeatureContext } from '../../server/src/languageFeatures/featureContext.js';
import type { Span } from '../../server/src/markdown/span.js';
import { createLinter } from '../../server/src/rules/lint.js';
import { allRules } from '../../server/src/rules/registry.js';
import { createTraceGraph } from '../../server/src/trace/createTraceGraph.js';
import { defaultConfiguration } from '../../server/src/workspace/configuration.js';
import { createProject } from '../../server/src/workspace/project.js';
import { codeFactsOf } from './codeFixture.js';
import { parseRuleFixture } from './ruleFixture.js';

/** A small project with a place in one of its documents that a feature is asked about. */
export interface FeatureCase {
  readonly context: FeatureContext;
  readonly document: AnyDocument;
  /** Of the `‸`; 0 where there is none. */
  readonly offset: number;
  /** The `⟦…⟧` of the document with the `‸`, in order. */
  readonly spans: readonly Span[];
  /** Those of every document. */
  readonly spansOf: (path: string) => readonly Span[];
}

/**
 * Reads a project written as a rule fixture (`=== path` before each file, `=== git` and the others where needed), with `⟦…⟧`
 * around ranges and `‸` for the cursor. The document asked about is the one with the `‸`, else the first one that is marked,
 * else the first.
 *
 * @param known what is read besides documents: `code` the files of the fixture that are none.
 */
export async function featureCase(source: string, known: { readonly code?: boolean } = {}): Promise<FeatureCase> {
  const { files, git, configuration = defaultConfiguration } = parseRuleFixture(source);
  let cursor: { readonly path: string; readonly offset: number } | undefined;
  const read = files.map(({ path, text, expected }) => {
    const offset = text.indexOf('‸');
    if (offset < 0) return { path, text, spans: expected };
    cursor = { path, offset };
    const before = (at: number): number => (at > offset ? at - 1 : at);
    return {
      path,
      text: text.replace('‸', ''),
      spans: expected.map(({ start, end }) => ({ start: before(start), end: before(end) })),
    };
  });
  const documents = await Promise.all(
    read.flatMap(({ path, text }) => {
      const kind = documentKindOf(path, configuration.paths);
      return kind === undefined ? [] : [parseDocument(kind, path, text)];
    }),
  );
  const project = {
    ...createProject(documents.sort((a, b) => (a.path < b.path ? -1 : 1))),
    ...(git ? { git } : {}),
    ...(known.code ? { code: codeFactsOf(read) } : {}),
  };
  const asked = cursor?.path ?? read.find(({ spans }) => spans.length > 0)?.path ?? read[0]?.path;
  const document = documents.find(({ path }) => path === asked);
  if (!document) throw new Error('a fixture without a document');
  const findings = createLinter(allRules, configuration).lint(project);
  const spansOf = (path: string): readonly Span[] => read.find((file) => file.path === path)?.spans ?? [];
  return {
    context: {
      document,
      project,
      trace: createTraceGraph(project, configuration),
      configuration,
      findingsOf: (path) => findings.get(path) ?? [],
    },
    document,
    offset: cursor?.offset ?? 0,
    spans: spansOf(document.path),
    spansOf,
  };
}
