import { isGrave, type Review, readReview, taskOfFinding } from '../../agents/review.js';
import { addTask } from '../../operations/board/tasks.js';
import { Refused } from '../../operations/errorCodes.js';
import { callOperation } from './callOperation.js';
import type { PhaseDesk } from './phaseDesk.js';

/**
 * Reads a reviewer's answer, and puts each grave finding on the board as an open task, so that the gate sends the item back.
 *
 * @param said what the reviewer said at last.
 * @returns undefined if it gave no verdict.
 */
export async function takeReview(
  { item, folder }: { readonly item: string; readonly folder: string },
  said: string,
  desk: PhaseDesk,
): Promise<Review | undefined> {
  const review = readReview(said);
  desk.tell({ event: 'review', review });
  if (review?.verdict !== 'fail') return review;
  const grave = review.findings.filter(isGrave).map(taskOfFinding);
  const tasks = grave.length > 0 ? grave : ['P1 The review failed without a finding: read what it says'];
  for (const text of tasks) await putOnBoard(text, item, folder, desk);
  return review;
}

async function putOnBoard(text: string, item: string, folder: string, desk: PhaseDesk): Promise<void> {
  try {
    const { plan } = await callOperation(desk, folder, addTask, { item, text });
    desk.tell({ event: 'done', what: plan.answer.message });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code !== 'exists') desk.warn(`this finding is not on the board: ${text}: ${error.message}`);
  }
}
