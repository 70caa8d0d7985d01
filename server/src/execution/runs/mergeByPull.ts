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
  readonly main: GitRepository;
  readonly desk: PhaseDesk;
}

/**
 * Looks what became of the pull request of a branch. Nothing here changes the branch: its checks would start again.
 *
 * @returns `none`: there is none for what the branch has now, so that it is to be opened or brought up to date; `behind`: it cannot be
 * merged before the branch takes in the other one.
 * @throws Refused; UsageError; the signal's reason.
 */
export async function followPull(pulled: PulledBranch, terms: PullTerms): Promise<StepResult | 'none' | 'behind'> {
  const { branch, into, head, main, desk } = pulled;
  const forge = await openForge(main, terms.remote, desk);
  const found = await forge.find(branch, into, head);
  if (!found || found.head.sha !== head) return 'none';
  if ((found.merged_at ?? '') !== '') return { outcome: 'passed', commit: found.merge_commit_sha ?? found.head.sha };
  const state = await forge.look(found, context);
  const event = eventOf(state);
  if (event === undefined) return later(found, 'reviews and CI');
  return react(event, { found, state, forge, terms, head });
}

interface Reacting {
  readonly found: PullRequest;
  readonly state: PullRequestState;
  readonly forge: Forge;
  readonly terms: PullTerms;
  readonly head: string;
}

const happened: Readonly<Record<PullRequestEvent, string>> = {
  changes_requested: 'has changes requested',
  ci_failed: 'has failing checks',
  approved_and_green: 'is approved, and its checks have passed',
  closed: 'was closed without being merged',
};

async function react(
  event: PullRequestEvent,
  { found, state, forge, terms, head }: Reacting,
): Promise<StepResult | 'behind'> {
  switch (reactionTo(event, terms.reactions, terms.autoMerge)) {
    case 'back':
      return { outcome: 'back', note: noteOf(event, state) };
    case 'merge': {
      const commit = await forge.merge(found, head);
      return commit === undefined ? 'behind' : { outcome: 'passed', commit };
    }
    case 'wait':
      return later(found, event === 'approved_and_green' ? 'somebody to merge it' : `news: it ${happened[event]}`);
    case 'ask':
      return { outcome: 'asks', question: `${found.html_url} ${happened[event]}. What should the run do?` };
    case 'drop':
      return { outcome: 'failed', failure: 'final', note: `${found.html_url} ${happened[event]}` };
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
  // Only this run writes to the branch, so what is there and is not in it would be a person's.
  await networkGit(['push', '--quiet', terms.remote, `${head}:refs/heads/${branch}`], main.top, desk);
  const forge = await openForge(main, terms.remote, desk);
  const found = await forge.find(branch, into, head);
  const pull =
    found?.state === 'open' ? found : await forge.open({ branch, base: into, title, body: pullRequestBody(report) });
  await forge.setStatus(head, context, verdict.state, verdict.why);
  return later(pull, 'reviews and CI');
}
