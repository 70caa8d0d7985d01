import { createHash } from 'node:crypto';
import { count } from '../../base/count.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import { addedLines } from '../support/addedLines.js';
import { approvedWords, sortByApproval } from '../support/approvals.js';
import { findSecrets } from '../support/findSecrets.js';
import { judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';
import { lineOf } from '../support/places.js';

export const secrets: Condition = {
  name: 'secrets',
  title: 'Nothing that was added is a secret',
  why: 'What has been committed is known to everyone who has the repository, also when it is taken out again. Looked for in the added lines: private keys, tokens in the forms of well-known services, and, outside of tests, random values that are assigned to a password, secret or token. Placeholders and values from documentation pass.',
  gates: ['act-out', 'check', 'done', 'commit'],
  required: true,
  backtrack: 'repeat',
  check: (context) => judgeWork(context, (work) => judge(context, work)),
};

function judge(context: GateContext, work: Work): Outcome {
  const changes = work.changes.filter(({ kind }) => kind !== 'deleted');
  const unread = changes.filter(({ after }) => after === undefined).length;
  const { open, approved } = sortByApproval(context, changes.flatMap(secretProblems));
  return outcomeOf(
    open,
    {
      pass: `no secret in ${count(changes.length, 'changed file')}${approvedWords({ approved })}`,
      fail: `${count(open.length, 'line')} with what looks like a secret${approvedWords({ approved })}`,
      next: 'Take the secret out, have it come from the environment or a vault, and where it was real, replace it at the service',
    },
    [
      lookedAt(
        context,
        `the added lines of ${count(changes.length, 'file')}${unread === 0 ? '' : `, without ${unread} that are no text or too large`}`,
        work,
      ),
    ],
  );
}

function secretProblems(change: WorkChange): readonly Problem[] {
  const { path } = change;
  return findSecrets(path, addedLines(change)).map(({ what, value, line }) => ({
    // The secret itself is shown nowhere: reports are copied into pull requests.
    message: `Line ${line + 1} holds what looks like ${what} (${value.slice(0, 4)}…)`,
    place: lineOf(path, line, 0),
    approvable: `secrets:${path}:${createHash('sha256').update(value).digest('hex').slice(0, 8)}`,
  }));
}
