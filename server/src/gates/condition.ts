import type { Finding } from '../rules/finding.js';
import type { CodeIndex } from '../trace/codeGraph/codeIndex.js';
import type { ItemTrace, TraceGraph } from '../trace/graph.js';
import type { Syntax } from '../syntax/openSyntax.js';
import type { Configuration } from '../workspace/configuration.js';
import type { Project } from '../workspace/project.js';
import type { Work } from '../workspace/work/work.js';
import type { GitAnswer } from '../workspace/ports.js';
import type { EvidenceLog } from './evidence/evidenceLog.js';
import type { Backtrack, GateName, Outcome } from './gate.js';
import type { Lab } from './lab.js';

/** What a condition may look at. Nothing of it throws, except for the signal's reason. */
export interface GateContext {
  readonly gate: GateName;
  readonly item: ItemTrace;
  readonly project: Project;
  readonly trace: TraceGraph;
  readonly configuration: Configuration;
  /** What all rules say of the item, at the severities in force, without what the baseline leaves out. */
  readonly findings: readonly Finding[];
  /** What the item changed, from where it began to the folder as it is now; asked once. */
  readonly work: () => Promise<GitAnswer<Work>>;
  /** Files that were changed, and not committed, before an agent began to build the item, and are as they were then. */
  readonly untouched?: ReadonlySet<string>;
  readonly log: EvidenceLog;
  readonly lab: Lab;
  /** What all files define, call and import; undefined if that cannot be read. Read once. */
  readonly codeIndex?: () => Promise<CodeIndex>;
  /** Reads changed code as trees. */
  readonly syntax: Syntax;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** One thing that a gate asks for. */
export interface Condition {
  /** Kebab case, unique; what profiles and overrides name. */
  readonly name: string;
  /** What it asks for, as a sentence without full stop. */
  readonly title: string;
  /** Why it matters, and what it is determined by: one to four sentences of Markdown. */
  readonly why: string;
  /** The gates that ask for it. */
  readonly gates: readonly GateName[];
  /** Whether a gate is closed where it does not hold, as long as no profile says otherwise. */
  readonly required: boolean;
  readonly backtrack: Backtrack;
  /** Whether it runs the tests many times: where it is optional, only if no required condition has failed. */
  readonly runsMuch?: true;
  readonly check: (context: GateContext) => Outcome | Promise<Outcome>;
}
