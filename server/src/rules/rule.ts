import type { AnyDocument, DocumentKind, ParsedDocument } from '../documents/document.js';
import type { Located, Span } from '../markdown/span.js';
import type { CompatVersion } from '../workspace/configuration.js';
import type { Project } from '../workspace/project.js';
import type { Fix, Severity } from './finding.js';

/** What a rule says of one place; the engine adds code, identity, severity and range. */
export interface Report {
  readonly span: Span;
  readonly message: string;
  /**
   * The text the finding's identity hangs on, where the text of `span` is not it (e.g. a section's name for a section that
   * is missing). Must not hold line numbers or anything that edits elsewhere change.
   */
  readonly anchor?: string;
  /** The item the report is about, where the document is about several (board and archive entries). */
  readonly item?: string;
  /** Where the default severity does not fit the circumstances; the configuration still overrides it. */
  readonly severity?: Severity;
  readonly fix?: Fix;
  readonly related?: readonly RelatedReport[];
}

/** The other end of a report: a span of another document, or of the same one. */
export interface RelatedReport {
  readonly document: AnyDocument;
  readonly span: Span;
  readonly message: string;
}

/** What a rule may know besides the document. */
export interface RuleContext {
  /** Set where findings shall equal those of that PactKit version. */
  readonly compat: CompatVersion | undefined;
  /** Whether the document's item is in the archive, so that nobody works on it any more. */
  readonly archived: boolean;
  /**
   * Rules with `needs: 'document'` must not look at it: their reports are kept until their document changes, or is archived.
   */
  readonly project: Project;
  /** What the registry holds, for rules about rule codes in comments and configuration. */
  readonly knownRules: readonly RuleName[];
  /** Codes in suppression comments of the document that suppressed nothing; only rules of the last pass see any. */
  readonly unusedSuppressions: readonly Located[];
}

export interface RuleName {
  readonly code: string;
  readonly name: string;
}

/** What is written about a rule beside its code; all of it is part of the generated reference. Markdown, no headings. */
export interface RuleReference {
  /** Why it matters: one to four sentences. */
  readonly why: string;
  /** A short document (or a part that says enough) that is fine. */
  readonly ok: string;
  /** The same with the mistake. */
  readonly notOk: string;
  /** How to put it right. */
  readonly fix: string;
  /** What PactKit does about it. */
  readonly pactkit: string;
}

export type RuleNeeds = 'document' | 'workspace' | 'git';

export interface Rule extends RuleReference {
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
  /**
   * Runs for documents with suppression comments, when all other findings are known; its own findings cannot be suppressed.
   */
  readonly lastPass?: true;
  readonly documents: readonly DocumentKind[];
  readonly check: (document: AnyDocument, context: RuleContext) => Iterable<Report>;
}

interface RuleOf<K extends DocumentKind> extends Omit<Rule, 'documents' | 'check'> {
  readonly documents: readonly K[];
  /** Called once for every document of the kinds named. Never throws on any text. */
  readonly check: (document: DocumentOf<K>, context: RuleContext) => Iterable<Report>;
}

/** The documents of the kinds `K`, as a union that can be told apart by `kind`. */
export type DocumentOf<K extends DocumentKind> = { [Kind in K]: ParsedDocument<Kind> }[K];

function isOfKind<K extends DocumentKind>(
  document: AnyDocument,
  kinds: readonly K[],
): document is Extract<AnyDocument, DocumentOf<K>> {
  const all: readonly DocumentKind[] = kinds;
  return all.includes(document.kind);
}

/** Makes a rule from its data and a check that sees only the kinds of document it asked for. */
export function defineRule<K extends DocumentKind>(rule: RuleOf<K>): Rule {
  const { documents, check } = rule;
  return {
    ...rule,
    check: (document, context) => (isOfKind(document, documents) ? check(document, context) : []),
  };
}
