import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Evidence, Outcome, Problem } from '../gate.js';

/** How a condition words what it came to; each a sentence without full stop. */
export interface OutcomeWords {
  readonly pass: string;
  readonly fail: string;
  /** What to do where it fails: an imperative sentence. */
  readonly next: string;
}

/** Fails where there is at least one problem. */
export function outcomeOf(problems: readonly Problem[], words: OutcomeWords, evidence: readonly Evidence[]): Outcome {
  return problems.length === 0
    ? { state: 'pass', summary: words.pass, evidence }
    : { state: 'fail', summary: words.fail, problems, evidence, next: words.next };
}

/** With problems that block nothing, for the reviewer to judge. */
export function withTold(outcome: Outcome, told: readonly Problem[]): Outcome {
  return outcome.state === 'pass' && told.length > 0 ? { ...outcome, problems: told } : outcome;
}

/** What was checked just now, with the state of the repository where the work is known. */
export function lookedAt({ now }: Pick<GateContext, 'now'>, what: string, work?: Work): Evidence {
  return { what, at: now, ...(work ? { commit: work.head, tree: work.tree } : {}) };
}

/** Judges what the item changed; unknown if that cannot be told. */
export async function judgeWork(
  { work }: Pick<GateContext, 'work'>,
  judge: (work: Work) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const answer = await work();
  return answer.kind === 'answer'
    ? judge(answer.value)
    : {
        state: 'unknown',
        summary: `the changes cannot be determined: ${answer.message}`,
        next: 'Run the gate in a git repository with its full history',
      };
}

/** The outcome where the source code was not read, so that no test is known. */
export const codeUnread: Outcome = {
  state: 'unknown',
  summary: 'the source code was not read, so its tests are unknown',
  next: 'Run the gate again where the source code can be read',
};
