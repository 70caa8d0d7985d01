import { pullRequestBody } from '../../operations/delivery/pr.js';
import type { StepResult } from '../../runs/event.js';
import { eventOf, noteOf, type PullRequestEvent, type PullRequestState, reactionTo } from '../../runs/pullRequest.js';
import type { Forge, PullRequest } from '../delivery/forge.js';
import { openForge } from '../delivery/openForge.js';
import type { MergeScene } from './mergeScene.js';
import { commitOf } from './packetPlace.js';
import type { RunTerms } from './terms.js';
import { networkGit } from '../executor/networkGit.js';

/** A packet that is merged by a pull request. */
export type PullTerms = NonNullable<RunTerms['pulls']>;

/** The name of the gate's verdict among the checks of a commit. */
const context = 'pactwright/done';

/**
 * Looks what became of the pull request of a packet. Nothing here changes the branch: its checks would start again.
 *
 * @returns undefined if there is none for what the branch has now, so that it is to be opened or brought up to date.
 * @throws Refused; UsageError; the signal's reason.
 */
export async function followPull(scene: MergeScene, terms: PullTerms): Promise<StepResult | undefined> {
  const { branch, git, repository, desk } = scene;
  const forge = await openForge(repository.main, terms.remote, desk);
  const head = await commitOf(git, 'HEAD');
  const found = await forge.find(branch, repository.target, head);
  if (!found || found.head.sha !== head) return undefined;
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
): Promise<StepResult | undefined> {
  switch (reactionTo(event, terms.reactions, terms.autoMerge)) {
    case 'back':
      return { outcome: 'back', note: noteOf(event, state) };
    case 'merge': {
      const commit = await forge.merge(found, head);
      // The target has moved on: the branch has to take it in first.
      return commit === undefined ? undefined : { outcome: 'passed', commit };
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

/** Pushes the branch, whose files the gate has let pass, opens the pull request if there is none, and says what the gate said. */
export async function openPull(
  scene: MergeScene,
  terms: PullTerms,
  { title, report }: { readonly title: string; readonly report: string },
): Promise<StepResult> {
  const { branch, git, repository, desk } = scene;
  const { main, target } = repository;
  const head = (await commitOf(git, 'HEAD')) ?? '';
  // Only this run writes to the branch, so what is there and is not in it would be a person's.
  await networkGit(['push', '--quiet', terms.remote, `${head}:refs/heads/${branch}`], main.top, desk);
  const forge = await openForge(main, terms.remote, desk);
  const found = await forge.find(branch, target, head);
  const pull =
    found?.state === 'open' ? found : await forge.open({ branch, base: target, title, body: pullRequestBody(report) });
  await forge.setStatus(head, context, 'success', 'The gate done let this pass');
  return later(pull, 'reviews and CI');
}
