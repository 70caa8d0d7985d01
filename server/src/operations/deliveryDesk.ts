import type { GateName } from '../gates/gate.js';
import type { ReviewRemark } from '../gates/support/reviewDiff.js';
import type { LeftFile } from './step.js';

/** What git, GitHub's command line and the record say of work that is handed on. Each may throw Refused or UsageError. */
export interface DeliveryDesk {
  /** What is not committed, by whether it is an item's. Undefined without a repository. */
  readonly filesOf: (item: string) => Promise<SortedFiles | undefined>;
  /** What is not committed, by whether it is the release's. */
  readonly filesOfRelease: () => Promise<SortedFiles>;
  /** Refused if no release of the version can be made from here. */
  readonly releasePlace: (version: string) => Promise<ReleasePlace>;
  /** Refused if no pull request can be opened from here. */
  readonly pullRequestPlace: () => Promise<PullRequestPlace>;
  /** All issues of the repository. @param kind undefined: as the address of the remote says. Refused if they cannot be listed. */
  readonly issueTracker: (kind: TrackerKind | undefined) => Promise<IssueTracker>;
  /** A pull or merge request with its diff. Refused if it cannot be read. */
  readonly pullRequest: (number: number, kind: TrackerKind | undefined) => Promise<PullRequest>;
  /** What a gate says of an item by what is recorded, as Markdown: nothing is run for it. */
  readonly gateReport: (gate: GateName, item: string) => Promise<string>;
}

export type TrackerKind = 'github' | 'gitlab';

/** Where the issues of a repository are. */
export interface IssueTracker {
  readonly kind: TrackerKind;
  /** `gh` or `glab`: absolute. */
  readonly program: string;
  readonly issues: readonly Issue[];
}

export interface PullRequest {
  readonly kind: TrackerKind;
  /** `gh` or `glab`: absolute. */
  readonly program: string;
  readonly title: string;
  readonly url: string;
  /** As git prints it. */
  readonly diff: string;
  /** What changed and is not in it. */
  readonly unread: readonly Pick<ReviewRemark, 'path' | 'message'>[];
}

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly url: string;
  readonly isOpen: boolean;
}

/** Paths are relative to the top of the repository. */
export interface SortedFiles {
  readonly own: readonly string[];
  readonly left: readonly LeftFile[];
}

/** Where a release goes to. */
export interface ReleasePlace {
  readonly branch: string;
  readonly tag: string;
  /** Undefined if there is nothing to push to: then it stays here. `gh` is a program: absolute. */
  readonly remote: { readonly name: string; readonly gh: string } | undefined;
}

/** What a pull request is made from. */
export interface PullRequestPlace {
  /** A program: absolute. */
  readonly gh: string;
  readonly branch: string;
  readonly base: string;
  readonly remote: string;
}
