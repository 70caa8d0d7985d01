import { pullRequestBody } from '../../operations/delivery/pr.js';
import type { StepResult } from '../../runs/event.js';
import { eventOf, noteOf, type PullRequestEvent, type PullRequestState, reactionTo } from '../../runs/pullRequest.js';
import type { Forge, PullRequest } from '../delivery/forge.js';
import { openForge } from '../delivery/openForge.js';
import type { GitRepository } from '../../workspace/ports.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import type { RunTerms } from './terms.js';
import { networkGit } from '../executor/networkGit.js';

/** A packet that is merged by a pull request. */
export type PullTerms = NonNullable<RunTerms['pulls']>;

/** The name of the gate's verdict among the checks of a commit. */
const context = 'pactwright/done';

/** A branch that is merged by a pull request. */
export interface PulledBranch {
  readonly branch: string;
  /** The branch that it goes to. */
  readonly into: string;
  /** Its commit. */
  readonly head: string;
  /** Whether the run has judged that commit: no other is merged without a person. */
  readonly isJudged: boolean;
  /** Whose it is, as questions name it. */
  readonly packet: string;
  readonly main: GitRepository;
  readonly desk: PhaseDesk;
}

/** A pull request that the host does not merge. */
export interface Unmerged {
  readonly outcome: 'unmerged';
  /** A sentence without full stop. */
  readonly why: string;
}

/**
 * Looks what became of the pull request of a branch. Nothing here changes the branch: its checks would start again.
 *
 * @returns `none`: there is none for what the branch has now, or none with its verdict, so that it is to be opened or brought up to date.
 * @throws Refused; UsageError; the signal's reason.
 */
export async function followPull(pulled: PulledBranch, terms: PullTerms): Promise<StepResult | 'none' | Unmerged> {
  const { branch, into, head, main, desk } = pulled;
  const forge = await openForge(main, terms.remote, desk);
  const found = await forge.find(branch, into, head);
  if (!found || found.head.sha !== head) return 'none';
  if ((found.merged_at ?? '') !== '') return { outcome: 'passed', commit: found.merge_commit_sha ?? found.head.sha };
  const state = await forge.look(found, context);
  // It was killed before it could say so, or somebody else has pushed.
  if (!state.isClosed && !state.hasOwnStatus) return 'none';
  const event = eventOf(state);
  if (event === undefined) return later(found, 'reviews and CI');
  return react(event, { found, state, forge, terms, pulled });
}

interface Reacting {
  readonly found: PullRequest;
  readonly state: PullRequestState;
  readonly forge: Forge;
  readonly terms: PullTerms;
  readonly pulled: PulledBranch;
}

const happened: Readonly<Record<PullRequestEvent, string>> = {
  changes_requested: 'has changes requested',
  ci_failed: 'has failing checks',
  approved_and_green: 'is approved, and its checks have passed',
  closed: 'was closed without being merged',
};

async function react(
  event: PullRequestEvent,
  { found, state, forge, terms, pulled: { head, isJudged, packet } }: Reacting,
): Promise<StepResult | Unmerged> {
  const url = found.html_url;
  switch (reactionTo(event, terms.reactions, terms.autoMerge && isJudged)) {
    case 'back':
      return { outcome: 'back', note: noteOf(event, state) };
    case 'merge': {
      const made = await forge.merge(found, head);
      if ('commit' in made) return { outcome: 'passed', commit: made.commit };
      return { outcome: 'unmerged', why: `${url} was not merged: ${made.why}` };
    }
    case 'wait':
      if (event !== 'approved_and_green') return later(found, `news: it ${happened[event]}`);
      return later(found, `somebody to merge it${isJudged ? '' : ', because no gate has judged its newest commit'}`);
    case 'ask':
      return {
        outcome: 'asks',
        question: `${url} ${happened[event]}. Deal with it there, and \`pactwright run answer ${packet}\` looks again; \`pactwright run answer ${packet} --drop\` leaves ${packet} out of the run`,
      };
    case 'drop':
      return { outcome: 'failed', failure: 'final', note: `${url} ${happened[event]}` };
  }
}

function later({ html_url: url }: PullRequest, what: string): StepResult {
  return { outcome: 'later', note: `${url} waits for ${what}` };
}

/** What a pull request says. */
export interface PullWords {
  readonly title: string;
  readonly report: string;
  /** What is said of its newest commit. */
  readonly verdict: { readonly state: 'success' | 'failure'; readonly why: string };
}

/** Pushes a branch, opens its pull request if there is none, and says what the gate said. */
export async function openPull(
  { branch, into, head, main, desk }: PulledBranch,
  terms: PullTerms,
  { title, report, verdict }: PullWords,
): Promise<StepResult> {
  // Without force: what is there and is not in it would be a person's.
  await networkGit(['push', '--quiet', terms.remote, `${head}:refs/heads/${branch}`], main.top, desk);
  const forge = await openForge(main, terms.remote, desk);
  const found = await forge.find(branch, into, head);
  const pull =
    found?.state === 'open' ? found : await forge.open({ branch, base: into, title, body: pullRequestBody(report) });
  await forge.setStatus(head, context, verdict.state, verdict.why);
  return later(pull, 'reviews and CI');
}
