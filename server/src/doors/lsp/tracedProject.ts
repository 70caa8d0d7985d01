import type { Finding } from '../../rules/finding.js';
import type { TraceGraph } from '../../trace/graph.js';
import type { Configuration } from '../../workspace/configuration.js';
import type { Project } from '../../workspace/project.js';

/** One project with everything that is known of it. */
export interface TracedProject {
  /** URI of the root. */
  readonly rootUri: string;
  /** The root's folder name. */
  readonly name: string;
  readonly project: Project;
  readonly trace: TraceGraph;
  readonly configuration: Configuration;
  /** What is shown of a file; paths are relative to the root. */
  readonly findingsOf: (path: string) => readonly Finding[];
  /** The editor's version of a file; null if it is not open. */
  readonly versionOf: (path: string) => number | null;
  readonly uriOf: (path: string) => string;
}
