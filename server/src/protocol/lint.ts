import type { FindingCounts } from '../project/judgement.js';
import type { Range } from './place.js';

/** Request without parameters: reads everything again from disk and answers with a `LintSummary`. */
export const lintWorkspaceRequest = 'pactwright/lintWorkspace';

/** Notification with a `LintSummary`, after every round of judging. */
export const lintedNotification = 'pactwright/linted';

/** Request with `{ root?: string }` (a URI; every project without it); answers with `BaselineFile`s, once all was read. */
export const baselineRequest = 'pactwright/baseline';

/** Notification with an `AdoptionOffer`: a project without baseline has more findings than a person would read. */
export const adoptionOfferNotification = 'pactwright/adoptionOffer';

/** Request with `{ code: string }`; answers with the rule's reference as Markdown, or null for an unknown code. */
export const ruleReferenceRequest = 'pactwright/ruleReference';

/** Request with `{ show: boolean }`: shows or hides the findings of baselines; answers with a `LintSummary`. */
export const showHiddenRequest = 'pactwright/showHidden';

/** Request without parameters; answers with every rule. */
export const ruleListRequest = 'pactwright/rules';

/** Request with an `IgnoreQuestion`; answers with the edits of the document that ignore the finding, or null if it is gone. */
export const ignoreRequest = 'pactwright/ignore';

/** The command that opens a rule's page; its argument is the code. */
export const explainRuleCommand = 'pactwright.explainRule';

/** The command that asks for a reason and ignores a finding where it is; its arguments are the document's URI and the finding's id. */
export const ignoreFindingCommand = 'pactwright.ignoreFinding';

/** The command that runs an operation for a finding; its arguments are the URI of the root, the name and the input. */
export const runOperationCommand = 'pactwright.runOperation';

/** The scheme of the read-only documents that hold rule references: `pactwright-rule:/PW101.md`. */
export const ruleScheme = 'pactwright-rule';

/** Findings are counted as the editor lists them: those of one cause once. */
export interface LintSummary extends FindingCounts {
  readonly projects: number;
  /** Those with a spec, a test case or an entry. */
  readonly items: number;
  /** Whether findings of baselines are shown; they then count as errors, warnings and infos, too. */
  readonly showsHidden: boolean;
}

export interface BaselineFile {
  /** URI of the file to write. */
  readonly uri: string;
  readonly content: string;
  /** The project's. */
  readonly name: string;
  /** Whether there is such a file. */
  readonly exists: boolean;
  readonly findings: number;
  /** The files that these are in. */
  readonly files: number;
}

/** An edit of the editor's text. */
export interface PlacedEdit {
  readonly range: Range;
  readonly newText: string;
}

export interface ListedRule {
  readonly code: string;
  readonly name: string;
  /** One sentence without full stop. */
  readonly summary: string;
}

export interface IgnoreQuestion {
  /** URI of the document. */
  readonly uri: string;
  /** The finding's. */
  readonly id: string;
  /** May be empty. */
  readonly reason: string;
}

export interface AdoptionOffer {
  /** URI of the project root. */
  readonly root: string;
  readonly name: string;
  readonly findings: number;
}

export interface LintRequests {
  readonly [showHiddenRequest]: { readonly params: { readonly show: boolean }; readonly answer: LintSummary | null };
  readonly [ruleListRequest]: { readonly params: undefined; readonly answer: readonly ListedRule[] };
  readonly [ignoreRequest]: { readonly params: IgnoreQuestion; readonly answer: readonly PlacedEdit[] | null };
  readonly [lintWorkspaceRequest]: { readonly params: undefined; readonly answer: LintSummary };
  readonly [baselineRequest]: { readonly params: { readonly root?: string }; readonly answer: readonly BaselineFile[] };
  readonly [ruleReferenceRequest]: { readonly params: { readonly code: string }; readonly answer: string | null };
}

export interface LintNotifications {
  readonly [lintedNotification]: LintSummary;
  readonly [adoptionOfferNotification]: AdoptionOffer;
}
