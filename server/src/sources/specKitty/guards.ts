import { type Lane, laneEdges } from './lanes.js';

/** What a reviewer said; each field as it was given. */
export interface ReviewWord {
  readonly reviewer?: string | undefined;
  readonly verdict?: string | undefined;
  readonly reference?: string | undefined;
  readonly feedback_path?: string | undefined;
}

/** What is known when a work package is to change its lane. */
export interface TransitionFacts {
  readonly actor?: string | undefined;
  /** Where the work is done. */
  readonly workspace?: string | undefined;
  readonly subtasksComplete?: boolean | undefined;
  /** Whether there is a commit of the work. */
  readonly implementationEvidence?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly reviewRef?: string | undefined;
  /** The outcome of a review that ends with this step. */
  readonly reviewResult?: ReviewWord | undefined;
  /** The review that vouches for the work. */
  readonly evidence?: { readonly review?: ReviewWord | undefined } | undefined;
  readonly force?: boolean | undefined;
}

const isSaid = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

/** Why a work package may not go from one lane to another: half a sentence; undefined: it may. */
export function whyNoTransition(from: Lane, to: Lane, facts: TransitionFacts): string | undefined {
  if (facts.force) return whyNotForced(to, facts);
  if (!laneEdges[from].includes(to))
    return laneEdges[from].length === 0
      ? `${from} is final: only --force with a note leaves it`
      : `${from} leads to ${laneEdges[from].join(', ')}, not to ${to}`;
  if (from === 'in_review') return whyNoExitOfReview(to, facts);
  return guards[`${from}>${to}`]?.(facts);
}

function whyNotForced(to: Lane, { actor, reason }: TransitionFacts): string | undefined {
  if (to === 'genesis') return 'nothing goes back to genesis';
  if (!isSaid(actor)) return '--force needs --actor';
  return isSaid(reason) ? undefined : '--force needs a reason: --note';
}

type Guard = (facts: TransitionFacts) => string | undefined;

const needsActor: Guard = ({ actor }) => (isSaid(actor) ? undefined : 'it needs an actor');

const needsApproval: Guard = ({ evidence }) =>
  isApproval(evidence?.review)
    ? undefined
    : 'it needs the evidence of a review with reviewer, reference and the verdict approved';

const needsReviewRef: Guard = ({ reviewRef }) =>
  isSaid(reviewRef) ? undefined : 'it needs the reference of the review that sends it back';

/** By the lanes it is between; if there is none, the edge alone decides. */
const guards: Readonly<Record<string, Guard>> = {
  'planned>claimed': needsActor,
  'for_review>in_review': needsActor,
  'claimed>in_progress': ({ workspace }) => (isSaid(workspace) ? undefined : 'it needs a workspace'),
  'in_progress>for_review': ({ subtasksComplete, implementationEvidence }) => {
    if (!subtasksComplete) return 'not all of its subtasks are done';
    return implementationEvidence ? undefined : 'nothing of the implementation is committed';
  },
  'in_progress>approved': needsApproval,
  'approved>done': needsApproval,
  'in_progress>planned': ({ reason }) => (isSaid(reason) ? undefined : 'it needs a reason'),
  'approved>in_progress': needsReviewRef,
  'approved>planned': needsReviewRef,
};

function isApproval(review: ReviewWord | undefined): boolean {
  return isSaid(review?.reviewer) && isSaid(review.reference) && review.verdict === 'approved';
}

/** Who leaves a review says how it ended, and everything else that is said of the review agrees with that. */
function whyNoExitOfReview(
  to: Lane,
  { reviewResult: result, reviewRef, evidence }: TransitionFacts,
): string | undefined {
  if (!isSaid(result?.reviewer) || !isSaid(result.reference))
    return 'it needs the result of the review: reviewer, verdict and reference';
  const { verdict, reference, reviewer } = result;
  if (verdict !== 'approved' && verdict !== 'changes_requested')
    return 'the verdict of a review is approved or changes_requested';
  if ((to === 'approved' || to === 'done') && verdict !== 'approved') return `the review says ${verdict}`;
  if (isSaid(reviewRef) && reviewRef !== reference)
    return `the review is ${reference}, but --review-ref names ${reviewRef}`;
  const review = evidence?.review;
  if (review && (review.reviewer !== reviewer || review.verdict !== verdict || review.reference !== reference))
    return 'the evidence names another review than the result';
  return undefined;
}
