import { configurationPath } from '../../server/src/documents/projectMarks.js';
import type { AnyDocument } from '../../server/src/documents/document.js';
import { documentKindOf } from '../../server/src/documents/documentKind.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import type { Problem } from '../../server/src/documents/parsed.js';
import { parseYamlDocument } from '../../server/src/documents/yaml/parseYamlDocument.js';
import { span } from '../../server/src/markdown/span.js';
import type { Finding } from '../../server/src/rules/finding.js';
import { createLinter } from '../../server/src/rules/lint.js';
import { allRules } from '../../server/src/rules/registry.js';
import type { CodeFacts } from '../../server/src/workspace/codeFacts.js';
import {
  type Configuration,
  defaultConfiguration,
  readConfiguration,
} from '../../server/src/workspace/configuration.js';
import type { GitFacts } from '../../server/src/workspace/git/gitFacts.js';
import { createProject } from '../../server/src/workspace/project.js';
import type { RecordedItems } from '../../server/src/workspace/recordedItems.js';

/** A file of a fixture. */
export interface FileText {
  readonly path: string;
  readonly text: string;
  readonly unreadable?: boolean;
}

/** What is known of a project besides its documents; what is left out was not asked for. */
export interface Facts {
  readonly git?: GitFacts;
  readonly code?: CodeFacts;
  readonly record?: RecordedItems;
  readonly aroundHooks?: ReadonlySet<string>;
}

const noText: Problem = { kind: 'unreadable', message: 'The file is binary: save it as UTF-8', span: span(0, 0) };

/** Parses files as one project and lints them with all rules. */
export async function lintFiles(
  files: readonly FileText[],
  configuration: Configuration = defaultConfiguration,
  facts: Facts = {},
): Promise<{ documents: readonly AnyDocument[]; findings: readonly Finding[] }> {
  const parsed = await Promise.all(
    [...files]
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(async ({ path, text, unreadable }) => {
        const kind = documentKindOf(path, configuration.paths);
        if (kind === undefined) return [];
        const document = await parseDocument(kind, path, text);
        return [unreadable ? { ...document, problems: [noText] } : document];
      }),
  );
  const documents = parsed.flat();
  const result = createLinter(allRules, configuration).lint({ ...createProject(documents), ...facts });
  return { documents, findings: [...result.values()].flat() };
}

/** What the project's own configuration says, if it has one that can be read. */
export function configurationIn(files: readonly FileText[]): Configuration {
  const file = files.find(({ path }) => path === configurationPath);
  const { document, problems } = parseYamlDocument(file?.text ?? '');
  return problems.length > 0 ? defaultConfiguration : readConfiguration(document).configuration;
}
