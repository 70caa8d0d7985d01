import * as v from 'valibot';
import { listOf, type Read } from '../base/schema.js';

/** What can happen to a pull request that a run waits for. */
const events = ['changes_requested', 'ci_failed', 'approved_and_green', 'closed'] as const;
export type PullRequestEvent = (typeof events)[number];

/** What a run does about it. `back`: the packet is built again, with what was said. */
const actions = ['back', 'merge', 'wait', 'ask', 'drop'] as const;

/** What to do by event; what is left out is as usual. */
export const reactions = v.partial(
  v.strictObject({
    changes_requested: v.picklist(actions),
    ci_failed: v.picklist(actions),
    approved_and_green: v.picklist(actions),
    closed: v.picklist(actions),
  }),
);

export type Reactions = Read<typeof reactions>;
export type Reaction = (typeof actions)[number];

const usual: Readonly<Record<PullRequestEvent, Reaction>> = {
  changes_requested: 'back',
  ci_failed: 'back',
  approved_and_green: 'wait',
  closed: 'ask',
};

/** What is done about an event. @param own what the project says. @param autoMerge whether a run may merge what is approved. */
export function reactionTo(event: PullRequestEvent, own: Reactions, autoMerge: boolean): Reaction {
  const said = own[event] ?? (event === 'approved_and_green' && autoMerge ? 'merge' : usual[event]);
  // Only the person who started a run can let it merge by itself, not a file in the repository.
  return said === 'merge' && !autoMerge ? 'wait' : said;
}

/** A review as GitHub has it. */
const review = v.object({
  user: v.nullish(v.object({ login: v.string() })),
  state: v.string(),
  body: v.nullish(v.string()),
  /** What was reviewed. */
  commit_id: v.nullish(v.string()),
  author_association: v.nullish(v.string()),
});

/** Whose reviews count; on a public repository anyone can write one. */
const trusted: readonly unknown[] = ['OWNER', 'MEMBER', 'COLLABORATOR'];

/** A check of a commit: `state` of a status, `status` and `conclusion` of a check run. */
const check = v.object({ name: v.string(), state: v.picklist(['passed', 'failed', 'running']) });

export interface PullRequestState {
  readonly isClosed: boolean;
  /** The commit that reviews and checks have to be about. */
  readonly head: string;
  /** Whether checks that have not been reported by now will not be. */
  readonly isSettled: boolean;
  /** Oldest first. */
  readonly reviews: readonly Read<typeof review>[];
  readonly checks: readonly Read<typeof check>[];
}

export const reviews = listOf(review);

/**
 * The pull request of a branch that is at a commit: the newest that is open, or was merged or closed with this very commit. An older
 * branch of the same name may have left others.
 */
export function currentPull<
  T extends { readonly number: number; readonly state: string; readonly head: { readonly sha: string } },
>(pulls: readonly T[], head: string | undefined): T | undefined {
  return pulls
    .filter(({ state, head: { sha } }) => state === 'open' || sha === head)
    .toSorted((one, other) => other.number - one.number)[0];
}

function counted({ reviews: said, head }: PullRequestState): PullRequestState['reviews'] {
  return said.filter((one) => one.commit_id === head && trusted.includes(one.author_association));
}

/** What has happened; undefined: there is nothing to react to yet. The last word of each reviewer about the head counts. */
export function eventOf(pull: PullRequestState): PullRequestEvent | undefined {
  const { isClosed, isSettled, checks } = pull;
  if (isClosed) return 'closed';
  const last = new Map<string, string>();
  for (const { user, state } of counted(pull))
    if (state === 'APPROVED' || state === 'CHANGES_REQUESTED' || state === 'DISMISSED')
      last.set(user?.login ?? '', state);
  const words = [...last.values()];
  if (words.includes('CHANGES_REQUESTED')) return 'changes_requested';
  if (checks.some(({ state }) => state === 'failed')) return 'ci_failed';
  const isGreen = (checks.length > 0 || isSettled) && checks.every(({ state }) => state === 'passed');
  return isGreen && words.includes('APPROVED') ? 'approved_and_green' : undefined;
}

/** The message for a packet that is sent back. */
export function noteOf(event: PullRequestEvent, pull: PullRequestState): string {
  if (event === 'ci_failed')
    return `CI failed: ${pull.checks.flatMap(({ name, state }) => (state === 'failed' ? [name] : [])).join(', ')}`;
  const words = counted(pull).filter(({ state, body }) => state === 'CHANGES_REQUESTED' && (body ?? '').trim() !== '');
  return [
    'changes were requested on the pull request:',
    ...words.map(({ user, body }) => `- ${user?.login ?? ''}: ${(body ?? '').trim()}`),
  ].join('\n');
}
