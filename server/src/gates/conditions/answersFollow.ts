import { count } from '../../base/count.js';
import { excerpt } from '../../base/excerpt.js';
import type { Work } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome } from '../gate.js';
import { answersThatDoNotFollow } from '../support/otherInputs.js';
import { codeUnread, judgeWork, lookedAt } from '../support/outcomes.js';
import { lineOf } from '../support/places.js';

export const answersFollow: Condition = {
  name: 'answers-follow',
  title: 'The code’s answers follow from its inputs',
  why: 'Code may know what its tests ask and do nothing for anybody else: by a list in a text, a calculation, a hash or a range that holds just one value. The numbers and texts that new and changed tests pass to changed functions are replaced by others, and each condition of the changed lines is switched off: one that matters for the tests’ own values only is listed. This blocks nothing, because some values are special. TypeScript, JavaScript, Python and Go.',
  gates: ['check', 'done'],
  required: false,
  backtrack: 'repeat',
  runsMuch: true,
  check: (context) => (context.project.code ? judgeWork(context, (work) => judge(context, work)) : codeUnread),
};

async function judge(context: GateContext, work: Work): Promise<Outcome> {
  const { unfollowed, values, tried } = await answersThatDoNotFollow(context, work);
  const problems = unfollowed
    .filter(({ how }) => how === 'alone')
    .map(({ decision: { path, line, text } }) => ({
      message: `${path} decides by \`${excerpt(text)}\`, which matters for the values in the tests (${excerpt(values.join(', '))}) and for no other that was tried`,
      place: lineOf(path, line, 0),
    }));
  return {
    state: 'pass',
    summary:
      problems.length > 0
        ? `${problems.length} of ${count(tried, 'condition')} only matter for the values in the tests`
        : `${count(tried, 'condition')} tried with other values`,
    ...(problems.length > 0 ? { problems } : {}),
    evidence: [lookedAt(context, count(tried, 'condition'), work)],
  };
}
