import type { AnyDocument } from '../documents/document.js';
import type { Finding } from '../rules/finding.js';
import type { TraceGraph } from '../trace/graph.js';
import type { Configuration } from '../workspace/configuration.js';
import type { Project } from '../workspace/project.js';

/** What an editor feature may look at: one document and its project, all of one moment. */
export interface FeatureContext {
  readonly document: AnyDocument;
  readonly project: Project;
  readonly trace: TraceGraph;
  readonly configuration: Configuration;
  /**
   * What the rules say of a file of the project.
   *
   * @param path relative to the project root, with `/`.
   */
  findingsOf(path: string): readonly Finding[];
}
