import { count } from '../../base/count.js';
import type { Condition } from '../condition.js';
import { gateNames } from '../gate.js';
import { lookedAt } from '../support/outcomes.js';

export const record: Condition = {
  name: 'record',
  title: 'The evidence log is intact',
  why: 'Gate results, agreed specs and approvals are kept in a log in the repository’s git folder, in which each entry refers to the one before. Its length is also stored outside the repository. A log that was edited, truncated or rewritten is not trusted: it is set aside and a new one is started.',
  gates: gateNames,
  required: true,
  backtrack: 'repeat',
  check: (context) => {
    const { broken, brokenName, notes = [], records, words } = context.log;
    const evidence = [
      lookedAt(context, `the evidence log: ${count(records.length, 'record')}, ${count(words.length, 'approval')}`),
      ...notes.map((note) => lookedAt(context, note)),
    ];
    if (broken === undefined)
      return { state: 'pass', summary: [`the evidence log is intact`, ...notes].join('; '), evidence };
    return {
      state: 'fail',
      summary: 'the evidence log was modified',
      problems: [{ message: sentence(broken), ...(brokenName === undefined ? {} : { approvable: brokenName }) }],
      evidence,
      next:
        brokenName === undefined
          ? 'Run the gate again, which sets the log aside. Then have a person review what happened and approve it in the editor'
          : 'Find out what changed the log, and have a person approve in the editor that it continues from here',
    };
  },
};

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}, so earlier records cannot be trusted`;
}
