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
  title: 'No secrets were added',
  why: 'A committed secret is known to everyone who has the repository, even after it is removed. This condition searches the added lines for private keys, tokens of well-known services and, outside of tests, random values assigned to a password, secret or token. Placeholders and values from documentation pass.',
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
      fail: `${count(open.length, 'line')} with a possible secret${approvedWords({ approved })}`,
      next: 'Remove the secret, read it from the environment or a vault, and if it was real, revoke it at the service',
    },
    [
      lookedAt(
        context,
        `the added lines of ${count(changes.length, 'file')}${unread === 0 ? '' : `, without ${unread} that are not text or too large`}`,
        work,
      ),
    ],
  );
}

function secretProblems(change: WorkChange): readonly Problem[] {
  const { path } = change;
  return findSecrets(path, addedLines(change)).map(({ what, value, line }) => ({
    // The secret itself is shown nowhere: reports are copied into pull requests.
    message: `Line ${line + 1} contains what looks like ${what} (${value.slice(0, 4)}…)`,
    place: lineOf(path, line, 0),
    approvable: `secrets:${path}:${createHash('sha256').update(value).digest('hex').slice(0, 8)}`,
  }));
}
