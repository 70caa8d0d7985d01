import type { AnyDocument, DocumentKind } from '../documents/document.js';
import type { Span } from '../markdown/span.js';
import type { EntryTrace, ItemTrace, TraceGraph } from '../trace/graph.js';
import type { CompatVersion, Configuration } from '../workspace/configuration.js';
import type { Project } from '../workspace/project.js';
import type { Fix, Severity } from './finding.js';
import type { TextFile } from '../markdown/textFile.js';
import type { Commented, UnusedSuppression } from './suppression.js';

/** What a rule says of one place; the engine adds code, identity, severity and range. */
export interface Report {
  readonly span: Span;
  readonly message: string;
  /**
   * The text the finding's identity depends on, where the text of `span` is not it (e.g. a section's name for a section that
   * is missing). Must not hold line numbers or anything that edits elsewhere change.
   */
  readonly anchor?: string;
  /** The item the report is about, where the document is about several (board and archive entries). */
  readonly item?: string;
  /** Where the default severity does not fit the circumstances; the configuration still overrides it. */
  readonly severity?: Severity;
  readonly fix?: Fix;
  /** Other ways out, where it takes a person to say which is right; never safe. */
  readonly otherFixes?: readonly Fix[];
  readonly related?: readonly RelatedReport[];
  /** Hashes of the commits it is about: the editor offers to open them. */
  readonly commits?: readonly string[];
  /** The id of the scenario it is about: the editor offers a test for it. */
  readonly scenario?: string;
}

/** What a rule about the project as a whole says, with the file it is shown in. */
export interface ProjectReport extends Report {
  readonly file: TextFile;
}

/** The other end of a report: a span of another document, of the same one, or of a source file. */
export interface RelatedReport {
  readonly document: TextFile;
  readonly span: Span;
  readonly message: string;
}

/** What rules ask about all documents and items. */
export type Question<T> = (trace: TraceGraph) => T;

/** What a rule may know besides the document. */
export interface RuleContext {
  /** Set where findings must equal those of that PactKit version. */
  readonly compat: CompatVersion | undefined;
  /** Whether the document's item is in the archive: its work is over. */
  readonly archived: boolean;
  /** The trace of the item a spec or test case is about; not for rules with `needs: 'document'`, as all up to `trace`. */
  readonly item: ItemTrace | undefined;
  readonly conventions: TraceGraph['conventions'];
  readonly habits: Project['habits'];
  readonly git: Project['git'];
  /** How much of the source code was read; what is not in a part of it may be in the rest. */
  readonly codeRead: 'none' | 'part' | 'whole';
  /**
   * Of other documents and items than its own. A rule that asks for it, or for `trace`, runs again after every change, so it is
   * the last thing to ask for; what the others say is kept for as long as document, item and the rest of the above are the same.
   */
  readonly project: Project;
  readonly trace: TraceGraph;
  /**
   * Asks something of other documents and items, too; a rule that asks for no more than this runs again only where an answer is another
   * one. It is asked again after every change, so it must be quick, and give the very value for as long as nothing differs.
   */
  ask<T>(question: Question<T>): T;
  /**
   * What a rule about the project says of one item by nothing but the item, `git` and the rest of what items are judged by (`KeptKeys`):
   * it is not computed where nothing was said of the item as it is.
   */
  readonly ofItem: <T>(item: ItemTrace, compute: () => readonly T[]) => readonly T[];
  readonly configuration: Configuration;
  /** What the registry holds, for rules about rule codes in comments and configuration. */
  readonly knownRules: readonly RuleName[];
  /** Codes in suppression comments of the document or source file that change nothing; only rules of the last pass see any. */
  readonly unusedSuppressions: readonly UnusedSuppression[];
  /** What other rules report of the document at error level; only rules of the last pass see any. */
  readonly errors: readonly Report[];
}

export interface RuleName {
  readonly code: string;
  readonly name: string;
  /** What it says cannot be suppressed. */
  readonly lastPass?: true;
}

/**
 * What is written about a rule beside its code; all of it is part of the generated reference. Markdown, no headings. Its example is
 * in `test/fixtures/examples/`.
 */
export interface RuleProse {
  /** Why it matters: one to four sentences. */
  readonly why: string;
  /** How to fix it. */
  readonly fix: string;
  /** What PactKit does about it. */
  readonly pactkit: string;
}

/**
 * `document`: the document alone. `workspace`: all documents. `code`: the source code, too. `git`: what git says, too. Reading
 * code and running git is expensive, so plain `lint` runs the first two.
 */
export type RuleNeeds = 'document' | 'workspace' | 'code' | 'git';

/** What judges, without what is written about it: of that, bundles keep a table of its own. @see ruleProse */
export interface Rule {
  /** PactKit's own (`E001`, `W007`) or ours (`PW101`); never reused. */
  readonly code: string;
  /** Kebab case, unique. */
  readonly name: string;
  /** One sentence without full stop: what the rule finds. */
  readonly summary: string;
  readonly severity: Severity;
  readonly needs: RuleNeeds;
  /** The version of Pactwright that brought it. */
  readonly since: string;
  /** PactKit's rules only: the PactKit version that brought it and the severity it has there. */
  readonly peer?: { readonly since: CompatVersion; readonly severity: 'error' | 'warning' };
  /** Runs when all other findings of the document are known; its own findings cannot be suppressed. */
  readonly lastPass?: true;
  /** There is no place for a comment that ignores its findings: the file, or its front matter, cannot be read. */
  readonly noPlaceForComment?: true;
  /** The message that replaces many findings of a document with one; undefined: each is shown. */
  readonly together?: (count: number) => string;
  readonly documents: readonly DocumentKind[];
  /**
   * Whether there may be anything to say, where that is quickly told: mostly there is not, and it takes long to begin a check for
   * nothing. Called for documents of these kinds only, as `check` is.
   */
  suspects?(document: AnyDocument, context: RuleContext): boolean;
  /**
   * Whether it says something of an item, and in which words, must not depend on where the item's entries are in board and
   * archive: what leads to no place there is kept when entries move. Of what is uncommitted it asks for the item's spec, test
   * cases and tests, and for the document.
   */
  check(document: AnyDocument, context: RuleContext): Iterable<Report>;
  /** Of a rule of the last pass: called for every source file with suppression comments. */
  readonly checkSource?: (file: Commented, context: RuleContext) => Iterable<Report>;
  /**
   * Called for every entry with an item id, in document order; that nothing is said of one is kept when it moves. Without code and
   * git it asks for the facts of the item's spec and the paths of its test cases; where a report leads into them, it may ask where.
   */
  readonly checkEntry?: (entry: EntryTrace, context: EntryContext) => Iterable<Report>;
  /** Called once for the whole project; findings of its own cannot be suppressed by comments. */
  readonly checkProject?: (context: RuleContext) => Iterable<ProjectReport>;
}

/** What a rule about single entries may know. */
interface EntryContext extends Pick<RuleContext, 'configuration'> {
  /** The trace of the entry's item. */
  readonly item: ItemTrace;
  readonly conventions: TraceGraph['conventions'];
  readonly git: Project['git'];
}

/** As its file has it. */
export type WrittenRule = Rule & RuleProse;

interface RuleOf<K extends DocumentKind> extends Omit<
  WrittenRule,
  'documents' | 'suspects' | 'check' | 'checkEntry' | 'checkProject'
> {
  readonly documents: readonly K[];
  readonly suspects?: (document: DocumentOf<K>, context: RuleContext) => boolean;
  /** Called once for every document of the kinds named. Never throws on any text. */
  readonly check: (document: DocumentOf<K>, context: RuleContext) => Iterable<Report>;
}

/** The documents of the kinds `K`, as a union that can be told apart by `kind`. */
type DocumentOf<K extends DocumentKind> = Extract<AnyDocument, { readonly kind: K }>;

/** Makes a rule from its data; what it sees are documents of the kinds it asks for. */
export function defineRule<K extends DocumentKind>(rule: RuleOf<K>): WrittenRule {
  return rule;
}

interface EntryRule extends Omit<WrittenRule, 'suspects' | 'check' | 'checkEntry' | 'checkProject' | 'lastPass'> {
  readonly documents: readonly ('board' | 'archive')[];
  readonly needs: 'workspace' | 'code' | 'git';
  /** Never throws on any text. */
  readonly checkEntry: (entry: EntryTrace, context: EntryContext) => Iterable<Report>;
}

/** Makes a rule about the entries of board or archive, each looked at by itself. */
export function defineEntryRule(rule: EntryRule): WrittenRule {
  return { ...rule, check: () => [] };
}

interface ProjectRule extends Omit<WrittenRule, 'suspects' | 'check' | 'checkEntry' | 'checkProject' | 'lastPass'> {
  readonly needs: 'workspace' | 'code' | 'git';
  /** Called once for every project. Never throws on any text. */
  readonly checkProject: (context: RuleContext) => Iterable<ProjectReport>;
}

/**
 * Makes a rule about the project as a whole, for what belongs to no single document or is in a source file.
 *
 * @param rule `documents` names the kinds it is about, for the reference.
 */
export function defineProjectRule(rule: ProjectRule): WrittenRule {
  return { ...rule, check: () => [] };
}
